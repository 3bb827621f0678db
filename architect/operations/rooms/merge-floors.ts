import { area, counterClockwise, type Polygon } from '../../geometry/polygon.ts'
import { difference, regionArea } from '../../geometry/regions.ts'
import { childrenOf } from '../../scene/scene.ts'
import type { SceneEdit } from '../scene-edit.ts'
import { joinOutlines } from './join-outlines.ts'
import { layFloor } from './lay-floor.ts'

/** Area of a slab that may be outside of the room whose floor it is, in square metres. */
const OUTSIDE_M2 = 0.05

/**
 * Makes one slab and one ceiling of those that lie under the merged rooms alone, with the look of
 * the first, where they have the same height and thickness; a strip between them that the removed
 * wall covered gets a floor. Slabs that reach under other rooms stay. Returns the removed ids.
 */
export function mergeFloors(
  edit: SceneEdit,
  levelId: string,
  outlines: readonly Polygon[],
  merged: Polygon,
): string[] {
  return (['slab', 'ceiling'] as const).flatMap((kind) =>
    mergeKind(edit, levelId, kind, outlines, merged),
  )
}

function mergeKind(
  edit: SceneEdit,
  levelId: string,
  kind: 'slab' | 'ceiling',
  outlines: readonly Polygon[],
  merged: Polygon,
): string[] {
  const all = childrenOf(edit.scene, levelId, kind)
  const ring = counterClockwise(merged)
  const outsideOf = (polygon: Polygon, of: Polygon) =>
    regionArea(difference([counterClockwise(polygon)], [of]))
  const isUnder = (outline: Polygon) =>
    all.some(({ polygon }) => outsideOf(outline, counterClockwise(polygon)) < area(outline) / 2)
  if (outlines.every(isUnder)) layFloor(edit, levelId, kind, merged)
  // In the order of the rooms: the first room's floor gives its look to the whole.
  const own = childrenOf(edit.scene, levelId, kind)
    .filter(({ polygon }) => outsideOf(polygon, ring) < OUTSIDE_M2)
    .sort((a, b) => outsideOf(a.polygon, outlines[0]) - outsideOf(b.polygon, outlines[0]))
  const removed: string[] = []
  for (const first of own) {
    if (removed.includes(first.id)) continue
    const alike = own.filter(
      (other) => other.id !== first.id && !removed.includes(other.id) && isAlike(first, other),
    )
    for (const other of alike) {
      const board = childrenOf(edit.scene, levelId, kind).find(({ id }) => id === first.id)!
      const joined = joinOutlines([board.polygon, other.polygon])
      if (!joined || joined.holes.length > 0) continue
      edit.change(first.id, {
        polygon: joined.outer,
        holes: [...board.holes, ...other.holes],
      })
      edit.remove([other.id])
      for (const item of childrenOf(edit.scene, levelId, 'item'))
        if (item.host === other.id) edit.change(item.id, { host: first.id })
      removed.push(other.id)
    }
  }
  return removed
}

type Board =
  | ReturnType<typeof childrenOf<'slab'>>[number]
  | ReturnType<typeof childrenOf<'ceiling'>>[number]

function isAlike(a: Board, b: Board): boolean {
  if (a.kind === 'slab' && b.kind === 'slab') return a.top === b.top && a.thickness === b.thickness
  return a.kind === 'ceiling' && b.kind === 'ceiling' && a.height === b.height
}
