import { ClientGone } from './client-gone.ts'
import { notAvailable } from './error-codes.ts'
import { SliceClock, type TimeSlice } from './time-slice.ts'

/**
 * Bulky answers of an owner that one thread makes at a time: more would use memory without being
 * faster.
 */
export const MAKING_PER_OWNER = 2
/** Bulky answers per key and per owner that are being made or not yet read by their clients. */
export const BULKY_PER_KEY = 4
export const BULKY_PER_OWNER = 8
/** Requests of an owner that may wait in one thread; the next one is 503. */
export const WAITING_PER_OWNER = 1_000
/** A request that has not started by then is 503. */
export const START_WAIT_MS = 10_000
/** An owner goes first for this much work after a pause: most dossiers need less. */
const HEAD_START_MS = 20
/**
 * Upper bound of the charge for a slice: work that waits for something leaves the loop to others.
 */
const CHARGE_MAX_MS = 10
const RETRY_AFTER_MS = 1_000

/** The owner of work: the workspace of the caller, and its credential. */
export interface WorkOwner {
  owner: string
  key: string
}

export interface Work extends WorkOwner {
  /** True when the answer may be megabytes: few of them are in progress at a time. */
  isBulky: boolean
  /** True when the client has left. */
  isGone(): boolean
}

/** A request in progress. */
export interface StartedWork extends TimeSlice {
  /** Call when the answer is made: the next one may be made while the client reads this one. */
  made(): void
  /** Call when the answer is sent, or will not be. */
  end(): void
}

interface Waiting {
  work: Work
  isStart: boolean
  resolve(): void
  reject(error: Error): void
}
interface KeyQueue {
  waiting: Waiting[]
  bulky: number
}
interface OwnerQueue {
  keys: Map<string, KeyQueue>
  /** Ms of work that were done for this owner; the one with the least goes first. */
  worked: number
  /** Requests that wait to start, and requests that have started and not ended. */
  starting: number
  started: number
  making: number
  bulky: number
}

interface WorkQueueOptions {
  /** Calls back after sockets and timers had their turn in the event loop. */
  onNextRound?: (callback: () => void) => void
  /** Calls back when the resumed work has run up to its next wait. */
  onSliceDone?: (callback: () => void) => void
  /** A clock in ms that never goes back, used as wall clock and as processor time. */
  now?: () => number
}

/**
 * Shares the event loop of a thread fairly: one slice of work at a time, for the owner with the
 * least work done so far, and for the keys of an owner in turn. Sockets and open routes are served
 * between slices.
 */
export class WorkQueue {
  /**
   * Owners in round-robin order, which decides between equals: an owner that got a slice moves to
   * the end.
   */
  private readonly owners = new Map<string, OwnerQueue>()
  /** The highest `worked` at which an owner got a slice. New owners join near it. */
  private level = 0
  private readonly onNextRound: (callback: () => void) => void
  private readonly now: (() => number) | undefined
  private readonly onSliceDone: (callback: () => void) => void
  /** Measures the slices in this round of the loop; null before the first one. */
  private round: SliceClock | null = null
  private isSliceRunning = false

  constructor({
    onNextRound = setImmediate,
    onSliceDone = afterMicrotasks,
    now,
  }: WorkQueueOptions = {}) {
    this.onNextRound = onNextRound
    this.onSliceDone = onSliceDone
    this.now = now
  }

  /**
   * Waits for the first slice of a request. Throws `ApiError` 503 when too many requests of its
   * owner wait or it waited too long, and `ClientGone` when the client has left.
   */
  async start(work: Work): Promise<StartedWork> {
    if ((this.owners.get(work.owner)?.starting ?? 0) >= WAITING_PER_OWNER)
      throw busy('Too many requests of this workspace are waiting.')
    await this.wait(work, true)
    const clock = new SliceClock(this.now, this.now)
    let isMade = false
    let isEnded = false
    const charge = () => {
      const owner = this.owners.get(work.owner)
      if (owner) owner.worked += Math.min(CHARGE_MAX_MS, clock.used())
      clock.restart()
    }
    const made = () => {
      if (isMade) return
      isMade = true
      charge()
      if (work.isBulky) this.count(work, 'making', -1)
      this.giveSlice()
    }
    return {
      isUsedUp: () => clock.isOver(),
      renew: async () => {
        charge()
        await this.wait(work, false)
        clock.restart()
      },
      made,
      end: () => {
        if (isEnded) return
        isEnded = true
        made()
        this.count(work, 'started', -1)
        if (work.isBulky) this.count(work, 'bulky', -1)
        this.giveSlice()
      },
    }
  }

