import { add, leftOf, type Point, scale, subtract, unit } from '../../geometry/point.ts'
import { levelFrames } from '../../kernel/levels.ts'
import { type StairShape, stairShape } from '../../kernel/stairs/stair-shape.ts'
import { nodesOf, type Scene } from '../../scene/scene.ts'
import { INK, type Paper } from '../paper.ts'

/**
 * The stairs that go up from a level, whole to the height of the cut and faint above it, and those
 * that come up to it from below. Returns their ids.
 */
export function drawStairs(paper: Paper, scene: Scene, levelId: string, cut: number): string[] {
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
        isOver ? 0.8 : 1,
        isOver ? [4, 3] : [],
      )
    }
    paper.outline([shape.outline], INK.line, 1.3)
    drawWay(paper, shape, isUp)
  }
  return drawn
}

/** Draws an arrow upward along the walkline, with a dot where it begins. */
function drawWay(paper: Paper, { walkline }: StairShape, isUp: boolean): void {
  if (walkline.length < 2) return
  paper.line(walkline, INK.text, 1.2)
  const [tip, before] = [walkline[walkline.length - 1], walkline[walkline.length - 2]]
  const back = scale(unit(subtract(before, tip)), Math.min(0.22, 16 / paper.scale))
  const side = scale(leftOf(back), 0.45)
  const foot: Point = add(tip, back)
  paper.fill([[tip, add(foot, side), subtract(foot, side)]], INK.text)
  const [x, y] = paper.at(walkline[0])
  paper.context.fillStyle = INK.text
  paper.context.beginPath()
  paper.context.arc(x, y, 2.6, 0, 2 * Math.PI)
  paper.context.fill()
  const [start, next] = [walkline[0], walkline[1]]
  // At the arrival there is a wall or a door: `down` stands next to the arrow's tip, on the treads.
  const [at, away] = isUp
    ? [start, scale(unit(subtract(start, next)), 12)]
    : [
        tip,
        add(scale(unit(subtract(before, tip)), 20), scale(leftOf(unit(subtract(before, tip))), 19)),
      ]
  const [tx, ty] = paper.at(add(at, scale(away, 1 / paper.scale)))
  paper.text(isUp ? 'up' : 'down', tx, ty, 10.5, { color: INK.text })
}
