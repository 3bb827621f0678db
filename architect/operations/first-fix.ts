import type { Fix } from '../scene/issue.ts'
import type { Scene } from '../scene/scene.ts'
import type { Operation } from './operation.ts'
import { Refusal } from './refusal.ts'

/** Calls that are tried for one fix. */
const TRIES_MAX = 12

/**
 * The first of the calls that would be made, found by making it on the side: a fix that is offered
 * works. `Refusal`s of a try are no answer; the fixes of tries are not searched in turn.
 */
export function firstFix<Input>(
  operation: Pick<Operation<Input>, 'name'> & { run(scene: Scene, input: Input): unknown },
  scene: Scene,
  inputs: Iterable<Input>,
): Fix | undefined {
  let tries = 0
  for (const input of inputs) {
    if (++tries > TRIES_MAX) return undefined
    try {
      operation.run(scene, input)
      return { tool: operation.name, arguments: told(input as Record<string, unknown>) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return undefined
}

/** Without what is absent, and lists that say nothing. */
const told = (input: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
