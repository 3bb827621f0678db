import { add, type Point } from '../../geometry/point.ts'
import { contains, type Polygon } from '../../geometry/polygon.ts'
import { levelFrames } from '../../kernel/levels.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { guardsOf } from '../railings/follow-guards.ts'
import type { SceneEdit } from '../scene-edit.ts'

/**
 * Moves the holes in the floor and the ceiling of a room that moves, where they were cut by hand,
 * with the railings around them, and the same holes in the ceiling under its floor. `before` is the
 * scene with the room where it was.
 */
export function carryHoles(
  before: Scene,
  edit: SceneEdit,
  { parent, polygon: room }: NodeOf<'zone'>,
  way: Point,
): void {
  const levelId = parent!
  const by = (corner: Point) => add(corner, way)
  const isInRoom = (hole: Polygon) => hole.every((corner) => contains(room, corner))
  const carry = (
    { id, holes }: NodeOf<'slab'> | NodeOf<'ceiling'>,
    isCarried: (hole: Polygon) => boolean,
  ) => {
    const carried = holes.filter(isCarried)
    if (carried.length > 0)
      edit.change(id, {
        holes: holes.map((hole) => (carried.includes(hole) ? hole.map(by) : hole)),
      })
    return carried
  }
  const floor = childrenOf(before, levelId, 'slab').flatMap((slab) => carry(slab, isInRoom))
  for (const hole of floor)
    for (const { id, path } of guardsOf(before, levelId, hole))
      edit.change(id, { path: path.map(by) })
  for (const ceiling of childrenOf(before, levelId, 'ceiling')) carry(ceiling, isInRoom)
  const below = levelFrames(before).get(levelId)?.below
  const through = new Set(floor.map(cornersOf))
  for (const ceiling of below ? childrenOf(before, below, 'ceiling') : [])
    carry(ceiling, (hole) => through.has(cornersOf(hole)))
}

/** The corners of a hole, wherever it begins. */
const cornersOf = (hole: Polygon): string => hole.map(String).sort().join(' ')
