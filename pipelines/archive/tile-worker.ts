import { answerJobs } from '../../threads/answer-jobs.ts'
import type { Fabric } from './fabric.ts'
import { coarsen, drawOverview } from './overview-slice.ts'
import { drawRegion, TileTooLarge } from './region-slice.ts'
import { readRegion } from './region-spool.ts'
import type { SliceResult, SliceSettings } from './slice.ts'
import type { SliceJob } from './slice-job.ts'
import { readSlice, type SliceStore, sliceName, writeSlice } from './slice-store.ts'
import { TileEncoder } from './tile-encoder.ts'

/** A slice of any archive: its settings come with each. */
export interface TileJob {
  settings: SliceSettings
  slices: SliceStore | null
  job: SliceJob
}

export interface TileAnswer {
  slice: SliceResult
  isStored: boolean
}

/** The encoder of the archive of the last job: it has memory that the jobs of an archive share. */
let last: { names: string; encoder: TileEncoder } | null = null

function encoderOf({ layer, keys }: SliceSettings): TileEncoder {
  const names = JSON.stringify([layer, keys])
  if (last?.names !== names) last = { names, encoder: new TileEncoder(layer, keys) }
  return last.encoder
}

/** A stored slice of the same records and request, or one that is drawn and stored. */
function answer({ job, settings, slices }: TileJob): TileAnswer {
  const fabric = readRegion(job.file, job.region)
  const name = slices && sliceName(slices, settings, job, fabric)
  const stored = slices && readSlice(slices, name!)
  if (stored) return { slice: stored, isStored: true }
  try {
    const slice = draw(fabric, job, settings)
    if (slices) writeSlice(slices, name!, slice)
    return { slice, isStored: false }
  } catch (error) {
    if (!(error instanceof TileTooLarge)) throw error
    return { slice: { zooms: [], parts: [], over: error.message }, isStored: false }
  }
}

function draw(fabric: Fabric, job: SliceJob, settings: SliceSettings): SliceResult {
  if (job.task === 'coarsen') return coarsen(fabric, job, settings)
  const encoder = encoderOf(settings)
  if (job.task === 'overview') return drawOverview(fabric, job, encoder, settings)
  return drawRegion(fabric, job, encoder, settings)
}

function buffersOf({ slice: { zooms, parts } }: TileAnswer): ArrayBuffer[] {
  const tiles = zooms.flatMap(({ batch }) => [batch.bytes.buffer, batch.hashes.buffer])
  return [...tiles, ...parts.map(({ bytes }) => bytes.buffer)] as ArrayBuffer[]
}

answerJobs(answer, buffersOf)
