import { stairEnds } from '../../checks/walking/passages.ts'
import { rectangle } from '../../geometry/mesh.ts'
import type { Point } from '../../geometry/point.ts'
import type { Polygon } from '../../geometry/polygon.ts'
import { stairShape } from '../../kernel/stairs/stair-shape.ts'
import { nodesOf, type Scene } from '../../scene/scene.ts'

/** Where one steps onto or off a stair. */
export interface StairPassage {
  id: string
  at: Point
  keepOut: Polygon[]
}

/** Of the floor that stays free there, in metres: one who turns on it. */
const FREE_SIDE_M = 0.8

/** The feet of the stairs of a level, and the heads of those that lead up to it. */
export function stairPassages(scene: Scene, levelId: string): StairPassage[] {
  return nodesOf(scene, 'stair').flatMap((stair) => {
    const shape = stairShape(scene, stair.id)
    if (!shape || (stair.parent !== levelId && stair.toLevel !== levelId)) return []
    const { foot, head } = stairEnds(stair, shape)
    const at = stair.parent === levelId ? foot : head
    return [{ id: stair.id, at, keepOut: [rectangle(at, FREE_SIDE_M, FREE_SIDE_M)] }]
  })
}
