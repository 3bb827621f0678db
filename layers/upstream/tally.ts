import { FAILURES, type FailureKind } from './failure.ts'

/** What is counted of every upstream, beside its failures. */
const COUNTS = ['asked', 'kept', 'joined', 'sent', 'answered', 'openings'] as const
type Count = (typeof COUNTS)[number]

/** Upper ends of the classes of answer times; the last class has none. */
export const ANSWER_MS = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000] as const

/** Numbers of one upstream: the circuit's own, the counts, the failures, the answer times. */
const CIRCUIT_SLOTS = 3
const SLOTS = CIRCUIT_SLOTS + COUNTS.length + FAILURES.length + ANSWER_MS.length + 1
const TIMES = 2

/** The memory for so many upstreams; threads that share it count together. */
export function tallyMemory(upstreams: number): SharedArrayBuffer {
  return new SharedArrayBuffer(upstreams * (TIMES * 8 + SLOTS * 4))
}

/** What all threads of the process counted of one upstream, and where its circuit stands. */
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
    Atomics.store(this.numbers, 2, slot + 1)
    Atomics.store(this.times, 1, BigInt(now))
  }

  /** Failures in a row, and since when or until when the circuit is open. */
  get failuresInARow(): number {
    return Atomics.load(this.numbers, 0)
  }
  addFailureInARow(): number {
    return Atomics.add(this.numbers, 0, 1) + 1
  }
  clearFailures(): void {
    Atomics.store(this.numbers, 0, 0)
    Atomics.store(this.numbers, 1, 0)
    Atomics.store(this.times, 0, 0n)
  }
  /** Milliseconds since the epoch; 0 while the circuit is closed. */
  get openUntil(): number {
    return Number(Atomics.load(this.times, 0))
  }
  set openUntil(time: number) {
    Atomics.store(this.times, 0, BigInt(time))
  }
  /** True for the one who may try an open circuit; whoever may must give it back. */
  takeTrial(): boolean {
    return Atomics.compareExchange(this.numbers, 1, 0, 1) === 0
  }
  giveTrialBack(): void {
    Atomics.store(this.numbers, 1, 0)
  }

  read() {
    const at = (slot: number) => Atomics.load(this.numbers, slot)
    const counts = Object.fromEntries(COUNTS.map((name, i) => [name, at(CIRCUIT_SLOTS + i)]))
    const failures = Object.fromEntries(
      FAILURES.map((kind, i) => [kind, at(CIRCUIT_SLOTS + COUNTS.length + i)]),
    )
    const first = CIRCUIT_SLOTS + COUNTS.length + FAILURES.length
    const last = at(2)
    return {
      counts: counts as Record<Count, number>,
      failures: failures as Record<FailureKind, number>,
      answer_ms: [...ANSWER_MS, null].map((up_to, i) => ({ up_to, answers: at(first + i) })),
      lastFailure: last
        ? { kind: FAILURES[last - 1], at: Number(Atomics.load(this.times, 1)) }
        : null,
    }
  }
}
