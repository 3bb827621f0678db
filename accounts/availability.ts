/** Interval of the heartbeats of the thread of the accounts. */
export const BEAT_MS = 1_000
/** The thread counts as stuck without a heartbeat for this long, the time that a call waits. */
export const STUCK_MS = 10_000

export const DATABASE_SILENT = 'The database of the accounts does not answer.'
const THREAD_STUCK = 'The part of this service that has the accounts does not respond.'

/** Indexes of the values in the shared memory. */
const BEAT_AT = 0
const IS_SILENT = 1
const REFUSED = 2

/**
 * Shared memory with the state of the accounts. Their own thread writes it; the other threads of
 * the process read it at once, without a message and without waiting.
 */
export class Availability {
  readonly memory: SharedArrayBuffer
  private readonly words: BigInt64Array
  private readonly now_ms: () => number

  /** `memory` comes from another thread. `now_ms` is a clock that all threads share. */
  constructor(
    memory: SharedArrayBuffer | null = null,
    now_ms = () => Number(process.hrtime.bigint() / 1_000_000n),
  ) {
    this.memory = memory ?? new SharedArrayBuffer(3 * BigInt64Array.BYTES_PER_ELEMENT)
    this.words = new BigInt64Array(this.memory)
    this.now_ms = now_ms
    if (memory === null) this.beat()
  }

  /** Records that the thread of the accounts responds. */
  beat(): void {
    Atomics.store(this.words, BEAT_AT, BigInt(Math.floor(this.now_ms())))
  }

  setDatabase(isAnswering: boolean): void {
    Atomics.store(this.words, IS_SILENT, isAnswering ? 0n : 1n)
  }

  get isStuck(): boolean {
    return this.now_ms() - Number(Atomics.load(this.words, BEAT_AT)) > STUCK_MS
  }

  /** The part that does not answer, as a sentence; null when no problem is known. */
  problem(): string | null {
    if (this.isStuck) return THREAD_STUCK
    return Atomics.load(this.words, IS_SILENT) === 1n ? DATABASE_SILENT : null
  }

  /** Counts a request that was refused because of the problem. */
  countRefused(): void {
    Atomics.add(this.words, REFUSED, 1n)
  }

  /** Number of requests that were refused since the last call. */
  takeRefused(): number {
    return Number(Atomics.exchange(this.words, REFUSED, 0n))
  }
}
