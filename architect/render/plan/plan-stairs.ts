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
import { difference, intersection, ringsOf } from '../../geometry/regions.ts'
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
 * that come up to it from below, which show where one above them is cut. Adds the texts to `taken`;
 * returns the ids.
 */
export function drawStairs(
  paper: Paper,
  scene: Scene,
  levelId: string,
  cut: number,
  taken: SheetBox[],
): string[] {
  if (!levelFrames(scene).has(levelId)) return []
  const stairs = nodesOf(scene, 'stair').flatMap((stair) => {
    const shape = stairShape(scene, stair.id)
    return shape ? [{ stair, shape }] : []
  })
  const arriving = stairs.filter(
    ({ stair }) => stair.parent !== levelId && stair.toLevel === levelId,
  )
  const leaving = stairs.filter(({ stair }) => stair.parent === levelId)
  const lower = leaving.flatMap(({ shape }) =>
    shape.treads.flatMap(({ outline, top }) => (top > cut ? [] : [outline])),
  )
  const wells = wellsOf(scene, levelId)
  for (const { stair, shape } of arriving) {
    const shown = (outline: Polygon): Polygon[] => without(seenIn(wells, outline), lower)
    for (const { outline } of shape.treads) drawTread(paper, shown(outline), false)
    paper.outline(shown(shape.outline), INK.line, PEN.seen)
    const way = whileSeen(
      shape.walkline.toReversed(),
      (at) => (wells === null || isIn(wells, at)) && !isIn(lower, at),
    )
    drawWay(paper, way, false, stair.width, taken)
  }
  const below = arriving.map(({ shape }) => shape.outline)
  for (const { stair, shape } of leaving) {
    const over: Polygon[] = []
    for (const { outline, top } of shape.treads) {
      if (top <= cut) drawTread(paper, [outline], false)
      else {
        over.push(outline)
        drawTread(paper, without([outline], below), true)
      }
    }
    paper.outline(without([shape.outline], below), INK.line, PEN.seen)
    const way = whileSeen(shape.walkline, (at) => !isIn(over, at) || !isIn(below, at))
    drawWay(paper, way, true, stair.width, taken)
  }
  return [...arriving, ...leaving].map(({ stair }) => stair.id)
}

function drawTread(paper: Paper, rings: Polygon[], isOver: boolean): void {
  paper.fill(rings, isOver ? '#f6f5f2' : '#ffffff')
  if (isOver) paper.outline(rings, INK.faint, PEN.hair, [1, 0.8])
  else paper.outline(rings, INK.line, PEN.thin)
}

const isIn = (polygons: readonly Polygon[], at: Point): boolean =>
  polygons.some((polygon) => contains(polygon, at))

const without = (rings: Polygon[], others: readonly Polygon[]): Polygon[] =>
  others.length === 0 ? rings : ringsOf(difference(rings, [...others]))

/** The holes of a level's floor, through which one sees down; null where it has no floor. */
function wellsOf(scene: Scene, levelId: string): Polygon[] | null {
  const slabs = childrenOf(scene, levelId, 'slab')
  return slabs.length === 0 ? null : slabs.flatMap(({ id }) => holesOf(scene, id))
}

/** The parts of a tread that no floor hides. */
const seenIn = (wells: Polygon[] | null, outline: Polygon): Polygon[] =>
  wells === null ? [outline] : ringsOf(intersection([outline], wells))

/** A line up to where it is no longer seen. */
function whileSeen(line: Point[], isSeen: (at: Point) => boolean): Point[] {
  const seen = line.slice(0, 1)
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [line[i - 1], line[i]]
    const steps = Math.max(1, Math.ceil(length(subtract(to, from)) / WAY_STEP_M))
    for (let k = 1; k <= steps; k++)
      if (!isSeen(mix(from, to, k / steps)))
        return k === 1 ? seen : [...seen, mix(from, to, (k - 1) / steps)]
    seen.push(to)
  }
  return seen
}

/**
 * Draws an arrow along the walkline, with a dot where it begins: up a stair that leaves, down one
 * that arrives.
 */
function drawWay(
  paper: Paper,
  way: Point[],
  isUp: boolean,
  width: number,
  taken: SheetBox[],
): void {
  if (way.length < 2) return
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
