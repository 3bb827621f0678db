import { LRUCache } from 'lru-cache'
import type { Packs } from '../dossier/dossier.ts'

/** Cached results per build; the least recently used is dropped. */
const CACHED_MAX = 64
/** Computations that may wait for the running one, of all builds together. */
const WAITING_MAX = 16

/** Too many different scorecards, or maps of coverage, were requested at once. */
export class ScorecardsBusy extends Error {
  constructor() {
    super(`${WAITING_MAX} scorecards are waiting already`)
    this.name = 'ScorecardsBusy'
  }
}

/**
 * Results of long computations on the builds being served. One is computed at a time, requests for
 * an equal key share one computation, and the results of a build are dropped with its packs.
 */
export class BuildCache<Result> {
  private readonly cache = new WeakMap<Packs, LRUCache<string, Promise<Result>>>()
  private last: Promise<unknown> = Promise.resolve()
  private waiting = 0

  /** Throws `ScorecardsBusy` when the queue is full. */
  async get(packs: Packs, key: string, compute: () => Promise<Result>): Promise<Result> {
    const results =
      this.cache.get(packs) ?? new LRUCache<string, Promise<Result>>({ max: CACHED_MAX })
    this.cache.set(packs, results)
    const known = results.get(key) ?? this.queue(compute)
    results.set(key, known)
    try {
      return await known
    } catch (error) {
      if (results.peek(key) === known) results.delete(key)
      throw error
    }
  }

  private queue(compute: () => Promise<Result>): Promise<Result> {
    if (this.waiting >= WAITING_MAX) throw new ScorecardsBusy()
    this.waiting++
    const result = this.last.then(compute).finally(() => this.waiting--)
    this.last = result.catch(() => {})
    return result
  }
}
