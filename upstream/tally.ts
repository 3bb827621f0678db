import { FAILURES, type FailureKind } from './failure.ts'

/** Counters of every upstream, without its failures. */
const COUNTS = ['requested', 'cached', 'joined', 'sent', 'answered', 'openings'] as const
type Count = (typeof COUNTS)[number]

/** Upper ends of the classes of answer times; the last class is open. */
export const ANSWER_MS = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000] as const

/** Slots of one upstream: the circuit, the counters, the failures, the answer times. */
const CIRCUIT_SLOTS = 3
const [IN_A_ROW, COOLDOWNS, LAST_KIND] = [0, 1, 2]
const SLOTS = CIRCUIT_SLOTS + COUNTS.length + FAILURES.length + ANSWER_MS.length + 1
const TIMES = 3
const [OPEN_UNTIL, LAST_AT, PROBE_UNTIL] = [0, 1, 2]

/** Creates the memory for a number of upstreams; threads that share it count together. */
export function tallyMemory(upstreams: number): SharedArrayBuffer {
  return new SharedArrayBuffer(upstreams * (TIMES * 8 + SLOTS * 4))
}

/** Counters of one upstream over all threads of the process, and the state of its circuit. */
export class UpstreamTally {
  private readonly numbers: Uint32Array
  private readonly times: BigInt64Array

  constructor(memory: SharedArrayBuffer, index: number, upstreams: number) {
    this.times = new BigInt64Array(memory, index * TIMES * 8, TIMES)
    this.numbers = new Uint32Array(memory, upstreams * TIMES * 8 + index * SLOTS * 4, SLOTS)
  }

  add(count: Count): void {
    Atomics.add(this.numbers, CIRCUIT_SLOTS + COUNTS.indexOf(count), 1)
  }

  answered(ms: number): void {
    this.add('answered')
    const found = ANSWER_MS.findIndex((end) => ms <= end)
    const time = found < 0 ? ANSWER_MS.length : found
    Atomics.add(this.numbers, CIRCUIT_SLOTS + COUNTS.length + FAILURES.length + time, 1)
  }

  failed(kind: FailureKind, now: number): void {
    const slot = FAILURES.indexOf(kind)
    Atomics.add(this.numbers, CIRCUIT_SLOTS + COUNTS.length + slot, 1)
    Atomics.store(this.numbers, LAST_KIND, slot + 1)
    Atomics.store(this.times, LAST_AT, BigInt(Math.round(now)))
  }

  addFailureInARow(): number {
    return Atomics.add(this.numbers, IN_A_ROW, 1) + 1
  }

  /** Openings since the last answer, which make each cooldown longer. */
  get cooldownsInARow(): number {
    return Atomics.load(this.numbers, COOLDOWNS)
  }

  /** Milliseconds since the epoch; 0 while the circuit is closed. */
  get openUntil(): number {
    return Number(Atomics.load(this.times, OPEN_UNTIL))
  }

  /** Opens the circuit, unless another thread did so since `was` was read. */
  open(was: number, until: number): boolean {
    const seen = BigInt(was)
    if (Atomics.compareExchange(this.times, OPEN_UNTIL, seen, BigInt(until)) !== seen) return false
    Atomics.add(this.numbers, COOLDOWNS, 1)
    this.add('openings')
    return true
  }

  close(): void {
    Atomics.store(this.numbers, IN_A_ROW, 0)
    Atomics.store(this.numbers, COOLDOWNS, 0)
    Atomics.store(this.times, OPEN_UNTIL, 0n)
    Atomics.store(this.times, PROBE_UNTIL, 0n)
  }

  /**
   * Token of the probe of an open circuit, or null while another thread holds it. It expires after
   * `hold_ms`, so that a thread that dies during its probe does not block the others.
   */
  acquireProbe(now: number, hold_ms: number): number | null {
    const held = Atomics.load(this.times, PROBE_UNTIL)
    const left = Number(held) - now
    if (left > 0 && left <= hold_ms) return null
    const token = Math.round(now + hold_ms)
    const before = Atomics.compareExchange(this.times, PROBE_UNTIL, held, BigInt(token))
    return before === held ? token : null
  }

  releaseProbe(token: number): void {
    Atomics.compareExchange(this.times, PROBE_UNTIL, BigInt(token), 0n)
  }

  read() {
    const at = (slot: number) => Atomics.load(this.numbers, slot)
    const counts = Object.fromEntries(COUNTS.map((name, i) => [name, at(CIRCUIT_SLOTS + i)]))
    const failures = Object.fromEntries(
      FAILURES.map((kind, i) => [kind, at(CIRCUIT_SLOTS + COUNTS.length + i)]),
    )
    const first = CIRCUIT_SLOTS + COUNTS.length + FAILURES.length
    const last = at(LAST_KIND)
    return {
      counts: counts as Record<Count, number>,
      failures: failures as Record<FailureKind, number>,
      answer_ms: [...ANSWER_MS, null].map((up_to, i) => ({ up_to, answers: at(first + i) })),
      lastFailure: last
        ? { kind: FAILURES[last - 1], at: Number(Atomics.load(this.times, LAST_AT)) }
        : null,
    }
  }
}
