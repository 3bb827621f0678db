import { isRefused, type Success } from '../../../operations/draft-answer.ts'
import type { Fix } from '../../../scene/issue.ts'
import { asReason, readableMessage } from '../../house/describe.ts'
import { newError } from '../../house/scene-errors.ts'
import { formatDegrees, formatList, formatMetres } from '../../language/format.ts'
import { Declined, type Workbench } from '../../workbench.ts'

/**
 * Makes an edit that must not cause a fault of the building. Throws `Declined` with the fault where
 * it does; the caller returns the bench to its mark.
 */
export function soundly<Answer>(bench: Workbench, edit: () => Answer): Answer {
  const before = bench.scene
  const answer = edit()
  const breach = bench.breach()
  if (breach !== null) throw new Declined(breach)
  const error = newError(before, bench.scene)
  if (error === null) return answer
  throw new Declined(
    `That is not possible without a fault in the building: ${asReason(readableMessage(bench.scene, error))}`,
  )
}

/** Arguments that a fix may change without a question: they say how, not what. */
export const FREE: ReadonlySet<string> = new Set(['items', 'offset', 't', 'hinge', 'swing'])
/** How an offer names the arguments that differ. */
const OFFERED: Record<string, (value: number) => string> = {
  width: (value) => `a width of ${formatMetres(value)}`,
  height: (value) => `a height of ${formatMetres(value)}`,
  sill: (value) => `a sill at ${formatMetres(value)}`,
  pitch: (value) => `a pitch of ${formatDegrees(value)}`,
  overhang: (value) => `an overhang of ${formatMetres(value)}`,
}

/**
 * Makes an edit; where it is refused, the call that works instead if that does the same in another
 * place. Throws `Declined` with the reason, and the figures that would work, otherwise.
 */
export function applyOrOffer(
  bench: Workbench,
  tool: string,
  given: Record<string, unknown>,
  free: ReadonlySet<string> = FREE,
): Success {
  const before = bench.scene
  const answer = bench.attempt(tool, given)
  if (!isRefused(answer)) return answer
  const { fix, message } = answer.error
  const changed = fix?.tool === tool ? changedBy(fix, given) : null
  if (changed?.every((name) => free.has(name))) return bench.apply(tool, fix!.arguments)
  const reason = `That is not possible: ${asReason(readableMessage(before, message))}`
  const offers = (changed ?? []).flatMap((name) => {
    const value = fix!.arguments[name]
    if (name === 'move' && Array.isArray(value))
      return [`a move of ${formatMetres(Math.hypot(...(value as number[])))}`]
    return typeof value === 'number' && name in OFFERED ? [OFFERED[name](value)] : []
  })
  throw new Declined(offers.length > 0 ? `${reason} It works with ${formatList(offers)}.` : reason)
}

/** What becomes of furniture in the way, the least first; absent: it stays. */
const ITEMS_MODES = [undefined, 'shift', 'refurnish'] as const

/**
 * Makes an edit that furniture may be in the way of: it stays where that is possible, and else it
 * moves. Throws `Declined` with the first reason where no way is sound.
 */
export function applyAmongItems(
  bench: Workbench,
  tool: string,
  given: Record<string, unknown>,
  free: ReadonlySet<string> = FREE,
): Success {
  let first: Declined | null = null
  for (const items of ITEMS_MODES) {
    const mark = bench.mark()
    try {
      return soundly(bench, () =>
        applyOrOffer(bench, tool, items === undefined ? given : { ...given, items }, free),
      )
    } catch (error) {
      if (!(error instanceof Declined)) throw error
      first ??= error
      bench.returnTo(mark)
    }
  }
  throw first
}

/** Names of the arguments in which a fix differs from the call, without repeated defaults. */
const changedBy = (fix: Fix, given: Record<string, unknown>): string[] =>
  Object.keys(fix.arguments).filter(
    (name) =>
      JSON.stringify(fix.arguments[name]) !== JSON.stringify(given[name]) &&
      (given[name] !== undefined || FREE.has(name) || name === 'width' || name === 'height'),
  )
