import { workerData } from 'node:worker_threads'
import { answerJobs } from '../../threads/answer-jobs.ts'
import { fabricOf } from './fabric.ts'
import {
  type DrawnZoom,
  drawOverview,
  drawSlice,
  type SliceJob,
  type SliceResult,
  type SliceSettings,
  TileTooLarge,
  type ZoomRequest,
} from './slice.ts'
import { TileEncoder } from './tile-encoder.ts'

/** A zoom of the whole fabric. */
export interface OverviewJob {
  fabric: Uint8Array
  request: ZoomRequest
}

export interface OverviewResult {
  drawn: DrawnZoom
  next: Uint8Array
}

export type TileJob = { slice: SliceJob } | { overview: OverviewJob }
export type TileAnswer =
  | { slice: SliceResult }
  | { overview: OverviewResult }
  | { tooLarge: string }

const settings = workerData as SliceSettings
const encoder = new TileEncoder(settings.layer, settings.keys)

function answer(job: TileJob): TileAnswer {
  try {
    if ('slice' in job) return { slice: drawSlice(job.slice, encoder, settings) }
    const { fabric: bytes, request } = job.overview
    const fabric = fabricOf(bytes.buffer, bytes.byteLength)
    const { drawn, next } = drawOverview(fabric, request, encoder, settings)
    return { overview: { drawn, next: next === fabric ? bytes : next.bytes.slice() } }
  } catch (error) {
    if (error instanceof TileTooLarge) return { tooLarge: error.message }
    throw error
  }
}

function buffersOf(result: TileAnswer): ArrayBuffer[] {
  if ('tooLarge' in result) return []
  const zooms = 'slice' in result ? result.slice.zooms : [result.overview.drawn]
  const remaining = 'slice' in result ? result.slice.residue : result.overview.next
  const buffers = zooms.flatMap(({ batch }) => [batch.bytes.buffer, batch.hashes.buffer])
  if (remaining) buffers.push(remaining.buffer)
  return buffers as ArrayBuffer[]
}

answerJobs(answer, buffersOf)
