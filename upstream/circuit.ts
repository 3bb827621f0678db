import type { UpstreamTally } from './tally.ts'

/** Failures in a row that open the circuit. */
const FAILURES_IN_A_ROW = 5
/** The first cooldown; each that follows without a success between is twice as long. */
const COOLDOWN_MS = 5_000
const COOLDOWN_MAX_MS = 60_000
/** The longest cooldown that an upstream can request with `Retry-After`. */
const RETRY_AFTER_MAX_MS = 600_000

export type CircuitState = 'closed' | 'open' | 'half_open'

/** Permit for one request, which ends with `succeeded`, `failed` or `cancelled`. */
export interface CircuitPermit {
  /** Token of the one request that probes a half-open circuit; null for any other. */
  probe: number | null
}

/**
 * Circuit breaker of one upstream: a dossier must not wait for a service that is known to be down.
 * After a cooldown one request probes the upstream, and its success closes the circuit again. All
 * threads of the process share one circuit per upstream.
 */
export class Circuit {
  private readonly tally: UpstreamTally
  private readonly now: () => number
  private readonly cooldown_ms: number

  constructor(tally: UpstreamTally, now: () => number, cooldown_ms = COOLDOWN_MS) {
    this.tally = tally
    this.now = now
    this.cooldown_ms = cooldown_ms
  }

  /** A permit, or the cooldown to wait for. A probe that does not end expires after `hold_ms`. */
  acquire(hold_ms: number): CircuitPermit | { cooldown_ms: number } {
    if (this.tally.openUntil === 0) return { probe: null }
    const cooldown_ms = this.cooldownLeft()
    if (cooldown_ms > 0) return { cooldown_ms }
    const probe = this.tally.acquireProbe(this.now(), hold_ms)
    return probe === null ? { cooldown_ms: this.cooldown_ms } : { probe }
  }

  /** Milliseconds for which no request is permitted. */
  cooldownLeft(): number {
    const left = this.tally.openUntil - this.now()
    // No cooldown is longer: the clock was set back.
    return left > RETRY_AFTER_MAX_MS ? 0 : Math.max(left, 0)
  }

  succeeded(): void {
    this.tally.close()
  }

  /** `retryAfter_ms` is the cooldown that the upstream requested, if it did. */
  failed({ probe }: CircuitPermit, retryAfter_ms: number | null): void {
    const { tally } = this
    const failures = tally.addFailureInARow()
    const was = tally.openUntil
    // Requests that were in flight when the circuit opened neither lengthen the cooldown nor begin
    // another: only a probe reports on an upstream after its cooldown.
    const counts = was === 0 || (probe !== null && this.cooldownLeft() === 0)
    const isMany = probe !== null || failures >= FAILURES_IN_A_ROW
    if (counts && (isMany || retryAfter_ms)) {
      const doublings = Math.min(tally.cooldownsInARow, 16)
      const own_ms = Math.min(this.cooldown_ms * 2 ** doublings, COOLDOWN_MAX_MS)
      const cooldown_ms = Math.max(
        isMany ? own_ms : 0,
        Math.min(retryAfter_ms ?? 0, RETRY_AFTER_MAX_MS),
      )
      tally.open(was, Math.ceil(this.now() + cooldown_ms))
    }
    this.cancelled({ probe })
  }

  /** Ends a request that shows nothing of the upstream's health: the next may probe at once. */
  cancelled({ probe }: CircuitPermit): void {
    if (probe !== null) this.tally.releaseProbe(probe)
  }

  state(): CircuitState {
    if (this.tally.openUntil === 0) return 'closed'
    return this.cooldownLeft() > 0 ? 'open' : 'half_open'
  }
}
