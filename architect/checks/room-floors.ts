import type { Box, Polygon } from '../geometry/polygon.ts'
import { boxOf, counterClockwise } from '../geometry/polygon.ts'
import { difference, type Region, ringsOf } from '../geometry/regions.ts'
import { keptByLevel } from '../kernel/kept-by-level.ts'
import { zoneRegions } from '../kernel/rooms.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { childrenOf } from '../scene/scene.ts'

/** The floor of a room between its walls. */
export interface RoomFloor {
  zone: NodeOf<'zone'>
  rings: Polygon[]
  box: Box
}

/** The floors of a level's rooms, but for terraces: those are on the ground and under the sky. */
export const roomFloors = keptByLevel((scene, levelId): RoomFloor[] =>
  childrenOf(scene, levelId, 'zone')
    .filter(({ roomType }) => roomType !== 'terrace')
    .map((zone) => {
      const rings = ringsOf(zoneRegions(scene, zone.id))
      return { zone, rings, box: boxOf(zone.polygon) }
    }),
)

/** What of a floor none of the polygons covers. */
export function uncovered({ rings, box }: RoomFloor, polygons: readonly Polygon[]): Region[] {
  const near = polygons.filter((polygon) => {
    const other = boxOf(polygon)
    return (
      other.minX < box.maxX &&
      other.maxX > box.minX &&
      other.minZ < box.maxZ &&
      other.maxZ > box.minZ
    )
  })
  return difference(rings, near.map(counterClockwise))
}
