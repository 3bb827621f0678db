import type { Point } from '../geometry/point.ts'
import { type Box, boxOf, contains, type Polygon } from '../geometry/polygon.ts'
import type { NodeOf } from '../scene/nodes.ts'
import type { Scene } from '../scene/scene.ts'
import { cachedByLevel } from './cached-by-level.ts'
import { cachedByObject } from './cached-by-object.ts'
import { type WallFace, wallFaces } from './walls/wall-faces.ts'
import { wallNetwork } from './walls/wall-network.ts'

/** Area of the smallest space, in square metres: walls that cross at a corner enclose less. */
export const SPACE_MIN_M2 = 0.01
/** Points along each side of a zone's box that decide in which space most of its floor is. */
const SAMPLES = 7

/** All rings of centrelines of a level: those of rooms, and the outsides of walls. */
export const facesOf = (scene: Scene, levelId: string): WallFace[] =>
  networkFaces(wallNetwork(scene, levelId))

/** The same by the network of the walls. */
export const networkFaces = cachedByObject(wallFaces)

/** The plan of a level as its walls divide it, whatever its zones are drawn like. */
export interface Spaces {
  /** The loops of walls, along their centrelines. */
  loops: readonly WallFace[]
  /** The index of the smallest loop around a point; null where walls do not enclose it. */
  at(point: Point): number | null
  /** The loop in which most of a zone's floor is; null for one that walls do not enclose. */
  homeOf(zone: NodeOf<'zone'>): number | null
  /**
   * Whether what is in this space is in the zone: its home, or a loop that it fills at least half.
   * A zone drawn a little over its wall is not in the space behind it.
   */
  isOf(zone: NodeOf<'zone'>, space: number | null): boolean
}

export const spacesOf = cachedByLevel((scene: Scene, levelId: string): Spaces => {
  const loops = facesOf(scene, levelId)
    .filter(({ area }) => area > SPACE_MIN_M2)
    .sort((a, b) => a.area - b.area)
  const boxes = loops.map(({ ring }) => boxOf(ring))
  const homes = new Map<string, number | null>()
  const at = (point: Point): number | null => {
    const index = loops.findIndex(
      ({ ring }, i) => isInBox(boxes[i], point) && contains(ring, point),
    )
    return index < 0 ? null : index
  }
  const homeOf = (zone: NodeOf<'zone'>): number | null => {
    const known = homes.get(zone.id)
    if (known !== undefined) return known
    const home = mostOf(samplesOf(zone.polygon).map(at))
    homes.set(zone.id, home)
    return home
  }
  const isFilled = (polygon: Polygon, space: number): boolean => {
    const samples = samplesOf(loops[space].ring)
    return samples.filter((point) => contains(polygon, point)).length * 2 >= samples.length
  }
  return {
    loops,
    at,
    homeOf,
    isOf: (zone, space) =>
      homeOf(zone) === space || (space !== null && isFilled(zone.polygon, space)),
  }
})

const isInBox = ({ minX, minZ, maxX, maxZ }: Box, [x, z]: Point): boolean =>
  x >= minX && x <= maxX && z >= minZ && z <= maxZ

/** Points in a polygon, spread evenly over its box; its first corner where it is too thin. */
export function samplesOf(polygon: Polygon): Point[] {
  const { minX, minZ, maxX, maxZ } = boxOf(polygon)
  const share = (index: number) => (index + 0.5) / SAMPLES
  const points = Array.from(
    { length: SAMPLES * SAMPLES },
    (_, index): Point => [
      minX + (maxX - minX) * share(index % SAMPLES),
      minZ + (maxZ - minZ) * share(Math.floor(index / SAMPLES)),
    ],
  ).filter((point) => contains(polygon, point))
  return points.length > 0 ? points : [polygon[0]]
}

/** The most frequent value; of equals the one found first. */
function mostOf(values: readonly (number | null)[]): number | null {
  const counts = new Map<number | null, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best: number | null = null
  let most = 0
  for (const [value, count] of counts) if (count > most) [best, most] = [value, count]
  return best
}
