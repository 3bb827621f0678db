import { LRUCache } from 'lru-cache'

/** Where the bytes of a block are, and what they must be. Hashes are SHA-256 in hex. */
export interface BlockRequest {
  /** Hash of the file, which is the name of its object. */
  file: string
  position: number
  length: number
  /** Hash of the block. */
  block: string
}

/**
 * What became of a request: the block is on disk `here`, the store is `silent`, its bytes are not
 * the right ones (`damaged`) or gone, or it was not here in time (`late`).
 */
export type BlockOutcome = 'here' | 'silent' | 'damaged' | 'late'

/** Requests of all threads of a process at a time; more are `late` at once. */
const SLOTS_MAX = 512
/** Longest wait of a thread for a block. */
const BLOCK_WAIT_MS = 3_000
/** A block whose bytes were wrong is not requested again for this time. */
const DAMAGED_MS = 2_000
/** Damaged blocks that a thread remembers. */
const DAMAGED_MAX = 1_000

/** States of a slot. A slot that its reader left is freed by the fetcher. */
const [FREE, FILLING, REQUESTED, RUNNING, LEFT] = [0, 1, 2, 3, 4]
const OUTCOMES: BlockOutcome[] = ['here', 'silent', 'damaged', 'late']
/** The first state of those that are outcomes. */
const ENDED = 5

/** The shared memory: a bell and its padding, two times of silence, then the slots. */
const BELL = 0
const [FETCHES, PIN] = [1, 2]
const SLOTS_AT = 24
/** Bytes of a SHA-256. */
export const HASH_BYTES = 32
/** State, length, position, hash of the file, hash of the block. */
const SLOT_BYTES = 16 + 2 * HASH_BYTES

/**
 * Requests for blocks of a store in memory that all threads of a process share. A thread that may
 * not go on without a block waits for it here, also where it cannot return to its event loop; one
 * thread of the process fetches (`serve`).
 */
export class BlockChannel {
  readonly shared: SharedArrayBuffer
  private readonly ints: Int32Array
  private readonly times: BigInt64Array
  private readonly view: DataView
  private readonly bytes: Buffer
  private readonly wait_ms: number
  private readonly damaged = new LRUCache<string, true>({ max: DAMAGED_MAX, ttl: DAMAGED_MS })

  /** `shared` is the memory of a channel of this process; a new one without it. */
  constructor(
    shared = new SharedArrayBuffer(SLOTS_AT + SLOTS_MAX * SLOT_BYTES),
    wait_ms = BLOCK_WAIT_MS,
  ) {
    this.shared = shared
    this.wait_ms = wait_ms
    this.ints = new Int32Array(shared)
    this.times = new BigInt64Array(shared, 0, SLOTS_AT / 8)
    this.view = new DataView(shared)
    this.bytes = Buffer.from(shared)
  }

  /** Since when the store has not answered to fetches or reads of the pin; null while it does. */
  get silentSince(): Date | null {
    const since = [FETCHES, PIN].map((each) => Number(Atomics.load(this.times, each)))
    const silent = since.filter((time) => time !== 0)
    return silent.length > 0 ? new Date(Math.min(...silent)) : null
  }

  /** Notes whether the store has answered to a read of its pin. */
  notePin(hasAnswered: boolean): void {
    this.note(PIN, hasAnswered)
  }

  /** Notes whether the store has answered to fetches: while it has not, no thread waits for it. */
  noteFetches(hasAnswered: boolean): void {
    this.note(FETCHES, hasAnswered)
  }

  /** Has a block brought here. Blocks the thread until it is, for `BLOCK_WAIT_MS` at most. */
  requestNow(request: BlockRequest): BlockOutcome {
    const slot = this.begin(request)
    if (typeof slot !== 'number') return slot
    const until = performance.now() + this.wait_ms
    for (;;) {
      const state = Atomics.load(this.ints, slot)
      const left = until - performance.now()
      if (state >= ENDED || left <= 0) return this.end(slot, request)
      Atomics.wait(this.ints, slot, state, left)
    }
  }

