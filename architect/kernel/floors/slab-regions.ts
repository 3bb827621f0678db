import { boxOf, counterClockwise, type Polygon } from '../../geometry/polygon.ts'
import {
  difference,
  intersection,
  offset,
  type Region,
  regionArea,
  ringsOf,
  union,
} from '../../geometry/regions.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { cachedByLevel } from '../cached-by-level.ts'
import { levelFrames } from '../levels.ts'
import { type WallShape, wallShapes } from '../walls/wall-shapes.ts'
import { holesOf } from './holes.ts'

/** Faces at heights nearer than this meet, in metres. */
const MEETS_M = 0.001
/** Smaller areas between two polygons come from rounding, in square metres. */
const HAIR_M2 = 1e-4

/**
 * The plan of a slab: the drawn polygon, extended to the faces of the walls along its border that
 * it carries or rests on, less its holes. Slabs are drawn to the middle of walls, and would leave a
 * groove in the front of the house. Where several slabs of a level meet under a wall, each has the
 * part that was drawn.
 */
export function slabRegions(scene: Scene, slab: NodeOf<'slab'>): Region[] {
  return levelSlabs(scene, slab.parent!).get(slab.id)?.regions ?? []
}

/** A slab before and after its holes are cut. */
interface SlabPlan {
  whole: Region[]
  regions: Region[]
}

const levelSlabs = cachedByLevel((scene: Scene, levelId: string): Map<string, SlabPlan> => {
  const slabs = childrenOf(scene, levelId, 'slab').toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const drawn = slabs.map(({ polygon }) => counterClockwise(polygon))
  const taken: Polygon[] = []
  const answer = new Map<string, SlabPlan>()
  for (const [index, slab] of slabs.entries()) {
    const { standing, under } = wallsAt(scene, slab)
    const bands = bandsOf(drawn[index], [...standing, ...under])
    // Without the slabs that are elsewhere: Clipper would sweep over all of their corners.
    const isNear = isNearTo(bands)
    const others = drawn.filter((ring, other) => other !== index && isNear(ring))
    const added =
      bands.length === 0 ? [] : ringsOf(difference(bands, [...others, ...taken.filter(isNear)]))
    taken.push(...added)
    const whole = union([drawn[index], ...added])
    const regions = difference(ringsOf(whole), holesOf(scene, slab.id))
    answer.set(slab.id, {
      whole,
      regions: regions.filter((region) => regionArea([region]) > HAIR_M2),
    })
  }
  return answer
})

/** Whether the box of a ring touches that of any of the rings. */
function isNearTo(rings: readonly Polygon[]): (ring: Polygon) => boolean {
  const own = boxOf(rings.flat())
  return (ring) => {
    const box = boxOf(ring)
    return (
      box.minX <= own.maxX && box.maxX >= own.minX && box.minZ <= own.maxZ && box.maxZ >= own.minZ
    )
  }
}

/**
 * Where the level has floor at the height of a slab or higher, holes not cut: around it is outside.
 */
export const slabReach = (scene: Scene, slab: NodeOf<'slab'>): Region[] =>
  levelReaches(scene, slab.parent!).get(slab.top) ?? []

const levelReaches = cachedByLevel((scene: Scene, levelId: string): Map<number, Region[]> => {
  const plans = levelSlabs(scene, levelId)
  const slabs = childrenOf(scene, levelId, 'slab')
  const tops = new Set(slabs.map(({ top }) => top))
  const reachAt = (height: number): Region[] =>
    union(
      slabs
        .filter(({ top }) => top > height - MEETS_M)
        .flatMap(({ id }) => ringsOf(plans.get(id)?.whole ?? [])),
    )
  return new Map([...tops].map((height) => [height, reachAt(height)]))
})

/** The walls that stand on the slab's upper face, and those that end at its lower one. */
export function wallsAt(
  scene: Scene,
  slab: NodeOf<'slab'>,
): { standing: WallShape[]; under: WallShape[] } {
  const { elevation, below } = levelFrames(scene).get(slab.parent!)!
  const top = elevation + slab.top
  const meets = (height: number, other: number) => Math.abs(height - other) < MEETS_M
  const standing = [...wallShapes(scene, slab.parent!).values()].filter(({ base }) =>
    meets(base, top),
  )
  const carrying = below === undefined ? [] : [...wallShapes(scene, below).values()]
  return { standing, under: carrying.filter((wall) => meets(wall.top, top - slab.thickness)) }
}

/** The part of the footprints no farther outside the polygon than a wall on its border reaches. */
function bandsOf(polygon: Polygon, walls: readonly WallShape[]): Polygon[] {
  const own = boxOf(polygon)
  const byHalf = new Map<number, Polygon[]>()
  for (const { footprint, thickness } of walls) {
    const box = boxOf(footprint)
    const isNear =
      box.minX < own.maxX && box.maxX > own.minX && box.minZ < own.maxZ && box.maxZ > own.minZ
    if (!isNear) continue
    const half = thickness / 2
    byHalf.set(half, [...(byHalf.get(half) ?? []), footprint])
  }
  return [...byHalf].flatMap(([half, footprints]) =>
    ringsOf(intersection(footprints, ringsOf(offset([polygon], half + MEETS_M)))),
  )
}
