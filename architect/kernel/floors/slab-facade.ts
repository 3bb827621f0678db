import { add, leftOf, type Point, scale } from '../../geometry/point.ts'
import { contains } from '../../geometry/polygon.ts'
import {
  difference,
  intersection,
  offset,
  type Region,
  regionArea,
  ringsOf,
} from '../../geometry/regions.ts'
import type { Material } from '../../scene/materials.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import { faceLook } from '../face-look.ts'
import type { WallShape } from '../walls/wall-shapes.ts'
import { slabReach, wallsAt } from './slab-regions.ts'

/** A stretch of a slab's border in a facade, which runs past the edge of the slab. */
export interface FacadeBand {
  /** The look of the facade. */
  material: Material
  /** A wall stands on it, so that no floor is seen there; else walls only carry it. */
  isUnderWall: boolean
  /** In plan, from the outer face to the middle of the wall. No two bands share area. */
  regions: Region[]
}

/** Smaller areas between two polygons come from rounding, in square metres. */
const HAIR_M2 = 1e-4

/**
 * The border of a slab within outer walls, by the look of their outer faces; first of those that
 * stand on it, then of those that carry it. Where the floor goes on outside, as before a balcony,
 * there is none.
 */
export function facadeBands(scene: Scene, slab: NodeOf<'slab'>, regions: Region[]): FacadeBand[] {
  const floor = slabReach(scene, slab)
  const { standing, under } = wallsAt(scene, slab)
  const bands: FacadeBand[] = []
  for (const [isUnderWall, walls] of [
    [true, standing],
    [false, under],
  ] as const) {
    for (const [half, group] of grouped(walls, ({ thickness }) => thickness / 2)) {
      const shell = difference(ringsOf(regions), ringsOf(offset(ringsOf(floor), -half)))
      if (shell.length === 0) continue
      const outer = group.flatMap((wall) => {
        const material = outerLook(scene, wall, floor)
        return material ? [{ material, wall }] : []
      })
      for (const [, alike] of grouped(outer, ({ material }) => JSON.stringify(material))) {
        const found = intersection(
          alike.map(({ wall }) => wall.footprint),
          ringsOf(shell),
        )
        const free = difference(
          ringsOf(found),
          bands.flatMap((band) => ringsOf(band.regions)),
        ).filter((region) => regionArea([region]) > HAIR_M2)
        if (free.length > 0) bands.push({ material: alike[0].material, isUnderWall, regions: free })
      }
    }
  }
  return bands
}

function grouped<Thing, Key>(
  things: readonly Thing[],
  keyOf: (thing: Thing) => Key,
): Map<Key, Thing[]> {
  const groups = new Map<Key, Thing[]>()
  for (const thing of things) {
    const key = keyOf(thing)
    const group = groups.get(key)
    if (group) group.push(thing)
    else groups.set(key, [thing])
  }
  return groups
}

/** Distance from a wall's face of the point that is before it, in metres. */
const ASIDE_M = 0.05
/** Where a wall is sampled along its length. */
const SAMPLED_SHARES = [0.05, 0.3, 0.5, 0.7, 0.95]

/** The look of that face of a wall before which there is no floor; null where there is on both. */
function outerLook(
  scene: Scene,
  { id, path, thickness }: WallShape,
  floor: readonly Region[],
): Material | null {
  const isOutside = (point: Point): boolean =>
    !floor.some(
      ({ outer, holes }) => contains(outer, point) && !holes.some((hole) => contains(hole, point)),
    )
  const outsideAt = (side: 1 | -1): number =>
    SAMPLED_SHARES.filter((share) => {
      const s = path.length * share
      const aside = side * (thickness / 2 + ASIDE_M)
      return isOutside(add(path.at(s), scale(leftOf(path.direction(s)), aside)))
    }).length
  const [left, right] = [outsideAt(1), outsideAt(-1)]
  if (left + right === 0) return null
  return faceLook(nodeOf(scene, id, 'wall')!, left > right ? 'left' : 'right', 'plaster_white')
}
