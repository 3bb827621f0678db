import { verifyScene } from '../../architect/checks/verify.ts'
import { Draft } from '../../architect/operations/draft.ts'
import type { FormerTurn } from '../../architect/planner/former-turn.ts'
import { type House, type HouseRoom, houseOf } from '../../architect/planner/house/house.ts'
import { planTurn, type TurnPlan } from '../../architect/planner/plan-turn.ts'
import type { Scene } from '../../architect/scene/scene.ts'
import { made } from '../houses/drafted-house.ts'

/** A planned turn with its calls made. */
export interface PlannedTurn extends TurnPlan {
  house: House
  /** Codes of errors of `verify` that the project did not have before. */
  newErrors: string[]
  room(label: string): HouseRoom
}

/** Plans a request on a scene and makes its calls on it, but for `undo` and `redo`. */
export function plannedTurn(
  scene: Scene,
  text: string,
  former: readonly FormerTurn[] = [],
): PlannedTurn {
  const plan = planTurn({ scene, text, former, lot: null })
  const draft = new Draft(scene)
  for (const { tool, arguments: given } of plan.calls)
    if (tool !== 'undo' && tool !== 'redo') made(draft.apply(tool, given))
  const house = houseOf(draft.scene)
  return {
    ...plan,
    house,
    get newErrors() {
      const known = new Set(errorsOf(scene))
      return errorsOf(draft.scene).filter((error) => !known.has(error))
    },
    room(label) {
      const found = house.rooms.find((room) => room.label === label)
      if (!found) throw new Error(`no ${label} among ${house.rooms.map((room) => room.label)}`)
      return found
    },
  }
}

const errorsOf = (scene: Scene): string[] =>
  verifyScene(scene, { minSeverity: 'error' }).issues.map(
    ({ code, nodeIds }) => `${code} ${nodeIds.join(' ')}`,
  )
