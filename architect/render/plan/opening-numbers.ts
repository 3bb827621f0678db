import { add, leftOf, scale } from '../../geometry/point.ts'
import type { OpeningSpan } from '../../kernel/openings/openings.ts'
import { wallSides } from '../../kernel/rooms.ts'
import type { WallShape } from '../../kernel/walls/wall-shapes.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import type { FreeSpace } from '../drawing/free-space.ts'
import type { Place, SheetBox } from '../drawing/sheet.ts'
import { INK, type Paper, PEN } from '../paper.ts'
import { planNumbers } from './plan-numbers.ts'

/** Sizes of the numbers in millimetres, the preferred one first. */
const SIZES = [2.1, 1.8]
/** Space between a number and its border. */
const INSIDE_MM = 0.7
/** Farthest that a number stands from its opening, the preferred distance first. */
const AWAY_MAX_MM = [20, 60]
/** Farther than this from its opening a number has a line to it. */
const LINE_FROM_MM = 6

/**
 * Writes the numbers of openings in capsules (doors and passages) or boxes (windows), on the side
 * to which a door does not open, and outside of a window. Takes their space; returns them.
 */
export function drawOpeningNumbers(
  paper: Paper,
  scene: Scene,
  walls: readonly WallShape[],
  space: FreeSpace,
): SheetBox[] {
  const numbers = planNumbers(scene)
  const drawn: SheetBox[] = []
  paper.layer = 'numbers'
  for (const wall of walls) {
    for (const span of wall.openings) {
      const box = drawNumber(paper, scene, wall, span, numbers.get(span.id)!, space)
      if (box) drawn.push(box)
    }
  }
  return drawn
}

function drawNumber(
  paper: Paper,
  scene: Scene,
  wall: WallShape,
  span: OpeningSpan,
  text: string,
  space: FreeSpace,
): SheetBox | null {
  const { path, thickness } = wall
  const middle = (span.from + span.to) / 2
  const across = leftOf(path.direction(middle))
  const side = sideOf(scene, wall, span)
  const atSide = (metres: number): Place =>
    paper.at(add(path.at(middle), scale(across, side * metres)))
  for (const [away, size] of AWAY_MAX_MM.flatMap((most) => SIZES.map((each) => [most, each]))) {
    const width = paper.widthOf(text, size, 600) + 2 * INSIDE_MM + 0.6
    const height = size + 2 * INSIDE_MM
    const reach = Math.abs(across[0]) * width + Math.abs(across[1]) * height
    const target = atSide(thickness / 2 + (reach / 2 + 0.8) / paper.scale)
    const [x, y] = target
    const near = space.part({
      x: x - away,
      y: y - away,
      width: 2 * away,
      height: 2 * away,
    })
    const box = near.nearest(width, height, target)
    if (!box) continue
    drawBorder(paper, box, span, atSide(thickness / 2))
    paper.text(text, box.x + width / 2, box.y + height / 2, size, { weight: 600 })
    space.takeBox(box)
    return box
  }
  return null
}

/** The side of the wall on which a number stands: 1 is left. */
function sideOf(scene: Scene, wall: WallShape, span: OpeningSpan): 1 | -1 {
  const door = nodeOf(scene, span.id, 'door')
  if (door) return door.swing === 'left' ? -1 : 1
  const { left, right } = wallSides(scene, wall.id)
  return left === undefined && right !== undefined ? 1 : -1
}

function drawBorder(paper: Paper, box: SheetBox, { kind }: OpeningSpan, foot: Place): void {
  const stroke = { color: INK.quiet, width: PEN.hair }
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const edge: Place = [
    Math.min(box.x + box.width, Math.max(box.x, foot[0])),
    Math.min(box.y + box.height, Math.max(box.y, foot[1])),
  ]
  if (Math.hypot(edge[0] - foot[0], edge[1] - foot[1]) > LINE_FROM_MM)
    paper.path([[edge, foot]], false, { stroke })
  switch (kind) {
    case 'window':
      paper.box(box, { fill: '#ffffff', stroke })
      break
    case 'door':
    case 'opening':
      paper.path([capsule(x, y, box)], true, { fill: '#ffffff', stroke })
      break
    default:
      kind satisfies never
  }
}

function capsule(x: number, y: number, { width, height }: SheetBox): Place[] {
  const radius = height / 2
  const straight = width / 2 - radius
  return Array.from({ length: 26 }, (_, k): Place => {
    const isRight = k < 13
    const angle = -Math.PI / 2 + ((k - (isRight ? 0 : 1)) / 12) * Math.PI
    return [
      x + (isRight ? straight : -straight) + radius * Math.cos(angle),
      y + radius * Math.sin(angle),
    ]
  })
}
