import { ClientGone } from './client-gone.ts'
import { notAvailable } from './error-codes.ts'
import { SliceClock, type TimeSlice } from './time-slice.ts'

/** Large answers of an owner that are made at a time in one thread: more take memory and are no quicker. */
export const MAKING_PER_OWNER = 2
/** Large answers of a key and of an owner that are made, or not yet read by their clients. */
export const BULKY_PER_KEY = 4
export const BULKY_PER_OWNER = 8
/** Requests of an owner that wait to start in one thread; the next is 503. */
export const WAITING_PER_OWNER = 1_000
/** A request that has not started by then is 503. */
export const START_WAIT_MS = 10_000
/** Who comes after a pause goes first for so many ms of work: most dossiers need less. */
const HEAD_START_MS = 20
/** A slice counts as this at most: work that waits for something else leaves the loop to others. */
const CHARGE_MAX_MS = 10
const RETRY_AFTER_MS = 1_000

/** Whose work it is: the workspace of the caller and its credential. */
export interface WorkOwner {
  owner: string
  key: string
}

export interface Work extends WorkOwner {
  /** Whether its answer may be megabytes: few of them are in progress at a time. */
  isBulky: boolean
  /** Whether nobody waits for the answer any more. */
  isGone(): boolean
}

/** A request in progress. */
export interface StartedWork extends TimeSlice {
  /** The answer is made: the next of its owner may be made while this one is read. */
  made(): void
  /** The answer has left, or there is none. */
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
  /** Ms of work that were done for it, beside that of others: who has the least goes first. */
  worked: number
  /** Requests that wait to start, and those that have started and not ended. */
  starting: number
  started: number
  making: number
  bulky: number
}

interface WorkQueueOptions {
  /** Calls back when sockets and timers have had the loop. */
  onNextRound?: (callback: () => void) => void
  /** Calls back when work that was resolved just now has run until it waits. */
  onSliceDone?: (callback: () => void) => void
  /** Ms that never go back, of the day and of the processor alike. */
  now?: () => number
}

/**
 * Shares the event loop of a thread among those who ask: one slice of work at a time, for the owner
 * for whom the least was done, and for the keys of an owner in turn. Between slices sockets and open
 * routes are served.
 */
export class WorkQueue {
  /** In the order of their turns, where as much was done for them: who got a slice goes to the end. */
  private readonly owners = new Map<string, OwnerQueue>()
  /** The most of `worked` at which somebody got a slice: where newcomers join. */
  private level = 0
  private readonly onNextRound: (callback: () => void) => void
  private readonly now: (() => number) | undefined
  private readonly onSliceDone: (callback: () => void) => void
  /** How long slices have run in this round of the loop; null before the first. */
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
   * Waits for the first slice of a request. Throws `ApiError` 503 where too many of its owner wait
   * or it waited too long, and `ClientGone`.
   */
  async start(work: Work): Promise<StartedWork> {
    if ((this.owners.get(work.owner)?.starting ?? 0) >= WAITING_PER_OWNER)
      throw busy('Too many requests of this workspace wait for an answer.')
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

  /** Gives the next slice, unless one is in progress or this round of the loop has had its time. */
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

  /** Takes the next that may run from the queue, and refuses those on the way whose client left. */
  private takeNext(): Waiting | undefined {
    for (;;) {
      const next = this.findNext()
      if (!next) {
        this.forgetAllIdle()
        return undefined
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

  private findNext(): Waiting | undefined {
    let found: Waiting | undefined
    let least = Infinity
    for (const owner of this.owners.values()) {
      // Who waits for readers saves up nothing, or a flood would come before everybody for seconds.
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

  /** What was done for owners matters while somebody waits. */
  private forgetAllIdle(): void {
    for (const [name, { keys, started }] of this.owners)
      if (keys.size === 0 && started === 0) this.owners.delete(name)
    if (this.owners.size === 0) this.level = 0
  }
}

/** Ticks run when no microtask is left. */
function afterMicrotasks(callback: () => void): void {
  queueMicrotask(() => process.nextTick(callback))
}

function newOwner(): OwnerQueue {
  return { keys: new Map(), worked: 0, starting: 0, started: 0, making: 0, bulky: 0 }
}

/** Not 429, which is of the limit of a key: such a request was within it. */
function busy(message: string): Error {
  return notAvailable(message, 'Ask again shortly, with fewer requests at a time.', {
    retryAfter_ms: RETRY_AFTER_MS,
  })
}
