import { availableParallelism } from 'node:os'
import { ThreadPool } from '../../threads/thread-pool.ts'
import { type MeasuredSlice, measureSlice } from './measured-slice.ts'
import { bytesOfRange, type OwnFile, readOwnRange } from './own-range.ts'
import type { SlicePlan } from './slice-plans.ts'
import type { SliceJob } from './slice-worker.ts'

/**
 * Threads of the process, whatever the number of layers that are read at a time. As many as there
 * are cores: the main thread waits for most of the time, and so do GDAL's where shapes are large.
 */
const THREADS_MAX = Math.min(4, availableParallelism())
/** An idle thread is ended after this time, because other stages need its memory. */
const IDLE_MS = 5000
/** A smaller slice is measured in the calling thread: starting a thread takes about 0.1 s. */
export const SMALL_BYTES = 2e6

/** The pool does not bound the waiting slices: each reader sends at most a few (`read.ts`). */
const pool = new ThreadPool<SliceJob, MeasuredSlice | null>(
  new URL('./slice-worker.ts', import.meta.url),
  { size: THREADS_MAX, idleMs: IDLE_MS },
)

/** Measures a slice, in a thread of its own where the slice is large. */
export async function measureAside(bytes: Uint8Array, wantsTexts: boolean): Promise<MeasuredSlice> {
  if (bytes.length < SMALL_BYTES) return measureSlice(bytes, wantsTexts)
  // A copy: memory of GDAL cannot be transferred to a thread.
  const copy = new Uint8Array(bytes)
  const slice = await pool.run({ bytes: copy, wantsTexts }, [copy.buffer])
  if (slice === null) throw new Error('a FlatGeobuf was not measured')
  return slice
}

/** Reads a slice without GDAL, in a thread of its own where its records are large. */
export async function readAside(
  file: OwnFile,
  { from, to }: SlicePlan,
  wantsTexts: boolean,
): Promise<MeasuredSlice | null> {
  const range = { ...file, from, to, wantsTexts }
  return bytesOfRange(range) < SMALL_BYTES ? readOwnRange(range) : pool.run(range)
}
