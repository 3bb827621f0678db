import { add, leftOf, type Point, scale, subtract, unit } from '../../geometry/point.ts'
import { levelFrames } from '../../kernel/levels.ts'
import { type StairShape, stairShape } from '../../kernel/stairs/stair-shape.ts'
import { nodesOf, type Scene } from '../../scene/scene.ts'
import type { SheetBox } from '../drawing/sheet.ts'
import { INK, type Paper, PEN } from '../paper.ts'
import { circle } from '../sheet-marks.ts'

/** Distances of `down` from the arrow's tip and from its line, in millimetres. */
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
    for (const { outline, top } of shape.treads) {
      const isOver = isUp && top > cut
      paper.fill([outline], isOver ? '#f6f5f2' : '#ffffff')
      paper.outline(
        [outline],
        isOver ? INK.faint : INK.line,
        isOver ? PEN.hair : PEN.thin,
        isOver ? [1, 0.8] : [],
      )
    }
    paper.outline([shape.outline], INK.line, PEN.seen)
    drawWay(paper, shape, isUp, stair.width, taken)
  }
  return drawn
}

/** Draws an arrow upward along the walkline, with a dot where it begins. */
function drawWay(
  paper: Paper,
  { walkline }: StairShape,
  isUp: boolean,
  width: number,
  taken: SheetBox[],
): void {
  if (walkline.length < 2) return
  paper.line(walkline, INK.text, PEN.seen)
  const [tip, before] = [walkline[walkline.length - 1], walkline[walkline.length - 2]]
  const back = scale(unit(subtract(before, tip)), Math.min(0.22, 4 / paper.scale))
  const side = scale(leftOf(back), 0.45)
  const foot: Point = add(tip, back)
  paper.fill([[tip, add(foot, side), subtract(foot, side)]], INK.text)
  paper.path([circle(paper.at(walkline[0]), 0.7)], true, { fill: INK.text })
  if (isUp) {
    const [start, next] = [walkline[0], walkline[1]]
    const away = scale(unit(subtract(start, next)), 2.6 / paper.scale)
    taken.push(paper.text('up', ...paper.at(add(start, away)), 2.5))
    return
  }
  // At the arrival there is a wall or a door: `down` stands on the treads, along the arrow.
  const along = unit(subtract(before, tip))
  const half = (width / 2) * paper.scale
  const beside = scale(leftOf(along), Math.min(BESIDE_MM, half * 0.54) / paper.scale)
  const at = add(add(tip, scale(along, BEHIND_MM / paper.scale)), beside)
  const isTurned = Math.abs(along[1]) > Math.abs(along[0])
  taken.push(paper.text('down', ...paper.at(at), Math.min(2.2, half * 0.75), { isTurned }))
}
