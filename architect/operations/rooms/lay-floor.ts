import { area, counterClockwise, type Polygon, signedArea } from '../../geometry/polygon.ts'
import { difference, regionArea } from '../../geometry/regions.ts'
import { childrenOf } from '../../scene/scene.ts'
import type { SceneEdit } from '../scene-edit.ts'
import { simpleRegions } from './simple-regions.ts'

/**
 * Smaller areas get no floor, in square metres: slivers that oblique edges leave between
 * neighbours.
 */
const FLOOR_MIN_M2 = 0.01

/** Areas that differ by less are equal, in square metres. */
const WHOLE_M2 = 1e-6

/**
 * Lays a slab or a ceiling where the level has none yet, so that neighbours abut and nothing is
 * laid twice. Returns the ids that cover the outline, the largest first: new ones, or else an
 * existing one.
 */
export function layFloor(
  edit: SceneEdit,
  levelId: string,
  kind: 'slab' | 'ceiling',
  outline: Polygon,
): string[] {
  const existing = childrenOf(edit.scene, levelId, kind)
  const covered = existing.map(({ polygon }) => counterClockwise(polygon))
  const left = difference([counterClockwise(outline)], covered)
  // Without an existing floor, the new one has the corners of the room in their order.
  const isWhole = left.length === 1 && Math.abs(regionArea(left) - area(outline)) < WHOLE_M2
  const free = (isWhole ? [{ outer: outline, holes: [] }] : simpleRegions(left))
    .filter(({ outer }) => area(outer) > FLOOR_MIN_M2)
    .sort((a, b) => area(b.outer) - area(a.outer))
  const laid = free.map(({ outer, holes }) => {
    const cut = holes.filter((hole) => area(hole) > FLOOR_MIN_M2)
    return edit.add(kind, levelId, { polygon: corners(outer), holes: cut.map(corners) }).id
  })
  if (laid.length > 0) return laid
  return existing
    .map(({ id, polygon }) => {
      const left = difference([counterClockwise(outline)], [counterClockwise(polygon)])
      return { id, left: left.reduce((sum, { outer }) => sum + signedArea(outer), 0) }
    })
    .sort((a, b) => a.left - b.left)
    .map(({ id }) => id)
    .slice(0, 1)
}

const corners = (polygon: Polygon): [number, number][] =>
  counterClockwise(polygon).map(([x, z]) => [x, z])
