import { add, distance, leftOf, mix, type Point, scale, subtract, unit } from '../geometry/point.ts'
import { type Box, boxOf, contains, edges, type Polygon } from '../geometry/polygon.ts'
import { ringsOf, union } from '../geometry/regions.ts'
import { boardRegions } from '../kernel/floors/holes.ts'
import { type LevelFrame, levelFrames } from '../kernel/levels.ts'
import { stairShape } from '../kernel/stairs/stair-shape.ts'
import { childrenOf, nodesOf, type Scene } from '../scene/scene.ts'

/** A stretch of the edge of a floor over which one falls. */
export interface FloorEdge {
  /** Along the edge, the floor to the left. */
  path: Point[]
  /** In metres. */
  length: number
  /** How far down the next floor, tread or the ground is, in metres; the most along the edge. */
  drop: number
  /** Of the floor in the world, in metres. */
  height: number
}

/**
 * Whether nothing is in the way off the floor, which is at `height` in the world, at a place on the
 * stretch from `a` to `b`.
 */
export type OpenAlong = (a: Point, b: Point, height: number) => (at: Point, out: Point) => boolean

/** Distance between two places looked at along an edge, in metres. */
const STEP_M = 0.1
/** Places looked at along one edge: 50 m of it at every 0.1 m, a longer one less closely. */
const PLACES_MAX = 500
/** How far beyond the edge it is looked down, in metres. */
const BEYOND_M = 0.15

/**
 * The edges of the floors of a level at one height, without those between floors that touch, where
 * `isOpen` is true and the next surface below is more than `least` metres down.
 */
export function floorEdges(
  scene: Scene,
  level: LevelFrame,
  least: number,
  openAlong: OpenAlong,
): FloorEdge[] {
  const found: FloorEdge[] = []
  const slabs = Map.groupBy(childrenOf(scene, level.id, 'slab'), ({ top }) => top)
  for (const [top, boards] of slabs) {
    const height = level.elevation + top
    const surfaces = surfacesUnder(scene, height)
    // Without a lower floor, no edge is farther down than to the ground.
    if (surfaces.length === 0 && height <= least) continue
    const drawn = boards.flatMap(({ id }) => ringsOf(boardRegions(scene, id)))
    for (const ring of ringsOf(
      boards.length > 1 ? union(drawn) : boardRegions(scene, boards[0].id),
    ))
      found.push(...alongRing(ring, height, surfaces, least, openAlong))
  }
  return found
}

interface Surface {
  height: number
  outline: Polygon
  holes: Polygon[]
  box: Box
}

const touch = (a: Box, b: Box): boolean =>
  a.minX <= b.maxX && a.maxX >= b.minX && a.minZ <= b.maxZ && a.maxZ >= b.minZ

/** The floors under a height, and the treads up to it, in all levels. */
function surfacesUnder(scene: Scene, height: number): Surface[] {
  const floors = [...levelFrames(scene).values()].flatMap(({ id, elevation }) =>
    childrenOf(scene, id, 'slab')
      .filter(({ top }) => elevation + top < height - 1e-6)
      .flatMap((slab) =>
        boardRegions(scene, slab.id).map(({ outer, holes }) => ({
          height: elevation + slab.top,
          outline: outer,
          holes,
          box: boxOf(outer),
        })),
      ),
  )
  const treads = nodesOf(scene, 'stair').flatMap(({ id }) => {
    const shape = stairShape(scene, id)
    return (shape?.treads ?? []).map(({ outline, top }) => ({
      height: shape!.base + top,
      outline,
      holes: [],
      box: boxOf(outline),
    }))
  })
  // The landing of a spiral goes on from the floor at its height.
  return [...floors, ...treads.filter((tread) => tread.height < height + 1e-6)]
}

function alongRing(
  ring: Polygon,
  height: number,
  surfaces: readonly Surface[],
  least: number,
  openAlong: OpenAlong,
): FloorEdge[] {
  const found: FloorEdge[] = []
  let run: FloorEdge | null = null
  for (const [a, b] of edges(ring)) {
    const length = distance(a, b)
    if (length === 0) continue
    // The floor is to the left of its outer rings and of its holes alike.
    const out = scale(leftOf(unit(subtract(b, a))), -1)
    const isOpen = openAlong(a, b, height)
    const beyond = boxOf([add(a, scale(out, BEYOND_M)), add(b, scale(out, BEYOND_M))])
    const near = surfaces.filter(({ box }) => touch(box, beyond))
    const count = Math.min(PLACES_MAX, Math.max(1, Math.round(length / STEP_M)))
    for (let index = 0; index < count; index++) {
      const at = mix(a, b, (index + 0.5) / count)
      const drop = isOpen(at, out) ? height - heightAt(near, add(at, scale(out, BEYOND_M))) : 0
      if (drop <= least) {
        run = null
        continue
      }
      const [from, to] = [mix(a, b, index / count), mix(a, b, (index + 1) / count)]
      if (run === null) {
        run = { path: [from, to], length: 0, drop, height }
        found.push(run)
      } else if (index === 0) run.path.push(to)
      else run.path[run.path.length - 1] = to
      run.length += length / count
      run.drop = Math.max(run.drop, drop)
    }
  }
  return joinedAround(ring, found, run)
}

/** A ring may begin in the middle of a stretch: its last run goes on as its first one. */
function joinedAround(ring: Polygon, found: FloorEdge[], last: FloorEdge | null): FloorEdge[] {
  const [first, ...others] = found
  if (last === null || first === undefined || first === last) return found
  if (distance(first.path[0], ring[0]) > 0) return found
  const joined = {
    ...first,
    path: [...last.path, ...first.path.slice(1)],
    length: last.length + first.length,
    drop: Math.max(last.drop, first.drop),
  }
  return [joined, ...others.filter((edge) => edge !== last)]
}

/** The height of what one would fall on; that of the site's ground where there is nothing else. */
function heightAt(surfaces: readonly Surface[], point: Point): number {
  let highest = -Infinity
  let isDugOut = false
  for (const { height, outline, holes } of surfaces) {
    if (height <= highest) continue
    if (!contains(outline, point) || holes.some((hole) => contains(hole, point))) continue
    if (height < 0) isDugOut = true
    highest = Math.max(highest, height)
  }
  return isDugOut ? highest : Math.max(highest, 0)
}
