import { area, boxOf, counterClockwise, type Polygon } from '../../architect/geometry/polygon.ts'
import {
  difference,
  intersection,
  type Region,
  regionArea,
  ringsOf,
} from '../../architect/geometry/regions.ts'
import { findRooms, zoneInside } from '../../architect/kernel/rooms.ts'
import { wallShapes } from '../../architect/kernel/walls/wall-shapes.ts'
import { childrenOf, type Scene } from '../../architect/scene/scene.ts'

/**
 * Greatest difference of two areas that are the same, in square metres: borders of 100 m that lie
 * on the grid of 0.1 mm, and what polygons of rooms may share.
 */
const SAME_M2 = 0.02

/**
 * What is wrong with the insides of a level's zones; empty where nothing is. The sum of the insides
 * must be what walls enclose and zones claim:
 * - of a loop of walls that is the polygon of a zone: the whole floor, and no other floor is in
 *   this zone, such as that of a core inside of the loop;
 * - of a loop of walls in which one zone has part and covers more than half: the whole floor;
 * - of a loop in which several zones have part, or one covers less: the floor under their polygons;
 * - of a zone that has part in no loop: its polygon without the bodies of walls and without the
 *   loops that other zones have whole.
 * A zone has part in a loop where its polygon covers more than a tenth of the loop's floor, or
 * where more than half of the polygon is floor of the loop. Of a zone that is mostly outdoors, the
 * part in no loop is added. No floor counts twice. All areas are measured by Clipper from polygons
 * and wall bodies; the classes of zones are computed here again.
 */
export function wrongSums(scene: Scene, levelId: string): string[] {
  const zones = childrenOf(scene, levelId, 'zone').map(({ id, polygon }) => ({
    id,
    ring: counterClockwise(polygon),
    inside: zoneInside(scene, id),
  }))
  const rooms = findRooms(scene, levelId)
  const wrong: string[] = []
  for (const [index, a] of zones.entries())
    for (const b of zones.slice(0, index)) {
      const shared = common(ringsOf(a.inside.net), ringsOf(b.inside.net))
      if (shared > SAME_M2) wrong.push(`${a.id} and ${b.id} both have ${shared.toFixed(3)} m²`)
    }
  const loopZones = new Map(
    rooms.map((room) => [room, zones.find(({ ring }) => isSameRing(ring, room.loop))]),
  )
  const drawnAsLoops = new Set(loopZones.values())
  const wholes: Polygon[] = []
  const parted = new Set<string>()
  let expected = 0
  for (const room of rooms) {
    if (loopZones.get(room)) {
      wholes.push(room.loop)
      expected += room.netArea
      continue
    }
    const floor = ringsOf(room.net)
    const others = zones.filter((zone) => !drawnAsLoops.has(zone))
    const covers = others.map((zone) => ({ zone, cover: common([zone.ring], floor) }))
    const withPart = covers.filter(
      ({ zone, cover }) => cover > room.netArea * 0.1 || cover > area(zone.ring) / 2,
    )
    for (const { zone } of withPart) parted.add(zone.id)
    const isWhole = withPart.length === 1 && withPart[0].cover > room.netArea / 2
    if (isWhole) wholes.push(room.loop)
    expected += isWhole ? room.netArea : withPart.reduce((sum, { cover }) => sum + cover, 0)
  }
  const bodies = [...wallShapes(scene, levelId).values()].flatMap(({ pieces }) => pieces)
  const loops = rooms.map(({ loop }) => loop)
  for (const zone of zones) {
    if (drawnAsLoops.has(zone)) continue
    const { id, ring, inside } = zone
    const free = parted.has(id) ? [...bodies, ...loops] : [...bodies, ...wholes]
    const outside = regionArea(difference([ring], near(ring, free)))
    const outdoors = parted.has(id) ? regionArea(less(inside.net, loops)) : outside
    if (parted.has(id) && outdoors > SAME_M2 && Math.abs(outdoors - outside) > SAME_M2)
      wrong.push(`${id} has ${outdoors.toFixed(3)} m² outdoors, its polygon ${outside.toFixed(3)}`)
    expected += outdoors
  }
  const sum = zones.reduce((all, { inside }) => all + inside.netArea, 0)
  if (Math.abs(sum - expected) > SAME_M2 * (1 + zones.length))
    wrong.push(`rooms of ${levelId} have ${sum.toFixed(3)} m² instead of ${expected.toFixed(3)}`)
  return wrong
}

/** Borders this near to each other are one border, in metres. */
const SAME_BORDER_M = 0.002

function isSameRing(ring: Polygon, loop: Polygon): boolean {
  const [sizes, shared] = [[area(ring), area(loop)], common([ring], [counterClockwise(loop)])]
  const length = ring.reduce((sum, [x, z], i) => {
    const [toX, toZ] = ring[(i + 1) % ring.length]
    return sum + Math.hypot(toX - x, toZ - z)
  }, 0)
  return sizes.every((size) => Math.abs(size - shared) <= length * SAME_BORDER_M)
}

const less = (regions: Region[], cuts: Polygon[]): Region[] =>
  regions.length === 0 ? [] : difference(ringsOf(regions), cuts)

function common(rings: Polygon[], others: Polygon[]): number {
  if (rings.length === 0 || others.length === 0) return 0
  if (near(rings.flat(), [others.flat()]).length === 0) return 0
  return regionArea(intersection(rings, others))
}

/** The polygons whose boxes meet that of these points. */
function near(points: Polygon, polygons: readonly Polygon[]): Polygon[] {
  const box = boxOf(points)
  return polygons.filter((polygon) => {
    const other = boxOf(polygon)
    return (
      other.minX < box.maxX &&
      other.maxX > box.minX &&
      other.minZ < box.maxZ &&
      other.maxZ > box.minZ
    )
  })
}
