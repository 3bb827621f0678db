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
  const { position, rotation } = column
  return cornersOf(column).map((corner) => add(rotate(corner, rotation), position))
}

/** The outline about the origin, not turned. */
function cornersOf({ outline, width, depth }: NodeOf<'column'>): Polygon {
  switch (outline) {
    case 'rectangle':
      return rectangle([0, 0], width, depth)
    case 'circle':
      return Array.from({ length: ROUND_SIDES }, (_, i) => {
        const [x, z] = rotate([1, 0], (360 * i) / ROUND_SIDES)
        return [(x * width) / 2, (z * depth) / 2] as const
      })
  }
}

/** Height of the column's top above the floor: its own, else the tops of the level's walls. */
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
