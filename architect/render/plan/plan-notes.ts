import type { NodeOf } from '../../scene/nodes.ts'
import type { FreeSpace } from '../drawing/free-space.ts'
import type { Place, SheetBox } from '../drawing/sheet.ts'
import { drawableText } from '../letters.ts'
import { type Paper, PEN } from '../paper.ts'
import { leaderOf } from './room-labels.ts'

/** A note as it was drawn. */
export interface DrawnNote {
  id: string
  box: SheetBox
  /** Absent where the note stands on its place. */
  leader?: [from: Place, to: Place]
}

const INK_NOTE = '#a1440b'
/** Sizes of letters in millimetres, the preferred one first. */
const SIZES = [3, 2.4, 2.1, 1.8]
const LINE_MM = 1.28
/** Longest line of a note, as a multiple of the size of its letters. */
const LINE_SIZES = 16
/** Free paper around a note, in millimetres. */
const AROUND_MM = 0.5
/** A note is a size smaller where its line is shorter by this then, in millimetres. */
const SMALLER_MM = 5

/**
 * Writes notes on their places, or where walls, furniture or other texts are there, on the nearest
 * free paper with a line to the place. Takes their space.
 */
export function drawNotes(
  paper: Paper,
  notes: readonly NodeOf<'annotation'>[],
  space: FreeSpace,
): DrawnNote[] {
  return notes.map(({ id, text, position }) => {
    const target = paper.at(position)
    const { size, lines, box } = placed(paper, drawableText(text), target, space)
    for (const [index, line] of lines.entries()) {
      const y = box.y + AROUND_MM + (index + 0.5) * size * LINE_MM
      paper.text(line, box.x + box.width / 2, y, size, { color: INK_NOTE })
    }
    space.takeBox(box)
    const [from, to] = leaderOf(box, target)
    if (from[0] === to[0] && from[1] === to[1]) return { id, box }
    paper.path([[from, to]], false, { stroke: { color: INK_NOTE, width: PEN.hair } })
    const [x, y] = target
    paper.box({ x: x - 0.4, y: y - 0.4, width: 0.8, height: 0.8 }, { fill: INK_NOTE })
    space.takeLine([from, to])
    return { id, box, leader: [from, to] }
  })
}

/** In the size and at the place nearest to its own; without free paper, the smallest on it. */
function placed(paper: Paper, text: string, target: Place, space: FreeSpace) {
  const [x, y] = target
  const sizes = SIZES.map((size) => {
    const lines = wrapped(text, (part) => paper.widthOf(part, size) <= size * LINE_SIZES)
    const width = Math.max(...lines.map((line) => paper.widthOf(line, size))) + 2 * AROUND_MM
    return { size, lines, width, height: lines.length * size * LINE_MM + 2 * AROUND_MM }
  })
  const free = sizes.flatMap(({ width, height, ...rest }, index) => {
    const box = space.nearest(width, height, target)
    if (!box) return []
    const [from, to] = leaderOf(box, target)
    const away = Math.hypot(to[0] - from[0], to[1] - from[1])
    return [{ ...rest, box, cost: away + index * SMALLER_MM }]
  })
  const [best] = free.sort((a, b) => a.cost - b.cost)
  if (best) return best
  const { width, height, ...rest } = sizes[sizes.length - 1]
  return { ...rest, box: { x: x - width / 2, y: y - height / 2, width, height } }
}

/** Lines that fit, broken between words, and within words that are too long for one. */
function wrapped(text: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const letter of word) {
      if (line !== '' && !fits(line + letter)) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return [...lines, line]
}
