import { LRUCache } from 'lru-cache'
import type { Packs } from '../dossier/dossier.ts'
import { type ScorecardOptions, scorecard } from './scorecard.ts'
import type { Scorecard } from './scorecard-shape.ts'

/** Cached scorecards per build; the least recently used is dropped. */
const CACHED_MAX = 64
/** Scorecards that may wait for the running one, of all builds together. */
const WAITING_MAX = 16

/** Too many different scorecards were requested at once. */
export class ScorecardsBusy extends Error {
  constructor() {
    super(`${WAITING_MAX} scorecards are waiting already`)
    this.name = 'ScorecardsBusy'
  }
}

/**
 * Scorecards of the builds being served. One is computed at a time, equal requests share one
 * computation, and the scorecards of a build are dropped with its packs.
 */
export class ScorecardCache {
  private readonly cache = new WeakMap<Packs, LRUCache<string, Promise<Scorecard>>>()
  private last: Promise<unknown> = Promise.resolve()
  private waiting = 0

  /** Throws `ScorecardsBusy` when the queue is full. */
  async get(packs: Packs, options: ScorecardOptions): Promise<Scorecard> {
    const cards =
      this.cache.get(packs) ?? new LRUCache<string, Promise<Scorecard>>({ max: CACHED_MAX })
    this.cache.set(packs, cards)
    const { layer, state, county, seed, probes } = options
    const key = JSON.stringify([layer, state, county, seed, probes])
    const known = cards.get(key) ?? this.queue(packs, options)
    cards.set(key, known)
    try {
      return await known
    } catch (error) {
      if (cards.peek(key) === known) cards.delete(key)
      throw error
    }
  }

  private queue(packs: Packs, options: ScorecardOptions): Promise<Scorecard> {
    if (this.waiting >= WAITING_MAX) throw new ScorecardsBusy()
    this.waiting++
    const card = this.last.then(() => scorecard(packs, options)).finally(() => this.waiting--)
    this.last = card.catch(() => {})
    return card
  }
}
