import type { UpstreamTally } from './tally.ts'

/** Questions in a row without an answer, after which an upstream is left alone. */
const FAILURES_IN_A_ROW = 5
/** The first rest; each that follows one without an answer between is twice as long. */
const REST_MS = 5_000
const REST_MAX_MS = 60_000
/** The longest rest that an upstream may ask for with `Retry-After`. */
const WISH_MAX_MS = 600_000

export type CircuitState = 'closed' | 'open' | 'half_open'

/**
 * Leaves an upstream alone that does not answer: a dossier should not wait for what is known to be
 * down. After a rest one question is let through, and its answer closes the circuit again. All
 * threads of the process share one circuit per upstream.
 */
export class Circuit {
  private readonly tally: UpstreamTally
  private readonly now: () => number
  private readonly rest_ms: number

  constructor(tally: UpstreamTally, now: () => number, rest_ms = REST_MS) {
    this.tally = tally
    this.now = now
    this.rest_ms = rest_ms
  }

  /** Milliseconds of rest that are left, or null for one who may ask, and must report back. */
  enter(): number | null {
    const { openUntil } = this.tally
    if (openUntil === 0) return null
    const left = openUntil - this.now()
    if (left > 0) return left
    return this.tally.takeTrial() ? null : this.rest_ms
  }

  succeeded(): void {
    this.tally.clearFailures()
  }

  /** `wish_ms` is the rest that the upstream asked for itself, if it did. */
  failed(wish_ms: number | null): void {
    const failures = this.tally.addFailureInARow()
    const beyond = failures - FAILURES_IN_A_ROW
    if (beyond < 0 && wish_ms === null) return
    // Questions that were on their way when it opened do not lengthen the rest.
    const { openUntil } = this.tally
    if (openUntil > this.now()) return
    const rests = openUntil === 0 ? 0 : Math.min(Math.max(beyond, 0), 16)
    const ours_ms = Math.min(this.rest_ms * 2 ** rests, REST_MAX_MS)
    const rest_ms = wish_ms === null ? ours_ms : Math.min(Math.max(wish_ms, 1), WISH_MAX_MS)
    this.tally.openUntil = this.now() + rest_ms
    this.tally.add('openings')
    this.tally.giveTrialBack()
  }

  /** Of a question that says nothing about the upstream's health: it may be tried again at once. */
  cancelled(): void {
    this.tally.giveTrialBack()
  }

  state(): CircuitState {
    const { openUntil } = this.tally
    if (openUntil === 0) return 'closed'
    return openUntil > this.now() ? 'open' : 'half_open'
  }
}
