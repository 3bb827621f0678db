import { overlapDepth } from '../../geometry/convex.ts'
import type { Box } from '../../geometry/polygon.ts'
import type { WallStrip } from './wall-strip.ts'

/**
 * Walls of a level that may lie over one another in pairs: a star of 100 walls has 4,950. Each pair
 * costs some 0.2 ms where bodies are cut, so that a level takes seconds at most.
 */
const WALL_OVERLAPS_MAX = 5_000
/** And for each wall of the level: four walls in a joint are six pairs. */
const WALL_OVERLAPS_EACH_MAX = 8
/**
 * Chords that may be compared for pairs of near walls: 96 chords of an arc with those of another
 * are 9,216. A comparison takes some 50 ns.
 */
const CHORDS_COMPARED_MAX = 4_000_000

/** Walls lie over one another so often that no solids are derived from them. */
export class TangledWalls extends Error {
  readonly levelId: string

  constructor(levelId: string, message: string) {
    super(message)
    this.name = 'TangledWalls'
    this.levelId = levelId
  }
}

/**
 * Why the joints of a level are too many to be derived, as a complete sentence; null where they are
 * not. Takes less than a second, whatever the walls.
 */
export function tangleOf(
  levelId: string,
  strips: readonly WallStrip[],
  boxes: readonly Box[],
  near: (box: Box) => number[],
): string | null {
  const most = WALL_OVERLAPS_MAX + WALL_OVERLAPS_EACH_MAX * strips.length
  let chords = 0
  const met: [number, number][] = []
  for (const [index, box] of boxes.entries()) {
    for (const other of near(box)) {
      if (other <= index) continue
      chords += (strips[index].centre.length - 1) * (strips[other].centre.length - 1)
      if (chords > CHORDS_COMPARED_MAX)
        return `More than ${CHORDS_COMPARED_MAX} pairs of chords of walls are near one another on ${levelId}, the last of ${strips[index].wall.id}: spread the walls, or draw fewer.`
      met.push([index, other])
    }
  }
  if (met.length <= most) return null
  let overlaps = 0
  for (const [a, b] of met) {
    if (!overlap(strips[a], strips[b])) continue
    overlaps++
    if (overlaps > most)
      return `More than ${most} pairs of walls lie over one another on ${levelId}, the last ${strips[a].wall.id} and ${strips[b].wall.id}: let fewer walls meet in one place.`
  }
  return null
}

/** Whether two walls before they are joined share area. */
function overlap(a: WallStrip, b: WallStrip): boolean {
  const theirs = quads(b)
  return quads(a).some((quad) => theirs.some((other) => overlapDepth(quad, other) > 0))
}

/** The body between each two corners of a wall's centreline. */
const quads = ({ centre, left, right }: WallStrip) =>
  centre.slice(1).map((_, i) => [right[i], right[i + 1], left[i + 1], left[i]])