  private async wait(work: Work, isStart: boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting: Waiting = { work, isStart, resolve, reject }
    const owner = this.ownerOf(work)
    this.keyOf(owner, work).waiting.push(waiting)
    if (isStart) owner.starting++
    this.giveSlice()
    const late = isStart
      ? setTimeout(() => {
          this.remove(waiting)
          reject(busy('The service is busy with other requests of this workspace.'))
        }, START_WAIT_MS)
      : undefined
    try {
      await promise
    } finally {
      clearTimeout(late)
    }
  }

  /** Gives the next slice, unless one is in progress or the time of this round is used up. */
  private giveSlice(): void {
    if (this.isSliceRunning || this.round?.isOver()) return
    const next = this.takeNext()
    if (!next) return
    if (!this.round) {
      this.round = new SliceClock(this.now, this.now)
      this.onNextRound(() => {
        this.round = null
        this.giveSlice()
      })
    }
    this.isSliceRunning = true
    next.resolve()
    this.onSliceDone(() => {
      this.isSliceRunning = false
      this.giveSlice()
    })
  }

  /**
   * Removes the next request that may run from the queue, and rejects those whose client has left.
   */
  private takeNext(): Waiting | null {
    for (;;) {
      const next = this.findNext()
      if (!next) {
        this.forgetAllIdle()
        return null
      }
      this.remove(next)
      if (next.work.isGone()) next.reject(new ClientGone())
      else {
        if (next.isStart) this.count(next.work, 'started', 1)
        if (next.isStart && next.work.isBulky) {
          this.count(next.work, 'making', 1)
          this.count(next.work, 'bulky', 1)
        }
        this.moveToEnd(next.work)
        return next
      }
    }
  }

  private findNext(): Waiting | null {
    let found: Waiting | null = null
    let least = Infinity
    for (const owner of this.owners.values()) {
      // An owner gains no credit while its clients read: its next flood would go first for seconds.
      owner.worked = Math.max(owner.worked, this.level - HEAD_START_MS)
      if (owner.worked >= least) continue
      const isOwnerFull = owner.making >= MAKING_PER_OWNER || owner.bulky >= BULKY_PER_OWNER
      for (const key of owner.keys.values()) {
        const isFull = isOwnerFull || key.bulky >= BULKY_PER_KEY
        const own = key.waiting.find(({ work, isStart }) => !(isFull && isStart && work.isBulky))
        if (!own) continue
        found = own
        least = owner.worked
        break
      }
    }
    return found
  }

  private moveToEnd({ owner: name, key: id }: WorkOwner): void {
    const owner = this.owners.get(name)
    if (!owner) return
    this.level = Math.max(this.level, owner.worked)
    this.owners.delete(name)
    this.owners.set(name, owner)
    const key = owner.keys.get(id)
    if (!key) return
    owner.keys.delete(id)
    owner.keys.set(id, key)
  }

  private remove(waiting: Waiting): void {
    const owner = this.ownerOf(waiting.work)
    const key = this.keyOf(owner, waiting.work)
    key.waiting.splice(key.waiting.indexOf(waiting), 1)
    if (waiting.isStart) owner.starting--
    this.forgetIdle(waiting.work)
  }

  private count(work: Work, what: 'started' | 'making' | 'bulky', change: 1 | -1): void {
    const owner = this.ownerOf(work)
    owner[what] += change
    if (what === 'bulky') this.keyOf(owner, work).bulky += change
    this.forgetIdle(work)
  }

  private ownerOf({ owner: name }: WorkOwner): OwnerQueue {
    const known = this.owners.get(name)
    const owner = known ?? newOwner()
    if (!known) this.owners.set(name, owner)
    return owner
  }

  private keyOf(owner: OwnerQueue, { key: id }: WorkOwner): KeyQueue {
    const key = owner.keys.get(id) ?? { waiting: [], bulky: 0 }
    owner.keys.set(id, key)
    return key
  }

  private forgetIdle({ owner: name, key: id }: WorkOwner): void {
    const owner = this.owners.get(name)
    const key = owner?.keys.get(id)
    if (key && key.waiting.length === 0 && key.bulky === 0) owner!.keys.delete(id)
  }

  /** Forgets idle owners: their past work matters only while requests wait. */
  private forgetAllIdle(): void {
    for (const [name, { keys, started }] of this.owners)
      if (keys.size === 0 && started === 0) this.owners.delete(name)
    if (this.owners.size === 0) this.level = 0
  }
}

/** Calls back when no microtask is left. */
function afterMicrotasks(callback: () => void): void {
  queueMicrotask(() => process.nextTick(callback))
}

function newOwner(): OwnerQueue {
  return { keys: new Map(), worked: 0, starting: 0, started: 0, making: 0, bulky: 0 }
}

/** Error 503, not 429: the request is within the rate limit of its key. */
function busy(message: string): Error {
  return notAvailable(message, 'Try again shortly, with fewer concurrent requests.', {
    retryAfter_ms: RETRY_AFTER_MS,
  })
}
