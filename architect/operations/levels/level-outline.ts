import { area, counterClockwise, type Polygon } from '../../geometry/polygon.ts'
import { type Region, union } from '../../geometry/regions.ts'
import { exposuresOf } from '../../kernel/exposure.ts'
import { findRooms } from '../../kernel/rooms.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { ROOM_TYPES } from '../../scene/room-types.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { cleanPolygon } from '../input/plan-input.ts'
import { Refusal } from '../refusal.ts'

/** The area of a level with its terraces: its rooms and walls, to the outer faces of the walls. */
export function levelRegions(scene: Scene, levelId: string): Region[] {
  return regionsOf(scene, levelId, childrenOf(scene, levelId, 'zone'))
}

/** The built area of a level: the same without terraces and balconies under the sky. */
export function builtRegions(scene: Scene, levelId: string): Region[] {
  const exposures = exposuresOf(scene, levelId)
  const isOpen = ({ id, roomType }: NodeOf<'zone'>) =>
    ROOM_TYPES[roomType].isOutdoors && exposures.get(id) === 'outside'
  const zones = childrenOf(scene, levelId, 'zone').filter((zone) => !isOpen(zone))
  return regionsOf(scene, levelId, zones)
}

function regionsOf(scene: Scene, levelId: string, zones: readonly NodeOf<'zone'>[]): Region[] {
  const walls = [...wallShapes(scene, levelId).values()].map((wall) => wall.footprint)
  const rooms = findRooms(scene, levelId).map((room) => room.loop)
  const drawn = zones.map((zone) => zone.polygon)
  return union([...walls, ...rooms, ...drawn].map(counterClockwise))
}

/**
 * Outline of the built area of a level, with the terraces that touch it. Throws `Refusal` where
 * there is none, or more than one.
 */
export function levelOutline(scene: Scene, levelId: string): [number, number][] {
  const all = levelRegions(scene, levelId)
  // A terrace that stands apart from the house is not another house.
  const regions = all.length > 1 ? builtRegions(scene, levelId) : all
  const outlines: Polygon[] = regions.map((region) => region.outer)
  if (outlines.length === 1) return cleanPolygon(outlines[0], 'polygon')
  const sizes = outlines.map((outline) => `${area(outline).toFixed(1)} m²`)
  const found =
    outlines.length === 0
      ? 'has no walls or rooms'
      : `has ${outlines.length} separate built areas, of ${sizes.join(' and ')}`
  throw new Refusal('invalid_input', `${levelId} ${found}: give a polygon.`, {
    param: 'polygon',
    nodeIds: [levelId],
    details: { outlines: outlines.map((outline) => cleanPolygon(outline, 'polygon')) },
  })
}
