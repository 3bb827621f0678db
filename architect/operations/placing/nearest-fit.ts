import { HANGS_ON_WALL } from '../../assets/asset.ts'
import { isOnFloor } from '../../checks/on-floor.ts'
import type { Point } from '../../geometry/point.ts'
import { TOUCH_M } from '../../kernel/prism.ts'
import { quantize } from '../../scene/units.ts'
import { type ItemRequest, resolvePlacement } from './item-placement.ts'
import type { ItemPlacement, LevelFloor } from './level-floor.ts'

/** Where a thing fits, as arguments for another call. */
export interface NearestFit {
  position: number[]
  rotation: number
  /** Distance from the requested position, in metres. */
  distance: number
}

/**
 * How far the search goes, in metres, and its steps: fine with the requested rotation, coarse with
 * others.
 */
const SEARCH_M = 2.5
const STEP_M = 0.1
const TURNED_STEP_M = 0.25

/**
 * The nearest position where the thing fits with its rotation, or else turned by 90, 270 or
 * 180 degrees.
 */
export function nearestFit(request: ItemRequest, floor: LevelFloor): NearestFit | null {
  const turned = request.rotation ?? 0
  const isPossible = isPossibleIn(request, floor)
  for (const quarter of [0, 90, 270, 180])
    for (const [dx, dz] of quarter === 0 ? STEPS : TURNED_STEPS) {
      const at: Point = [quantize(request.at[0] + dx), quantize(request.at[1] + dz)]
      if (!isPossible(at)) continue
      const placement = resolvePlacement(
        { ...request, at, rotation: (turned + quarter) % 360 },
        floor,
      )
      if ('code' in placement) continue
      return fitOf(request, placement)
    }
  return null
}

/** Whether a thing that must be in a room can stand at a point: its middle is on the floor. */
function isPossibleIn({ asset, target }: ItemRequest, floor: LevelFloor): (at: Point) => boolean {
  // A thing that hangs goes to the nearest wall, away from the point.
  if (target?.kind !== 'zone' || HANGS_ON_WALL[asset.attach]) return () => true
  const regions = floor.regionsOf(target.id)
  return (at) => isOnFloor(regions, at, TOUCH_M)
}

const fitOf = ({ at }: ItemRequest, { position, rotation }: ItemPlacement): NearestFit => ({
  position: [...position],
  rotation,
  distance: quantize(Math.hypot(position[0] - at[0], position[2] - at[1])),
})

const STEPS = stepsOf(STEP_M)
const TURNED_STEPS = stepsOf(TURNED_STEP_M)

/** Steps to try, the nearest first; of equally near ones the northern and western first. */
function stepsOf(step: number): Point[] {
  const count = Math.round(SEARCH_M / step)
  const steps: Point[] = []
  for (let row = -count; row <= count; row++)
    for (let column = -count; column <= count; column++)
      if (Math.hypot(row, column) <= count) steps.push([column * step, row * step])
  return steps.sort((a, b) => Math.hypot(...a) - Math.hypot(...b) || a[1] - b[1] || a[0] - b[0])
}
