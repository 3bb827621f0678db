import type { Caller } from '../../accounts/accounts.ts'
import { editorUrl } from '../projects/project-answer.ts'
import type { Turn } from '../turns/turn.ts'
import type { Links } from '../turns/wire/response-object.ts'
import type { Call } from './route.ts'

/** Time for a turn to end that is stopped at the end of its time. */
const GRACE_MS = 10_000

/** Who calls: no route of turns is open. */
export function callerOf({ viewer }: Pick<Call, 'viewer'>): Caller {
  if (!viewer) throw new Error('a route of turns was called by nobody')
  return viewer
}

export const linksOf = ({ origin }: Pick<Call, 'origin'>): Links => ({
  editorUrl: (id) => editorUrl(origin, id),
})

/**
 * Milliseconds for which a request in the foreground still follows its turn, which began
 * `follow_ms` before its deadline.
 */
export function msToFollow({ createdAt, effort }: Turn, follow_ms: number): number {
  const left_ms = createdAt.getTime() + follow_ms - Date.now()
  // A little longer, for the turn to end at its own deadline.
  return effort === 'pro' ? left_ms : left_ms + GRACE_MS
}
