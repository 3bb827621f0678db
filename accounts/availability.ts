/** The thread of the accounts shows so often that it responds, in ms. */
export const BEAT_MS = 1_000
/** Without a beat for so long it does not respond: as long as an answer is waited for. */
export const STUCK_MS = 10_000

const DATABASE_SILENT = 'The database of the accounts does not answer.'
const THREAD_STUCK = 'The part of this service that knows accounts does not respond.'

/** Words of the shared memory. */
const BEAT_AT = 0
const IS_SILENT = 1
const REFUSED = 2

/**
 * Whether the accounts can answer now, in memory that all threads of a process share: their own
 * thread writes it, others read it at once, without a message and without waiting.
 */
export class Availability {
  readonly memory: SharedArrayBuffer
  private readonly words: BigInt64Array
  private readonly now_ms: () => number

  /** `memory` is that of another thread's. `now_ms` is a clock that all threads share. */
  constructor(
    memory: SharedArrayBuffer | null = null,
    now_ms = () => Number(process.hrtime.bigint() / 1_000_000n),
  ) {
    this.memory = memory ?? new SharedArrayBuffer(3 * BigInt64Array.BYTES_PER_ELEMENT)
    this.words = new BigInt64Array(this.memory)
    this.now_ms = now_ms
    if (memory === null) this.beat()
  }

  /** The thread of the accounts responds. */
  beat(): void {
    Atomics.store(this.words, BEAT_AT, BigInt(Math.floor(this.now_ms())))
  }

  setDatabase(isAnswering: boolean): void {
    Atomics.store(this.words, IS_SILENT, isAnswering ? 0n : 1n)
  }

  get isStuck(): boolean {
    return this.now_ms() - Number(Atomics.load(this.words, BEAT_AT)) > STUCK_MS
  }

  /** Which part does not answer, in a sentence; null where nothing is known to be wrong. */
  problem(): string | null {
    if (this.isStuck) return THREAD_STUCK
    return Atomics.load(this.words, IS_SILENT) === 1n ? DATABASE_SILENT : null
  }

  /** A request was refused for the problem. */
  countRefused(): void {
    Atomics.add(this.words, REFUSED, 1n)
  }

  /** Requests that were refused since the last call. */
  takeRefused(): number {
    return Number(Atomics.exchange(this.words, REFUSED, 0n))
  }
}
