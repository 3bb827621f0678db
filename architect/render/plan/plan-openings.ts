import { add, leftOf, type Point, scale } from '../../geometry/point.ts'
import type { Polygon } from '../../geometry/polygon.ts'
import type { OpeningSpan } from '../../kernel/openings/openings.ts'
import type { WallPath } from '../../kernel/walls/wall-path.ts'
import type { WallShape } from '../../kernel/walls/wall-shapes.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import { INK, type Paper, PEN } from '../paper.ts'

/** Chords of the arc along which a door's edge swings. */
const SWING_CHORDS = 24
/** Thickness of the drawn leaf, in metres. */
const LEAF_M = 0.04

/** The point `s` metres along the wall and `t` metres to its left. */
export function pointByWall(path: WallPath, s: number, t: number): Point {
  return add(path.at(s), scale(leftOf(path.direction(s)), t))
}

/** The stretch of a wall from `from` to `to`, `half` metres to both sides. */
export function stretch(path: WallPath, from: number, to: number, half: number): Polygon {
  const steps = path.arc ? 8 : 1
  const along = Array.from({ length: steps + 1 }, (_, k) => from + ((to - from) * k) / steps)
  return [
    ...along.map((s) => pointByWall(path, s, -half)),
    ...along.reverse().map((s) => pointByWall(path, s, half)),
  ]
}

/** Draws the door or window in the gap of an opening in a wall cut in plan. */
export function drawOpening(
  paper: Paper,
  scene: Scene,
  wall: WallShape,
  span: OpeningSpan,
  color: string = INK.line,
): void {
  const { path, thickness } = wall
  const half = thickness / 2
  const { from, to } = span
  for (const s of [from, to])
    paper.line([pointByWall(path, s, -half), pointByWall(path, s, half)], INK.wall, PEN.cut)
  switch (span.kind) {
    case 'window':
      drawWindow(paper, path, half, from, to, color)
      break
    case 'door':
      drawDoor(paper, nodeOf(scene, span.id, 'door')!, path, half, from, to, color)
      break
    case 'opening':
      break
    default:
      span.kind satisfies never
  }
}

function drawWindow(
  paper: Paper,
  path: WallPath,
  half: number,
  from: number,
  to: number,
  color: string,
): void {
  paper.fill([stretch(path, from, to, half)], '#ffffff')
  paper.outline([stretch(path, from, to, half)], color, PEN.seen)
  paper.fill([stretch(path, from, to, Math.min(0.03, half / 2))], '#cfe1ea')
  paper.outline([stretch(path, from, to, Math.min(0.03, half / 2))], color, PEN.thin)
}

function drawDoor(
  paper: Paper,
  { doorType, hinge, swing }: NodeOf<'door'>,
  path: WallPath,
  half: number,
  from: number,
  to: number,
  color: string,
): void {
  const side = swing === 'left' ? 1 : -1
  const width = to - from
  // The threshold, so that the floor of both rooms ends at it.
  for (const t of [-half, half])
    paper.line([pointByWall(path, from, t), pointByWall(path, to, t)], INK.faint, PEN.thin)
  const leaf = (pivot: number, towards: number, size: number): void => {
    const at = (angle: number, radius: number): Point =>
      pointByWall(
        path,
        pivot + towards * Math.cos(angle) * radius,
        side * (half + Math.sin(angle) * radius),
      )
    const arc = Array.from({ length: SWING_CHORDS + 1 }, (_, k) =>
      at((k / SWING_CHORDS) * (Math.PI / 2), size),
    )
    paper.line(arc, INK.quiet, PEN.hair)
    const [foot, head] = [at(0, 0), at(Math.PI / 2, size)]
    const thick = scale(path.direction(pivot), towards * LEAF_M)
    const ring = [foot, head, add(head, thick), add(foot, thick)]
    paper.fill([ring], '#ffffff')
    paper.outline([ring], color, PEN.seen)
  }
  const slide = (a: number, b: number, t: number): void => {
    const ring = [
      pointByWall(path, a, t - LEAF_M / 2),
      pointByWall(path, b, t - LEAF_M / 2),
      pointByWall(path, b, t + LEAF_M / 2),
      pointByWall(path, a, t + LEAF_M / 2),
    ]
    paper.fill([ring], '#ffffff')
    paper.outline([ring], color, PEN.seen)
  }
  const middle = (from + to) / 2
  const [pivot, towards] = hinge === 'start' ? [from, 1] : [to, -1]
  switch (doorType) {
    case 'hinged':
      leaf(pivot, towards, width)
      break
    case 'double':
      leaf(from, 1, width / 2)
      leaf(to, -1, width / 2)
      break
    case 'folding': {
      const fold = (s: number, t: number): Point => pointByWall(path, s, side * (half + t))
      const step = (towards * width) / 4
      const folded = [0, 1, 2, 3, 4].map((k) =>
        fold(pivot + k * step * 0.6, k % 2 === 0 ? 0 : width / 5),
      )
      paper.line(folded, color, PEN.seen)
      break
    }
    case 'sliding':
      slide(from, middle + 0.03, -0.03)
      slide(middle - 0.03, to, 0.03)
      break
    case 'pocket':
      slide(pivot + towards * width * 0.45, pivot + towards * width, 0)
      paper.line(
        [
          pointByWall(path, pivot - towards * width * 0.5, 0),
          pointByWall(path, pivot + towards * width * 0.45, 0),
        ],
        '#ffffff',
        PEN.seen,
        [1, 0.8],
      )
      break
    case 'garage': {
      // A garage door rolls up overhead: dashed, like everything above the cut.
      paper.line([pointByWall(path, from, 0), pointByWall(path, to, 0)], color, PEN.cut)
      const depth = Math.min(2.2, width)
      const inside = side * (half + depth)
      paper.line(
        [
          pointByWall(path, from, side * half),
          pointByWall(path, from, inside),
          pointByWall(path, to, inside),
          pointByWall(path, to, side * half),
        ],
        INK.faint,
        PEN.thin,
        [1.6, 1],
      )
      break
    }
    default:
      doorType satisfies never
  }
}
