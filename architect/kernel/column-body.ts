import { prism, rectangle } from '../geometry/mesh.ts'
import { add, rotate } from '../geometry/point.ts'
import type { Polygon } from '../geometry/polygon.ts'
import type { NodeOf } from '../scene/nodes.ts'
import type { Scene } from '../scene/scene.ts'
import type { Body } from './body.ts'
import { faceLook } from './face-look.ts'
import { levelFrames } from './levels.ts'
import { wallTops } from './storey.ts'

/** Sides of a round column. */
const ROUND_SIDES = 32

/** A column in plan; a round one is an ellipse where its width and depth differ. */
export function columnOutline(column: NodeOf<'column'>): Polygon {
  const { outline, width, depth, position, rotation } = column
  const corners =
    outline === 'rectangle'
      ? rectangle([0, 0], width, depth)
      : Array.from({ length: ROUND_SIDES }, (_, i) => {
          const [x, z] = rotate([1, 0], (360 * i) / ROUND_SIDES)
          return [(x * width) / 2, (z * depth) / 2] as const
        })
  return corners.map((corner) => add(rotate(corner, rotation), position))
}

/** Of its upper face above the level's floor: up to what the level's walls carry, unless it says. */
export const columnHeight = (scene: Scene, column: NodeOf<'column'>): number =>
  column.height ?? wallTops(scene, column.parent!)

export function columnBody(scene: Scene, column: NodeOf<'column'>): Body {
  const floor = levelFrames(scene).get(column.parent!)!.elevation
  const mesh = prism(columnOutline(column), floor, floor + columnHeight(scene, column))
  return {
    nodeId: column.id,
    parts: [{ name: 'shaft', material: faceLook(column, 'body', 'plaster_white'), mesh }],
  }
}
