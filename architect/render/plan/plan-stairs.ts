import {
  add,
  leftOf,
  length,
  mix,
  type Point,
  scale,
  subtract,
  unit,
} from '../../geometry/point.ts'
import { contains, type Polygon } from '../../geometry/polygon.ts'
import { intersection, ringsOf } from '../../geometry/regions.ts'
import { holesOf } from '../../kernel/floors/holes.ts'
import { levelFrames } from '../../kernel/levels.ts'
import { stairShape } from '../../kernel/stairs/stair-shape.ts'
import { childrenOf, nodesOf, type Scene } from '../../scene/scene.ts'
import type { SheetBox } from '../drawing/sheet.ts'
import { INK, type Paper, PEN } from '../paper.ts'
import { circle } from '../sheet-marks.ts'

/** The walkline is cut at the floor's edge to this, in metres: 0.5 mm on a plan at 1:20. */
const WAY_STEP_M = 0.01
/** Distances of `down` from the arrow's dot and from its line, in millimetres. */
const BEHIND_MM = 6.5
const BESIDE_MM = 1.8

/**
 * The stairs that go up from a level, whole to the height of the cut and faint above it, and those
 * that come up to it from below. Adds the texts to `taken`; returns the ids.
 */
export function drawStairs(
  paper: Paper,
  scene: Scene,
  levelId: string,
  cut: number,
  taken: SheetBox[],
): string[] {
  const frames = levelFrames(scene)
  const drawn: string[] = []
  for (const stair of nodesOf(scene, 'stair')) {
    const shape = stairShape(scene, stair.id)
    const isUp = stair.parent === levelId
    if (!shape || (!isUp && stair.toLevel !== levelId) || !frames.has(levelId)) continue
    drawn.push(stair.id)
    const wells = isUp ? null : wellsOf(scene, levelId)
    for (const { outline, top } of shape.treads) {
      const isOver = isUp && top > cut
      const seen = seenIn(wells, outline)
      paper.fill(seen, isOver ? '#f6f5f2' : '#ffffff')
      paper.outline(
        seen,
        isOver ? INK.faint : INK.line,
        isOver ? PEN.hair : PEN.thin,
        isOver ? [1, 0.8] : [],
      )
    }
    paper.outline(seenIn(wells, shape.outline), INK.line, PEN.seen)
    drawWay(paper, wayIn(wells, shape.walkline), isUp, stair.width, taken)
  }
  return drawn
}

/** The holes of a level's floor, through which one sees down; null where it has no floor. */
function wellsOf(scene: Scene, levelId: string): Polygon[] | null {
  const slabs = childrenOf(scene, levelId, 'slab')
  return slabs.length === 0 ? null : slabs.flatMap(({ id }) => holesOf(scene, id))
}

/** The parts of a tread that no floor hides. */
const seenIn = (wells: Polygon[] | null, outline: Polygon): Polygon[] =>
  wells === null ? [outline] : ringsOf(intersection([outline], wells))

/** The walkline from where it comes out from under the floor. */
function wayIn(wells: Polygon[] | null, walkline: Point[]): Point[] {
  if (wells === null) return walkline
  const isSeen = (at: Point) => wells.some((well) => contains(well, at))
  const first = walkline.findIndex(isSeen)
  if (first <= 0) return walkline
  const [from, to] = [walkline[first - 1], walkline[first]]
  const steps = Math.ceil(length(subtract(to, from)) / WAY_STEP_M)
  const shares = Array.from({ length: steps }, (_, k) => k / steps)
  const share = shares.find((each) => isSeen(mix(from, to, each))) ?? 1
  return [mix(from, to, share), ...walkline.slice(first)]
}

/**
 * Draws an arrow along the walkline, with a dot where it begins: up a stair that leaves, down one
 * that arrives.
 */
function drawWay(
  paper: Paper,
  walkline: Point[],
  isUp: boolean,
  width: number,
  taken: SheetBox[],
): void {
  if (walkline.length < 2) return
  const way = isUp ? walkline : walkline.toReversed()
  paper.line(way, INK.text, PEN.seen)
  const [start, next] = way
  const [before, tip] = way.slice(-2)
  const back = scale(unit(subtract(before, tip)), Math.min(0.22, 4 / paper.scale))
  const side = scale(leftOf(back), 0.45)
  const foot: Point = add(tip, back)
  paper.fill([[tip, add(foot, side), subtract(foot, side)]], INK.text)
  paper.path([circle(paper.at(start), 0.7)], true, { fill: INK.text })
  const along = unit(subtract(next, start))
  if (isUp) {
    taken.push(paper.text('up', ...paper.at(add(start, scale(along, -2.6 / paper.scale))), 2.5))
    return
  }
  // At the arrival there is a wall or a door: `down` stands on the treads, along the arrow.
  const half = (width / 2) * paper.scale
  const beside = scale(leftOf(along), Math.min(BESIDE_MM, half * 0.54) / paper.scale)
  const at = add(add(start, scale(along, BEHIND_MM / paper.scale)), beside)
  const isTurned = Math.abs(along[1]) > Math.abs(along[0])
  taken.push(paper.text('down', ...paper.at(at), Math.min(2.2, half * 0.75), { isTurned }))
}
