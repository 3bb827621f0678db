import type { UpstreamTally } from './tally.ts'

/** Questions in a row without an answer, after which an upstream is left alone. */
const FAILURES_IN_A_ROW = 5
/** The first rest; each that follows one without an answer between is twice as long. */
const REST_MS = 5_000
const COOLDOWN_MAX_MS = 60_000
/** The longest rest that an upstream may ask for with `Retry-After`. */
const WISH_MAX_MS = 600_000

export type CircuitState = 'closed' | 'open' | 'half_open'

/** Leave to ask, which ends with `succeeded`, `failed` or `cancelled`. */
export interface Turn {
  /** Of the one question that tries a circuit after its rest; null for any other. */
  trial: number | null
}

/**
 * Leaves an upstream alone that does not answer: a dossier should not wait for what is known to be
 * down. After a rest one question is let through, and its answer closes the circuit again. All
 * threads of the process share one circuit per upstream.
 */
export class Circuit {
  private readonly tally: UpstreamTally
  private readonly now: () => number
  private readonly cooldown_ms: number

  constructor(tally: UpstreamTally, now: () => number, cooldown_ms = REST_MS) {
    this.tally = tally
    this.now = now
    this.cooldown_ms = cooldown_ms
  }

  /** Leave to ask, or the milliseconds of rest. A trial is over after `hold_ms` without a word. */
  enter(hold_ms: number): Turn | { cooldown_ms: number } {
    if (this.tally.openUntil === 0) return { trial: null }
    const cooldown_ms = this.restLeft()
    if (cooldown_ms > 0) return { cooldown_ms }
    const trial = this.tally.takeTrial(this.now(), hold_ms)
    return trial === null ? { cooldown_ms: this.cooldown_ms } : { trial }
  }

  /** Milliseconds for which nobody may ask. */
  restLeft(): number {
    const left = this.tally.openUntil - this.now()
    // No rest is longer: the clock was set back.
    return left > WISH_MAX_MS ? 0 : Math.max(left, 0)
  }

  succeeded(): void {
    this.tally.close()
  }

  /** `wish_ms` is the rest that the upstream asked for itself, if it did. */
  failed({ trial }: Turn, wish_ms: number | null): void {
    const { tally } = this
    const failures = tally.addFailureInARow()
    const was = tally.openUntil
    // Only a trial tells of an upstream that rested: others were on their way when it opened, and
    // neither lengthen the rest nor begin another.
    const isHeard = was === 0 || (trial !== null && this.restLeft() === 0)
    const isMany = trial !== null || failures >= FAILURES_IN_A_ROW
    if (isHeard && (isMany || wish_ms)) {
      const ours_ms = Math.min(
        this.cooldown_ms * 2 ** Math.min(tally.cooldownsInARow, 16),
        COOLDOWN_MAX_MS,
      )
      const cooldown_ms = Math.max(isMany ? ours_ms : 0, Math.min(wish_ms ?? 0, WISH_MAX_MS))
      tally.open(was, Math.ceil(this.now() + cooldown_ms))
    }
    this.cancelled({ trial })
  }

  /** Of a question that says nothing about the upstream's health: it may be tried again at once. */
  cancelled({ trial }: Turn): void {
    if (trial !== null) this.tally.endTrial(trial)
  }

  state(): CircuitState {
    if (this.tally.openUntil === 0) return 'closed'
    return this.restLeft() > 0 ? 'open' : 'half_open'
  }
}
