import { area, counterClockwise, type Polygon } from '../../geometry/polygon.ts'
import { difference, intersection, regionArea } from '../../geometry/regions.ts'
import { childrenOf } from '../../scene/scene.ts'
import type { SceneEdit } from '../scene-edit.ts'
import { simpleRegions } from './simple-regions.ts'

/** Smaller parts of a slab or a ceiling are none, in square metres. */
const PART_MIN_M2 = 0.05

/** Removes slabs and ceilings of a level within an outline; those that reach past it are cut. */
export function cutFloors(edit: SceneEdit, levelId: string, outline: Polygon): void {
  const cut = counterClockwise(outline)
  for (const kind of ['slab', 'ceiling'] as const)
    for (const { id, polygon, holes, kind: _, parent, ...rest } of childrenOf(
      edit.scene,
      levelId,
      kind,
    )) {
      const rings = [counterClockwise(polygon), ...holes.map((hole) => [...hole].reverse())]
      if (regionArea(intersection(rings, [cut])) < PART_MIN_M2) continue
      const left = simpleRegions(difference(rings, [cut]))
        .filter(({ outer }) => area(outer) >= PART_MIN_M2)
        .sort((a, b) => area(b.outer) - area(a.outer))
      if (left.length === 0) edit.remove([id])
      for (const [index, region] of left.entries()) {
        const fields = { polygon: corners(region.outer), holes: region.holes.map(corners) }
        if (index === 0) edit.change(id, fields)
        else edit.add(kind, levelId, { ...rest, ...fields })
      }
    }
}

const corners = (polygon: Polygon): [number, number][] =>
  counterClockwise(polygon).map(([x, z]) => [x, z])
