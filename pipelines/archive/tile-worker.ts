import { answerJobs } from '../../threads/answer-jobs.ts'
import { fabricOf } from './fabric.ts'
import { readRegion } from './region-spool.ts'
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
import { readSlice, type SliceStore, sliceName, writeSlice } from './slice-store.ts'
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

/** Slices and zooms of any archive: its settings come with each. */
export type TileJob = TileSetup & ({ slice: SliceJob } | { overview: OverviewJob })
export type TileAnswer =
  | { slice: SliceResult; isStored: boolean }
  | { overview: OverviewResult }
  | { tooLarge: string }

/** The archive of a job. */
export interface TileSetup {
  settings: SliceSettings
  slices: SliceStore | null
}

/** The encoder of the archive of the last job: it has memory that the jobs of an archive share. */
let last: { names: string; encoder: TileEncoder } | null = null

function encoderOf({ layer, keys }: SliceSettings): TileEncoder {
  const names = JSON.stringify([layer, keys])
  if (last?.names !== names) last = { names, encoder: new TileEncoder(layer, keys) }
  return last.encoder
}

function answer(job: TileJob): TileAnswer {
  const { settings } = job
  const encoder = encoderOf(settings)
  try {
    if ('slice' in job) return sliceOf(job.slice, job, encoder)
    const { fabric: bytes, request } = job.overview
    const fabric = fabricOf(bytes.buffer, bytes.byteLength)
    const { drawn, next } = drawOverview(fabric, request, encoder, settings)
    return { overview: { drawn, next: next === fabric ? bytes : next.bytes.slice() } }
  } catch (error) {
    if (error instanceof TileTooLarge) return { tooLarge: error.message }
    throw error
  }
}

/** A stored slice of the same records and request, or one that is drawn and stored. */
function sliceOf(job: SliceJob, { settings, slices }: TileSetup, encoder: TileEncoder): TileAnswer {
  const fabric = readRegion(job.spool, job.region)
  const name = slices && sliceName(slices, settings, job, fabric)
  const stored = slices && readSlice(slices, name!)
  if (stored) return { slice: stored, isStored: true }
  const slice = drawSlice(fabric, job, encoder, settings)
  if (slices) writeSlice(slices, name!, slice)
  return { slice, isStored: false }
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
