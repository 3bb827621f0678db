import { METRES_PER } from '../scene/units.ts'
import type { Layout } from './drawing/layout.ts'
import type { DrawingUnit } from './drawing/lengths.ts'
import type { Place, SheetBox } from './drawing/sheet.ts'
import { INK, type Paper, PEN } from './paper.ts'

/** What a title states. Lines of `notes` are about the whole drawing. */
export interface Title {
  project: string
  /** `Plan`, `Elevation from the south`. */
  drawing: string
  /** The level of a plan, with its floor area. */
  level?: string
  area?: string
  notes: readonly string[]
  unit: DrawingUnit
  hasNorth: boolean
}

/** Lengths that a scale bar may have, in metres or feet. */
const BARS = [0.5, 1, 2, 5, 10, 20, 50, 100, 200]
/** A bar is the longest under this many millimetres. */
const BAR_MM = 42
/** Height of a corner title, for the margin of a picture. */
export const CORNER_TITLE_MM = 17
/** Width of the cells of a title block from the right: north, scale bar, scale. */
const CELLS = { north: 22, bar: 56, scale: 34 }

/** Draws the title in the corner of a picture, or frame and title block of a sheet. */
export function drawTitle(paper: Paper, layout: Layout, title: Title): void {
  paper.layer = 'title'
  if (layout.frame && layout.block) drawBlock(paper, layout, layout.block, title)
  else drawCorner(paper, title)
}

function drawCorner(
  paper: Paper,
  { project, drawing, level, area, notes, unit, hasNorth }: Title,
): void {
  paper.text(level ?? drawing, 6, 7, 4.6, { weight: 600, align: 'left' })
  const under = [project, area].filter(Boolean).join(' · ')
  paper.text(fitted(paper, under, 3, paper.width - 40), 6, 13, 3, {
    color: INK.quiet,
    align: 'left',
  })
  drawScaleBar(paper, 6, paper.height - 5, unit)
  const note = notes.join(' · ')
  const size = 2.4
  const room = paper.width - BAR_MM - 24
  paper.text(fitted(paper, note, size, room), paper.width - 6, paper.height - 5, size, {
    color: INK.quiet,
    align: 'right',
  })
  if (hasNorth) drawNorth(paper, [paper.width - 10, 11], 4.2)
}

function drawBlock(paper: Paper, layout: Layout, block: SheetBox, title: Title): void {
  const line = { color: INK.wall, width: PEN.cut }
  paper.box(layout.frame!, { stroke: line })
  const top = block.y
  const right = block.x + block.width
  // A portrait A4 has no width for the bar.
  const barWidth = block.width > 240 ? CELLS.bar : 0
  const edges = [right - (title.hasNorth ? CELLS.north : 0)]
  edges.push(edges[0] - barWidth)
  edges.push(edges[1] - CELLS.scale)
  const wide = edges[2] - block.x
  edges.push(block.x + wide * 0.46)
  paper.path(
    [
      [
        [block.x, top],
        [right, top],
      ],
    ],
    false,
    { stroke: line },
  )
  const thin = { color: INK.quiet, width: PEN.thin }
  for (const x of new Set(edges))
    if (x < right)
      paper.path(
        [
          [
            [x, top],
            [x, top + block.height],
          ],
        ],
        false,
        { stroke: thin },
      )

  const [north, bar, scale, drawing] = edges
  cell(paper, 'Project', [title.project], block.x, top, drawing - block.x)
  cell(
    paper,
    'Drawing',
    [[title.drawing, title.level].filter(Boolean).join(' · '), title.area ?? '', ...title.notes],
    drawing,
    top,
    scale - drawing,
  )
  cell(paper, 'Scale', [`1:${layout.ratio}`, `${layout.paper}`], scale, top, bar - scale)
  if (barWidth > 0) drawScaleBar(paper, bar + 5, top + 17, title.unit)
  if (title.hasNorth) drawNorth(paper, [north + CELLS.north / 2, top + 15], 5)
}

/** A name over its lines, of which the first is large; all fit the width. */
function cell(
  paper: Paper,
  name: string,
  lines: readonly string[],
  x: number,
  top: number,
  width: number,
): void {
  paper.text(name, x + 3, top + 4, 2, { color: INK.quiet, align: 'left' })
  let y = top + 9.5
  for (const [index, text] of lines.entries()) {
    if (text === '') continue
    const size = index === 0 ? 3.8 : 2.3
    const weight = index === 0 ? 600 : 400
    const small = Math.min(
      size,
      (size * (width - 6)) / Math.max(1, paper.widthOf(text, size, weight)),
    )
    const shown = fitted(paper, text, Math.max(1.8, small), width - 6, weight)
    paper.text(shown, x + 3, y, Math.max(1.8, small), {
      weight,
      color: index === 0 ? INK.text : INK.quiet,
      align: 'left',
    })
    y += index === 0 ? 5.2 : 3.5
  }
}

/** The text, shortened with an ellipsis where it is wider than `width`. */
export function fitted(
  paper: Paper,
  text: string,
  size: number,
  width: number,
  weight: 400 | 600 = 400,
): string {
  if (paper.widthOf(text, size, weight) <= width) return text
  let shown = [...text]
  while (shown.length > 0 && paper.widthOf(`${shown.join('')}…`, size, weight) > width)
    shown = shown.slice(0, -1)
  return `${shown.join('').trimEnd()}…`
}

/** Draws a bar of a whole number of metres or feet. */
function drawScaleBar(paper: Paper, x: number, y: number, unit: DrawingUnit): void {
  const perUnit = paper.scale * METRES_PER[unit]
  const length = BARS.findLast((bar) => bar * perUnit <= BAR_MM) ?? BARS[0]
  const half = (length * perUnit) / 2
  const [height, size] = [1.3, 2.4]
  paper.box({ x, y: y - height, width: half, height }, { fill: INK.text })
  paper.box(
    { x, y: y - height, width: half * 2, height },
    { stroke: { color: INK.text, width: PEN.thin } },
  )
  const options = { color: INK.quiet }
  paper.text('0', x, y - 3.4, size, options)
  paper.text(`${length / 2}`, x + half, y - 3.4, size, options)
  paper.text(`${length} ${unit}`, x + half * 2, y - 3.4, size, options)
}

const CIRCLE_CORNERS = 48

/** Corners of a circle on the sheet. */
export const circle = ([x, y]: Place, radius: number): Place[] =>
  Array.from({ length: CIRCLE_CORNERS }, (_, k): Place => {
    const angle = (k / CIRCLE_CORNERS) * 2 * Math.PI
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })

/** Draws the north arrow: north is up on all plans. */
function drawNorth(paper: Paper, [x, y]: Place, radius: number): void {
  const stroke = { color: INK.text, width: PEN.thin }
  paper.path([circle([x, y], radius)], true, { stroke: { ...stroke, color: INK.quiet } })
  for (const [side, fill] of [
    [-1, INK.text],
    [1, '#ffffff'],
  ] as const) {
    const wing: Place[] = [
      [x, y - radius + 0.2],
      [x + side * radius * 0.36, y + radius * 0.56],
      [x, y + radius * 0.3],
    ]
    paper.path([wing], true, { fill, stroke })
  }
  paper.text('N', x, y - radius - 2.2, 2.8, { weight: 600 })
}
