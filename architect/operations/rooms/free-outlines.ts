import { clearWidth } from '../../geometry/clear-width.ts'
import { distance, dot, mix, type Point, subtract, unit } from '../../geometry/point.ts'
import {
  area,
  boxOf,
  counterClockwise,
  edges,
  type Polygon,
  signedArea,
} from '../../geometry/polygon.ts'
import { difference, intersection, offset, regionArea } from '../../geometry/regions.ts'
import { isInside } from '../../kernel/exposure.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { onGrid } from '../walls/wall-snap.ts'
import { freeMoves, translate } from './room-overlap.ts'

/** Less than this share of what was requested is another room, not a smaller one. */
const TRIMMED_SHARE_MIN = 0.5
/** A strip narrower than this is not a room, in metres. */
const TRIMMED_WIDTH_MIN_M = 0.7
/** Length of wall that a room shares with the building that it is attached to, in metres. */
const SHARED_WALL_MIN_M = 0.8
/** Reach of the test of a shared wall, in metres. */
const TOUCH_M = 0.01

/**
 * Places for an outline that overlaps rooms, the best first: the nearest next to a room of the
 * house, then any other.
 */
export function freePlaces(
  scene: Scene,
  levelId: string,
  outlines: readonly Polygon[],
  except?: string,
): Polygon[] {
  const moved = outlines.flatMap((outline) =>
    freeMoves(scene, levelId, outline, except).map((move) => ({
      outline: translate(outline, move),
      length: Math.hypot(...move),
    })),
  )
  const attached = new Set(
    moved.filter(({ outline }) => isAttached(scene, levelId, outline, except)),
  )
  const rank = (each: (typeof moved)[0]) => (attached.has(each) ? 0 : 1)
  return moved
    .toSorted((a, b) => rank(a) - rank(b) || a.length - b.length)
    .map(({ outline }) => outline)
}

/** The largest part of an outline that is in no other room; null where little of it is left. */
export function trimmed(
  scene: Scene,
  levelId: string,
  outline: Polygon,
  except?: string,
): Polygon | null {
  const ring = counterClockwise(outline)
  const rooms = othersOn(scene, levelId, except).map(({ polygon }) => counterClockwise(polygon))
  const [largest] = difference([ring], rooms)
    .filter(({ holes }) => holes.length === 0)
    .sort((a, b) => area(b.outer) - area(a.outer))
  if (!largest || area(largest.outer) < area(ring) * TRIMMED_SHARE_MIN) return null
  if (clearWidth(largest, TRIMMED_WIDTH_MIN_M) < TRIMMED_WIDTH_MIN_M) return null
  return alignedWith(
    outline,
    largest.outer.map((corner): Point => onGrid(corner)),
  )
}

/** The ring in the direction of the outline, from the corner at which its edges fit best. */
function alignedWith(outline: Polygon, ring: Polygon): Polygon {
  const own = signedArea(outline) < 0 ? [...ring].reverse() : ring
  const turns = own.map((_, first) => [...own.slice(first), ...own.slice(0, first)])
  const away = (turned: Polygon) =>
    outline.reduce((sum, corner, i) => sum + distance(corner, turned[i % turned.length]), 0)
  return turns.reduce((best, each) => (away(each) < away(best) - 1e-9 ? each : best))
}

/** The edge of `ring` that continues edge `index` of the outline that it was made from. */
export function edgeLike(outline: Polygon, index: number, ring: Polygon): number {
  const [a, b] = edges(outline)[index % outline.length]
  const along = unit(subtract(b, a))
  const middle = mix(a, b, 0.5)
  const sides = edges(ring).map(([p, q], edge) => ({
    edge,
    // Two right angles count like being 10 m away.
    away: distance(mix(p, q, 0.5), middle) + 5 * (1 - dot(unit(subtract(q, p)), along)),
  }))
  return sides.reduce((best, each) => (each.away < best.away - 1e-9 ? each : best)).edge
}

/** Whether an outline shares a stretch of wall with a room of the house. */
function isAttached(scene: Scene, levelId: string, outline: Polygon, except?: string): boolean {
  const reach = offset([counterClockwise(outline)], TOUCH_M).map(({ outer }) => outer)
  const box = boxOf(outline)
  return othersOn(scene, levelId, except).some(({ id, polygon }) => {
    const other = boxOf(polygon)
    const isNear =
      other.minX <= box.maxX + TOUCH_M &&
      other.maxX >= box.minX - TOUCH_M &&
      other.minZ <= box.maxZ + TOUCH_M &&
      other.maxZ >= box.minZ - TOUCH_M
    return (
      isNear &&
      isInside(scene, levelId, id) &&
      regionArea(intersection(reach, [counterClockwise(polygon)])) >= TOUCH_M * SHARED_WALL_MIN_M
    )
  })
}

const othersOn = (scene: Scene, levelId: string, except?: string) =>
  childrenOf(scene, levelId, 'zone').filter(({ id }) => id !== except)
