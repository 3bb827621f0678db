import type { Fix } from '../../scene/issue.ts'
import type { Scene } from '../../scene/scene.ts'
import type { Outcome } from '../operation.ts'
import { Refusal } from '../refusal.ts'
import type { ItemsMode } from './items-mode.ts'

/** Most calls that are tried for one fix. */
const FIX_TRIES_MAX = 12

/** Whether refusals look for calls that work instead. */
let areFixesSought = true

/**
 * Runs what makes edits, whose refusals then offer no other call: looking for one costs far more
 * than the refusal itself. For callers that try many edits and read only which of them work.
 */
export function withoutFixes<Made>(make: () => Made): Made {
  const before = areFixesSought
  areFixesSought = false
  try {
    return make()
  } finally {
    areFixesSought = before
  }
}

/**
 * Makes the edit. Where it is refused, adds to the refusal a call that works instead, if one is
 * found, and the message with the words that depend on what works.
 */
export function orFix<Made>(
  make: () => Made,
  instead: (refusal: Refusal) => {
    fix?: Fix | null
    details?: Record<string, unknown>
    message?: string
  },
): Made {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof Refusal) || error.fix || !areFixesSought) throw error
    const { code, param, nodeIds } = error
    const { fix, details, message = error.message } = instead(error)
    throw new Refusal(code, message, {
      param,
      nodeIds,
      fix,
      details: { ...error.details, ...details },
    })
  }
}

/**
 * The first of these calls that is not refused. Each is made on the unchanged scene, so an offered
 * fix works.
 */
export function firstFix<Input extends object>(
  tool: string,
  make: (scene: Scene, input: Input) => Outcome,
  scene: Scene,
  inputs: Iterable<Input>,
): Fix | null {
  if (!areFixesSought) return null
  let tries = 0
  for (const input of inputs) {
    if (++tries > FIX_TRIES_MAX) return null
    try {
      // A call that changes nothing is not a fix.
      if (make(scene, input).scene.nodes === scene.nodes) continue
      const given = Object.entries(input).filter(([, value]) => value !== undefined)
      return { tool, arguments: Object.fromEntries(given) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return null
}

/**
 * The same call, which moves furniture out of the way; null where that is not why it is refused, or
 * where it is refused even so.
 */
export function movedItemsFix<Input extends { items?: ItemsMode }>(
  tool: string,
  make: (scene: Scene, input: Input) => Outcome,
  scene: Scene,
  given: Input,
  { param }: Refusal,
): Fix | null {
  if (param !== 'items') return null
  const modes: readonly ItemsMode[] = ['shift', 'refurnish']
  return firstFix(
    tool,
    make,
    scene,
    modes.map((items) => ({ ...given, items })),
  )
}