  /** Has a block brought here, like `requestNow`, without blocking the event loop. */
  async request(request: BlockRequest): Promise<BlockOutcome> {
    const slot = this.begin(request)
    if (typeof slot !== 'number') return slot
    const until = performance.now() + this.wait_ms
    for (;;) {
      const state = Atomics.load(this.ints, slot)
      const left = until - performance.now()
      if (state >= ENDED || left <= 0) return this.end(slot, request)
      await Atomics.waitAsync(this.ints, slot, state, left).value
    }
  }

  /** Answers requests of all threads until the process ends. For the one thread that fetches. */
  async serve(fetch: (request: BlockRequest) => Promise<BlockOutcome>): Promise<never> {
    for (;;) {
      const bell = Atomics.load(this.ints, BELL)
      for (let number = 0; number < SLOTS_MAX; number++) {
        const slot = slotAt(number)
        if (Atomics.compareExchange(this.ints, slot, REQUESTED, RUNNING) !== REQUESTED) continue
        void fetch(this.read(slot)).then((outcome) => {
          const ended = ENDED + OUTCOMES.indexOf(outcome)
          const found = Atomics.compareExchange(this.ints, slot, RUNNING, ended)
          if (found === LEFT) Atomics.store(this.ints, slot, FREE)
          Atomics.notify(this.ints, slot)
        })
      }
      await Atomics.waitAsync(this.ints, BELL, bell).value
    }
  }

  private note(which: number, hasAnswered: boolean): void {
    if (hasAnswered) Atomics.store(this.times, which, 0n)
    else Atomics.compareExchange(this.times, which, 0n, BigInt(Date.now()))
  }

  /** The slot of a new request, or its outcome where it is not sent. */
  private begin(request: BlockRequest): number | BlockOutcome {
    if (this.damaged.get(request.block)) return 'damaged'
    if (Atomics.load(this.times, FETCHES) !== 0n) return 'silent'
    for (let number = 0; number < SLOTS_MAX; number++) {
      const slot = slotAt(number)
      if (Atomics.compareExchange(this.ints, slot, FREE, FILLING) !== FREE) continue
      const at = slot * 4
      this.view.setInt32(at + 4, request.length, true)
      this.view.setFloat64(at + 8, request.position, true)
      this.bytes.write(request.file, at + 16, 'hex')
      this.bytes.write(request.block, at + 16 + HASH_BYTES, 'hex')
      Atomics.store(this.ints, slot, REQUESTED)
      Atomics.add(this.ints, BELL, 1)
      Atomics.notify(this.ints, BELL)
      return slot
    }
    return 'late'
  }

  /** Frees the slot of a request, or leaves it to the fetcher, and returns the outcome. */
  private end(slot: number, { block }: BlockRequest): BlockOutcome {
    for (;;) {
      const state = Atomics.load(this.ints, slot)
      const next = state === RUNNING ? LEFT : FREE
      if (Atomics.compareExchange(this.ints, slot, state, next) !== state) continue
      const outcome = state >= ENDED ? OUTCOMES[state - ENDED] : 'late'
      if (outcome === 'damaged') this.damaged.set(block, true)
      return outcome
    }
  }

  private read(slot: number): BlockRequest {
    const at = slot * 4
    const hashAt = (from: number) => this.bytes.toString('hex', from, from + HASH_BYTES)
    return {
      length: this.view.getInt32(at + 4, true),
      position: this.view.getFloat64(at + 8, true),
      file: hashAt(at + 16),
      block: hashAt(at + 16 + HASH_BYTES),
    }
  }
}

/** Index of the state of a slot. */
function slotAt(number: number): number {
  return (SLOTS_AT + number * SLOT_BYTES) / 4
}
