import { add, distance, dot, length, type Point, subtract } from '../../geometry/point.ts'
import { area, counterClockwise, type Polygon } from '../../geometry/polygon.ts'
import { intersection, regionArea } from '../../geometry/regions.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import type { Refusal } from '../refusal.ts'
import { onGrid } from '../walls/wall-snap.ts'

/** Outlines that are tried: two corners with two ways each, and what follows from one of them. */
const TRIES_MAX = 12
/** Less than this share of what was requested is another room, not a smaller one. */
const SHARE_MIN = 0.5
/** What a square metre more than requested costs, in square metres of what was requested. */
const GROWTH_COST = 0.25
/** Walls that end this near to the end of another may meet it there, in metres. */
const NEAR_END_M = 0.6
/** A corner this near to a point is the one there, in metres. */
const AT_M = 0.05

/**
 * The outline that works and has most of the requested one: an edge that would end in an opening of
 * another wall is moved along that wall past it, and one next to the wall's end to its end. Null
 * where none works.
 *
 * @param refused makes the edit with an outline; null where it works
 */
export function settledOutline(
  scene: Scene,
  requested: Polygon,
  first: Polygon,
  refused: (outline: Polygon) => Refusal | null,
): Polygon | null {
  const wanted = counterClockwise(requested)
  const judged = (ring: Polygon) => {
    const within = regionArea(intersection([counterClockwise(ring)], [wanted]))
    const share = within / area(wanted)
    return { ring, share, worth: share - (GROWTH_COST * (area(ring) - within)) / area(wanted) }
  }
  const open = [judged(first)]
  const seen = new Set([JSON.stringify(first)])
  for (let tries = 0; tries < TRIES_MAX && open.length > 0; tries++) {
    open.sort((a, b) => b.worth - a.worth)
    const { ring } = open.shift()!
    const refusal = refused(ring)
    if (!refusal) return ring
    for (const next of edgesMoved(scene, ring, refusal)) {
      const each = judged(next)
      if (each.share < SHARE_MIN || seen.has(JSON.stringify(next))) continue
      seen.add(JSON.stringify(next))
      open.push(each)
    }
  }
  return null
}

/** The ring with the edge that the refusal is about moved along the wall that it meets. */
function edgesMoved(scene: Scene, ring: Polygon, { details, nodeIds = [] }: Refusal): Polygon[] {
  const { at, clearAt = [] } = (details ?? {}) as { at?: Point; clearAt?: Point[] }
  if (at) {
    const corner = ring.findIndex((each) => distance(each, at) < AT_M)
    return corner < 0 ? [] : clearAt.map((to) => movedEdge(ring, corner, subtract(to, at)))
  }
  const walls = nodeIds.flatMap((id) => nodeOf(scene, id, 'wall') ?? [])
  return walls.flatMap(({ start, end }) =>
    [start, end].flatMap((to) =>
      ring.flatMap((corner, index) => {
        const away = distance(corner, to)
        const isNear = away > 0 && away < NEAR_END_M
        return isNear ? [movedEdge(ring, index, subtract(to, corner))] : []
      }),
    ),
  )
}

/** The ring with a corner moved, and with it the edge there that is across the way. */
function movedEdge(ring: Polygon, corner: number, way: Point): Polygon {
  const size = ring.length
  const [before, after] = [(corner + size - 1) % size, (corner + 1) % size]
  const across = (other: number) => {
    const edge = subtract(ring[other], ring[corner])
    return Math.abs(dot(edge, way)) / length(edge)
  }
  const other = across(before) < across(after) ? before : after
  return ring
    .map((each, i) => (i === corner || i === other ? onGrid(add(each, way)) : each))
    .filter((each, i, all) => distance(each, all[(i + 1) % size]) > 0)
}
