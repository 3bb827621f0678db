import { verifyScene } from '../../checks/verify.ts'
import type { PlanCall } from '../../layout/plan-call.ts'
import type { Issue } from '../../scene/issue.ts'
import type { Scene } from '../../scene/scene.ts'
import { NamedAnswers } from '../calls/named-answers.ts'
import { readInput } from '../input/read-input.ts'
import type { Operation } from '../operation.ts'
import { Refusal } from '../refusal.ts'

/** A layout that was drawn. */
export interface DrawnLayout {
  scene: Scene
  /** Errors of the check that are left. */
  errors: Issue[]
  /** What could not be drawn, as sentences. */
  omitted: string[]
}

/** Rounds of repair: what three do not mend stays, and is reported. */
const ROUNDS_MAX = 3

/** Draws calls on scenes with a few operations. */
export class LayoutDrawing {
  private readonly operations: ReadonlyMap<string, Operation>

  constructor(operations: readonly Operation[]) {
    this.operations = new Map(operations.map((operation) => [operation.name, operation]))
  }

  /**
   * Makes the calls. One that is refused is made as its refusal proposes, or left out; errors that
   * the check then finds are mended as they propose.
   */
  draw(scene: Scene, calls: readonly PlanCall[]): DrawnLayout {
    const omitted: string[] = []
    const names = new NamedAnswers(scene)
    let now = scene
    for (const { tool, as, arguments: given } of calls) {
      const made = this.make(now, tool, names.resolve(given) as Record<string, unknown>)
      if (made instanceof Refusal) {
        omitted.push(`${tool.replaceAll('_', ' ')}: ${made.message}`)
        // Whatever needs the answer cannot be drawn either.
        if (as !== undefined) return { scene: now, errors: errorsIn(now), omitted }
        continue
      }
      now = made.scene
      if (as !== undefined) names.set(as, made.result)
    }
    return this.mended({ scene: now, errors: errorsIn(now), omitted })
  }

  /** The call, or the one that its refusal proposes; the refusal where neither works. */
  private make(
    scene: Scene,
    tool: string,
    given: Record<string, unknown>,
  ): { scene: Scene; result: Record<string, unknown> } | Refusal {
    const first = this.attempt(scene, tool, given)
    if (!(first instanceof Refusal) || !first.fix) return first
    const second = this.attempt(scene, first.fix.tool, first.fix.arguments)
    return second instanceof Refusal ? first : second
  }

  private attempt(scene: Scene, tool: string, given: Record<string, unknown>) {
    const operation = this.operations.get(tool)
    if (!operation) return new Refusal('invalid_input', `A layout is not drawn with ${tool}.`)
    try {
      return operation.run(scene, readInput(operation, given, scene))
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }

  private mended(drawn: DrawnLayout): DrawnLayout {
    let now = drawn
    for (let round = 0; round < ROUNDS_MAX && now.errors.length > 0; round++) {
      const better = now.errors.flatMap(({ fix }) => {
        const made = fix && this.attempt(now.scene, fix.tool, fix.arguments)
        if (!made || made instanceof Refusal) return []
        const errors = errorsIn(made.scene)
        return errors.length < now.errors.length ? [{ ...now, scene: made.scene, errors }] : []
      })
      if (better.length === 0) return now
      now = better[0]
    }
    return now
  }
}

const errorsIn = (scene: Scene): Issue[] => verifyScene(scene, { minSeverity: 'error' }).issues
