import type { Packs } from '../dossier/dossier.ts'
import { BuildCache } from './build-cache.ts'
import { type ScorecardOptions, scorecard } from './scorecard.ts'
import type { Scorecard } from './scorecard-shape.ts'

/** Scorecards of the builds being served, by their filter. */
export class ScorecardCache {
  private readonly cache = new BuildCache<Scorecard>()

  /** Throws `ScorecardsBusy` when the queue is full. */
  get(packs: Packs, options: ScorecardOptions): Promise<Scorecard> {
    const { layer, state, county, seed, probes } = options
    const key = JSON.stringify([layer, state, county, seed, probes])
    return this.cache.get(packs, key, () => scorecard(packs, options))
  }
}
