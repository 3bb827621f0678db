import { leftOf } from '../../geometry/point.ts'
import type { Point3 } from '../../geometry/vector.ts'
import { levelFrames } from '../../kernel/levels.ts'
import { openingSpan } from '../../kernel/openings/openings.ts'
import { roofShape } from '../../kernel/roofs/roof-shape.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import { nodeOf, nodesOf, openingsOf, type Scene } from '../../scene/scene.ts'
import { type DrawingUnit, formatHeight } from '../drawing/lengths.ts'
import type { Place, SheetBox } from '../drawing/sheet.ts'
import { drawableName } from '../letters.ts'
import { INK, type Paper, PEN } from '../paper.ts'

/** A height above the site's ground, in metres, and what is there. */
export interface HeightMark {
  height: number
  name: string
}

const GROUND = 'Ground'
/** Heights nearer than this are one mark, in metres. */
const SAME_M = 0.005
/** Size of the texts, distance of two of them, and from the drawing to their lines. */
const SIZE_MM = 2.5
const APART_MM = 4.2
const AWAY_MM = 3
/** Length of the line under a text, after its bend. */
const LINE_MM = 26
const BEND_MM = 4
/** Width that the marks of one side need. */
export const MARKS_MM = AWAY_MM + BEND_MM + LINE_MM + 2

/** The ground, the floors, the eaves and ridges of roofs; of a house without a roof its top. */
export function levelMarks(scene: Scene, top: number): HeightMark[] {
  const marks: HeightMark[] = [{ height: 0, name: GROUND }]
  for (const { id, elevation, index } of levelFrames(scene).values())
    marks.push({
      height: elevation,
      name: drawableName(nodeOf(scene, id, 'level')?.label, `Level ${index}`),
    })
  let hasRoof = false
  for (const { id, roofType } of nodesOf(scene, 'roof')) {
    const shape = roofShape(scene, id)
    if (!shape || 'fault' in shape) continue
    hasRoof = true
    marks.push({ height: shape.eavesHeight, name: 'Eaves' })
    marks.push({ height: shape.ridgeHeight, name: roofType === 'flat' ? 'Top of roof' : 'Ridge' })
  }
  if (!hasRoof) marks.push({ height: top, name: 'Top' })
  return merged(marks)
}

/** A wall's side is seen where it is turned to the eye by more than 60 degrees: the cosine. */
const FACING_COSINE = 0.5

/** Sills and heads of the visible openings in walls that face the eye. */
export function openingMarks(
  scene: Scene,
  forward: Point3,
  visible: ReadonlySet<string>,
): HeightMark[] {
  const marks: HeightMark[] = []
  for (const { id: levelId, elevation } of levelFrames(scene).values()) {
    for (const { id, path } of wallShapes(scene, levelId).values()) {
      const [x, z] = leftOf(path.direction(path.length / 2))
      if (Math.abs(x * forward[0] + z * forward[2]) < FACING_COSINE) continue
      for (const { id: opening, sill, head } of openingsOf(scene, id).map(openingSpan)) {
        if (!visible.has(opening)) continue
        if (sill > SAME_M) marks.push({ height: elevation + sill, name: 'Sill' })
        marks.push({ height: elevation + head, name: 'Head' })
      }
    }
  }
  return merged(marks)
}

/** One mark a height with all names, from the lowest up; a floor's name replaces the ground's. */
function merged(marks: HeightMark[]): HeightMark[] {
  const answer: HeightMark[] = []
  for (const mark of marks.sort((a, b) => a.height - b.height)) {
    const last = answer.at(-1)
    if (!last || mark.height - last.height > SAME_M) answer.push({ ...mark })
    else if (last.name === GROUND) last.name = mark.name
    else if (!last.name.split(', ').includes(mark.name)) last.name += `, ${mark.name}`
  }
  return answer
}

/**
 * Draws heights beside the drawing, each on a line that bends to where there is space for its text.
 * `edge` is the end of the drawing on that side, in millimetres. Returns the texts' areas.
 */
export function drawHeights(
  paper: Paper,
  marks: readonly HeightMark[],
  edge: number,
  side: 'left' | 'right',
  unit: DrawingUnit,
): SheetBox[] {
  const outward = side === 'right' ? 1 : -1
  const stroke = { color: INK.quiet, width: PEN.hair }
  const boxes: SheetBox[] = []
  let last = Infinity
  for (const { height, name } of marks) {
    const [, y] = paper.at([0, -height])
    const raised = Math.min(y, last - APART_MM)
    last = raised
    const start = edge + outward * AWAY_MM
    const bend = start + outward * BEND_MM
    const line: Place[] = [
      [start, y],
      [bend, raised],
      [bend + outward * LINE_MM, raised],
    ]
    paper.path([line], false, { stroke })
    const foot: Place[] = [
      [start, y],
      [start - 0.9, y - 1.5],
      [start + 0.9, y - 1.5],
    ]
    paper.path([foot], true, { fill: INK.paper, stroke: { color: INK.text, width: PEN.thin } })
    const text = `${formatHeight(height, unit)}  ${name}`
    const size = Math.min(SIZE_MM, (SIZE_MM * LINE_MM) / paper.widthOf(text, SIZE_MM))
    const x = side === 'right' ? bend + 0.5 : bend - LINE_MM
    boxes.push(paper.text(text, x, raised - 1.7, size, { align: 'left' }))
  }
  return boxes
}
