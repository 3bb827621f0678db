import type { Viewer } from '../store/access.ts'
import type { Turns } from '../store/store-port.ts'
import { hasEnded, type Step, stepOf, type Turn, turnOf } from './turn.ts'

/** How often a turn is read that another process runs, or that waits. */
const READ_MS = 400
/** How often one is read that this process runs: to see whether the viewer may still see it. */
const CHECK_MS = 2_000
/** Steps that are stored for one who reads slowly; with more they are read from the database. */
const STEPS_MAX = 16

/** A turn and the steps that were recorded since it was read last. */
export interface Progress {
  turn: Turn
  steps: Step[]
}

/** One who follows a turn, with what was reported since it looked last. */
class Follower {
  private news: Progress | null = null
  private isToRead = false
  private wake = () => {}

  add(progress: Progress | null): void {
    const steps = [...(this.news?.steps ?? []), ...(progress?.steps ?? [])]
    if (!progress || steps.length > STEPS_MAX) this.isToRead = true
    else this.news = { turn: progress.turn, steps }
    this.wake()
  }

  /** What was reported, or null where it is to be read. */
  take(): Progress | null {
    const news = this.isToRead ? null : this.news
    this.news = null
    this.isToRead = false
    return news
  }

  /** Resolves when something was reported, after `ms`, or when `signal` is aborted. */
  next(ms: number, signal?: AbortSignal): Promise<void> {
    if (this.news || this.isToRead || signal?.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      this.wake = wake
      signal?.addEventListener('abort', wake)
    })
  }
}

/** Reports what this process does with turns to those who follow them. */
export class TurnNews {
  private readonly followers = new Map<string, Set<Follower>>()
  private readonly running = new Set<string>()

  /** This process begins to run a turn. */
  begin(turnId: string): void {
    this.running.add(turnId)
    this.report(turnId)
  }

  /** This process runs a turn no longer. */
  end(turnId: string): void {
    this.running.delete(turnId)
    this.report(turnId)
  }

  isRunning(turnId: string): boolean {
    return this.running.has(turnId)
  }

  /** A step that was recorded; without one the turn has changed and is to be read. */
  report(turnId: string, progress: Progress | null = null): void {
    for (const follower of this.followers.get(turnId) ?? []) follower.add(progress)
  }

  followersOf(turnId: string): number {
    return this.followers.get(turnId)?.size ?? 0
  }

  follow(turnId: string): Follower & Disposable {
    const follower = new Follower()
    const all = this.followers.get(turnId) ?? new Set()
    this.followers.set(turnId, all.add(follower))
    return Object.assign(follower, {
      [Symbol.dispose]: () => {
        all.delete(follower)
        if (all.size === 0) this.followers.delete(turnId)
      },
    })
  }
}

/**
 * The progress of a turn until it has ended or `signal` is aborted: first what is recorded, then
 * what comes. `known` is a turn that was created just now, and comes first. Throws `turn_not_found`
 * within 2 s after the viewer has lost the right to edit the project.
 */
export async function* followTurn(
  { turns, news }: { turns: Turns; news: TurnNews },
  viewer: Viewer,
  id: string,
  { known, signal }: { known?: Turn; signal?: AbortSignal } = {},
): AsyncGenerator<Progress> {
  // From before the first read: what is recorded during it is reported.
  using follower = news.follow(id)
  let [last, readAt] = [0, Number.NEGATIVE_INFINITY]
  let state: Turn['state'] | null = null
  if (known) {
    state = known.state
    yield { turn: known, steps: [] }
  }
  while (!signal?.aborted) {
    const found = follower.take()
    const next = found && { ...found, steps: found.steps.filter(({ number }) => number > last) }
    const isNext = next?.steps[0]?.number === last + 1 && performance.now() < readAt + CHECK_MS
    const { turn, steps } = isNext ? next : await read()
    const isNews = steps.length > 0 || turn.state !== state
    state = turn.state
    last = steps.at(-1)?.number ?? last
    if (isNews) yield { turn, steps }
    if (hasEnded(turn)) return
    const check_ms = Math.max(0, readAt + CHECK_MS - performance.now())
    await follower.next(news.isRunning(id) ? check_ms : READ_MS, signal)
  }

  async function read(): Promise<Progress> {
    const { turn, steps } = await turns.readTurn(viewer, id, last)
    readAt = performance.now()
    return { turn: turnOf(turn), steps: steps.map(stepOf) }
  }
}
