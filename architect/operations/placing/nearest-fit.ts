import type { Point } from '../../geometry/point.ts'
import { quantize } from '../../scene/units.ts'
import { type ItemPlacement, type ItemRequest, resolvePlacement } from './item-placement.ts'
import type { LevelFloor } from './level-floor.ts'

/** Where a thing fits, as the arguments of another try. */
export interface NearestFit {
  position: number[]
  rotationDeg: number
  /** From where it was asked to be, in metres. */
  distance: number
}

/** How far a place is looked for, in metres, and in which steps: finely as it stands, coarsely turned. */
const SEARCH_M = 2.5
const STEP_M = 0.1
const TURNED_STEP_M = 0.25

/** The nearest place where the thing fits as it is turned, or else turned by quarters. */
export function nearestFit(request: ItemRequest, floor: LevelFloor): NearestFit | undefined {
  const turned = request.rotation ?? 0
  for (const quarter of [0, 90, 270, 180])
    for (const [dx, dz] of quarter === 0 ? STEPS : TURNED_STEPS) {
      const at: Point = [quantize(request.at[0] + dx), quantize(request.at[1] + dz)]
      const place = resolvePlacement({ ...request, at, rotation: (turned + quarter) % 360 }, floor)
      if ('code' in place) continue
      return fitOf(request, place)
    }
  return undefined
}

const fitOf = ({ at }: ItemRequest, { position, rotation }: ItemPlacement): NearestFit => ({
  position: [...position],
  rotationDeg: rotation,
  distance: quantize(Math.hypot(position[0] - at[0], position[2] - at[1])),
})

const STEPS = stepsOf(STEP_M)
const TURNED_STEPS = stepsOf(TURNED_STEP_M)

/** The nearest first; of equal ones the northern and western. */
function stepsOf(step: number): Point[] {
  const count = Math.round(SEARCH_M / step)
  const steps: Point[] = []
  for (let row = -count; row <= count; row++)
    for (let column = -count; column <= count; column++)
      if (Math.hypot(row, column) <= count) steps.push([column * step, row * step])
  return steps.sort((a, b) => Math.hypot(...a) - Math.hypot(...b) || a[1] - b[1] || a[0] - b[0])
}
