import { ThreadPool } from '../../threads/thread-pool.ts'
import type { TileAnswer, TileJob } from './tile-worker.ts'

/**
 * Threads that draw tiles, of one archive after the other: to start one takes 0.4 s of processor
 * time, which is more than the archive of a town does.
 */
export type TileThreads = ThreadPool<TileJob, TileAnswer>

/** As many threads as are given, each started by the first job that waits for it. */
export function openTileThreads(size: number): TileThreads {
  return new ThreadPool<TileJob, TileAnswer>(new URL('./tile-worker.ts', import.meta.url), { size })
}
