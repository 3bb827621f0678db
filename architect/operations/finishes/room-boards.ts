import { area, contains, counterClockwise, type Polygon } from '../../geometry/polygon.ts'
import { difference, intersection, type Region, regionArea } from '../../geometry/regions.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf } from '../../scene/scene.ts'
import { simpleRegions } from '../rooms/simple-regions.ts'
import type { SceneEdit } from '../scene-edit.ts'

/** Smaller parts of a slab or a ceiling are rounding, in square metres. */
const PART_MIN_M2 = 0.05

/**
 * Ids of the slabs or the ceilings of a room alone. One that lies under several rooms is cut along
 * the middle of the walls: the room's part becomes a node of its own, with the same figures.
 */
export function roomBoards(
  edit: SceneEdit,
  zone: NodeOf<'zone'>,
  kind: 'slab' | 'ceiling',
): { ids: string[]; cut: string[] } {
  const ring = counterClockwise(zone.polygon)
  const others = childrenOf(edit.scene, zone.parent!, 'zone').filter(({ id }) => id !== zone.id)
  const ids: string[] = []
  const cut: string[] = []
  for (const board of childrenOf(edit.scene, zone.parent!, kind)) {
    const { id, parent, polygon, holes } = board
    const rings = [counterClockwise(polygon), ...holes.map((hole) => [...hole].reverse())]
    const shared = (outline: Polygon) =>
      regionArea(intersection(rings, [counterClockwise(outline)]))
    if (shared(ring) < PART_MIN_M2) continue
    if (others.every((other) => shared(other.polygon) < PART_MIN_M2)) {
      ids.push(id)
      continue
    }
    const own = parts(intersection(rings, [ring]))
    const rest = parts(difference(rings, [ring]))
    if (own.length === 0 || rest.length === 0) continue
    const { id: _, kind: __, parent: ___, ...fields } = board
    edit.change(id, rest[0])
    for (const part of rest.slice(1)) edit.add(kind, parent!, { ...fields, ...part })
    const made = own.map((part) => edit.add(kind, parent!, { ...fields, ...part }).id)
    for (const item of childrenOf(edit.scene, parent!, 'item')) {
      const [x, , z] = item.position
      if (item.host === id && contains(zone.polygon, [x, z]))
        edit.change(item.id, { host: made[0] })
    }
    ids.push(...made)
    cut.push(id)
  }
  return { ids, cut }
}

/** The parts of a board as its fields, the largest first. */
const parts = (regions: Region[]) =>
  simpleRegions(regions)
    .filter(({ outer }) => area(outer) >= PART_MIN_M2)
    .sort((a, b) => area(b.outer) - area(a.outer))
    .map(({ outer, holes }) => ({ polygon: corners(outer), holes: holes.map(corners) }))

const corners = (ring: Polygon): [number, number][] =>
  counterClockwise(ring).map(([x, z]) => [x, z])
