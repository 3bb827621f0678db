import { rectangle } from '../../geometry/mesh.ts'
import type { Point } from '../../geometry/point.ts'
import type { Polygon } from '../../geometry/polygon.ts'
import { stairShape } from '../../kernel/stairs/stair-shape.ts'
import { nodesOf, type Scene } from '../../scene/scene.ts'
import { stairEnds } from './passages.ts'

/** Where people step onto or off a stair. */
export interface StairPassage {
  id: string
  at: Point
  keepOut: Polygon[]
}

/** Side of the square of floor that stays free there, in metres: space for a person to turn. */
const FREE_SIDE_M = 0.8

/** The foot of each stair on a level, and the head of each stair that leads up to it. */
export function stairPassages(scene: Scene, levelId: string): StairPassage[] {
  return nodesOf(scene, 'stair').flatMap((stair) => {
    const shape = stairShape(scene, stair.id)
    if (!shape || (stair.parent !== levelId && stair.toLevel !== levelId)) return []
    const { foot, head } = stairEnds(stair, shape)
    const at = stair.parent === levelId ? foot : head
    return [{ id: stair.id, at, keepOut: [rectangle(at, FREE_SIDE_M, FREE_SIDE_M)] }]
  })
}
