import type { Viewer } from '../store/access.ts'
import type { Turns } from '../store/store-port.ts'
import { hasEnded, type Step, stepOf, type Turn, turnOf } from './turn.ts'

/** How often a turn that another process runs is read. */
const READ_MS = 400

/** A turn and the steps that were recorded since it was read last. */
export interface Progress {
  turn: Turn
  steps: Step[]
}

/** Wakes those who follow a turn that this process runs. */
export class TurnNews {
  private readonly waiting = new Map<string, Set<() => void>>()

  notify(turnId: string): void {
    const woken = this.waiting.get(turnId)
    this.waiting.delete(turnId)
    for (const wake of woken ?? []) wake()
  }

  /** Resolves at the next news of the turn, after `ms`, or when `signal` is aborted. */
  next(turnId: string, ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const own = this.waiting.get(turnId) ?? new Set()
      this.waiting.set(turnId, own)
      const wake = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', wake)
        own.delete(wake)
        if (own.size === 0 && this.waiting.get(turnId) === own) this.waiting.delete(turnId)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      own.add(wake)
      if (signal?.aborted) wake()
      else signal?.addEventListener('abort', wake)
    })
  }
}

/**
 * The progress of a turn from the step after `after` on, until it has ended or `signal` is aborted:
 * first what is recorded, then what comes. Throws `turn_not_found` as soon as the viewer may not
 * edit the project any more.
 */
export async function* followTurn(
  { turns, news }: { turns: Turns; news: TurnNews },
  viewer: Viewer,
  id: string,
  { after = 0, signal }: { after?: number; signal?: AbortSignal } = {},
): AsyncGenerator<Progress> {
  let last = after
  let state: Turn['state'] | null = null
  while (!signal?.aborted) {
    // From before the read: what is recorded during it is news.
    const newsSoon = news.next(id, READ_MS, signal)
    const { turn: row, steps: rows } = await turns.readTurn(viewer, id, last)
    const isNews = rows.length > 0 || row.state !== state
    state = row.state
    last = rows.at(-1)?.number ?? last
    if (isNews) yield { turn: turnOf(row), steps: rows.map(stepOf) }
    if (hasEnded(row)) return
    await newsSoon
  }
}
