import { lowTreads } from '../../checks/low-treads.ts'
import {
  add,
  distance,
  dot,
  leftOf,
  type Point,
  scale,
  subtract,
  unit,
} from '../../geometry/point.ts'
import { contains, counterClockwise, edges, type Polygon } from '../../geometry/polygon.ts'
import { offset } from '../../geometry/regions.ts'
import { boardRegions } from '../../kernel/floors/holes.ts'
import { stairOpening, stairShape } from '../../kernel/stairs/stair-shape.ts'
import { WINDS_ABOUT_POLE } from '../../kernel/stairs/stair-treads.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { onGrid } from '../walls/wall-snap.ts'

/** From the edge of a hole to the middle of the guard around it, in metres. */
const OUT_M = 0.05
/** Where the face of a wall is this near to a guard's line, nobody falls between, in metres. */
const WALL_REACH_M = 0.12
/** People stand on the floor this far beyond a guard's line, in metres. */
const FLOOR_M = 0.2
/** Steps along the edge of a hole at which its surroundings are looked at, in metres. */
const STEP_M = 0.05
/** Shorter stretches of a guard are left out, in metres. */
const LENGTH_MIN_M = 0.15
/** Corners nearer than this are one, in metres. */
const SAME_M = 1e-3
/** Along the way off a stair, the edge of the hole is at most this far from the last tread. */
const ARRIVAL_M = 0.4

/** A gap in a guard through which people walk: off a stair. */
interface Gap {
  at: Point
  /** Direction of walking; null where it is open to all sides, as on a spiral's landing. */
  direction: Point | null
  /** Half of its width, in metres. */
  half: number
}

/** The line of a guard all around a hole; null for a hole without an area. */
export function guardRing(hole: Polygon): Polygon | null {
  const [region] = offset([counterClockwise(hole)], OUT_M)
  return region?.outer ?? null
}

/**
 * Paths of the railings around a hole in the floors of a level: along its edges beyond which there
 * is floor and no wall, without the gaps and where the foot of a stair is. Each path has two
 * corners or more.
 */
export function guardPaths(
  scene: Scene,
  levelId: string,
  hole: Polygon,
  gaps: readonly Gap[] = [],
): Point[][] {
  const ring = guardRing(hole)
  if (!ring) return []
  const walls = [...wallShapes(scene, levelId).values()].map(({ footprint }) => footprint)
  const floors = childrenOf(scene, levelId, 'slab').flatMap(({ id }) => boardRegions(scene, id))
  const treads = lowTreads(scene, levelId)
  const isFloor = (at: Point) =>
    floors.some(
      ({ outer, holes }) => contains(outer, at) && !holes.some((ring) => contains(ring, at)),
    )
  const isGuarded = (at: Point, out: Point): boolean => {
    const beyond = [0, WALL_REACH_M / 2, WALL_REACH_M].map((by) => add(at, scale(out, by)))
    return (
      !walls.some((wall) => beyond.some((point) => contains(wall, point))) &&
      !gaps.some((gap) => isInGap(gap, at)) &&
      !treads.some((tread) => contains(tread, at)) &&
      isFloor(add(at, scale(out, FLOOR_M)))
    )
  }
  const paths: Point[][] = []
  let open: Point[] | null = null
  const sides = edges(ring)
  for (const [a, b] of sides) {
    const length = distance(a, b)
    const out = scale(leftOf(unit(subtract(b, a))), -1)
    const steps = Math.max(1, Math.round(length / STEP_M))
    let from: number | null = null
    for (let i = 0; i <= steps; i++) {
      // In the middle of each step; the last turn of the loop ends the stretch.
      const s = (length * (i + 0.5)) / steps
      const here = i < steps && isGuarded(add(a, scale(unit(subtract(b, a)), s)), out)
      if (here && from === null) from = i
      if (here || from === null) continue
      const at = (step: number) => onGrid(add(a, scale(subtract(b, a), step / steps)))
      const [start, end] = [at(from), at(i)]
      if (open && distance(open[open.length - 1], start) < SAME_M) open.push(end)
      else {
        open = [start, end]
        paths.push(open)
      }
      from = null
    }
  }
  return joinedEnds(paths)
    .map(withoutRepeats)
    .filter((path) => lengthOf(path) >= LENGTH_MIN_M)
}

/** The sides of an oblique hole may be shorter than the grid, which then repeats a corner. */
const withoutRepeats = (path: Point[]): Point[] =>
  path.filter((at, index) => index === 0 || distance(at, path[index - 1]) > SAME_M)

/** A path that goes on where the first begins is one with it. */
function joinedEnds(paths: Point[][]): Point[][] {
  const [first, last] = [paths[0], paths[paths.length - 1]]
  if (paths.length < 2 || distance(last[last.length - 1], first[0]) > SAME_M) return paths
  return [[...last, ...first.slice(1)], ...paths.slice(1, -1)]
}

const lengthOf = (path: readonly Point[]): number =>
  path.slice(1).reduce((sum, at, i) => sum + distance(path[i], at), 0)

function isInGap({ at, direction, half }: Gap, point: Point): boolean {
  const from = subtract(point, at)
  if (direction === null) return Math.hypot(...from) <= half
  return (
    Math.abs(dot(from, leftOf(direction))) <= half && Math.abs(dot(from, direction)) <= ARRIVAL_M
  )
}

/** Paths of the railings around the hole of a stair in the floor where it ends. */
export function stairGuardPaths(scene: Scene, stair: NodeOf<'stair'>): Point[][] {
  const shape = stairShape(scene, stair.id)
  const hole = stairOpening(scene, stair, stair.toLevel)
  if (!shape || hole.length === 0) return []
  const last = shape.treads[shape.treads.length - 1]
  const gap: Gap = {
    at: shape.topAt,
    direction: WINDS_ABOUT_POLE[stair.shape] ? null : last.direction,
    half: stair.width / 2,
  }
  return guardPaths(scene, stair.toLevel, hole, [gap])
}
