import type { Region } from '../../geometry/regions.ts'
import { regionArea } from '../../geometry/regions.ts'
import type { Scene } from '../../scene/scene.ts'
import { type DrawingUnit, formatArea, formatLength } from '../drawing/lengths.ts'
import type { Place, SheetBox } from '../drawing/sheet.ts'
import { INK, type Paper, PEN } from '../paper.ts'
import { fitted } from '../sheet-marks.ts'
import { type ScheduledOpening, scheduleOf } from './plan-numbers.ts'
import { clearText } from './room-labels.ts'

/** A room as the schedule lists it. */
export interface ScheduledRoom {
  number: string
  name: string
  regions: readonly Region[]
}

/** A line of the schedule: a heading, the names of columns, cells, or a space. */
interface ScheduleLine {
  kind: 'heading' | 'names' | 'cells' | 'space'
  cells: readonly string[]
  /** Millimetres from the left at which the cells begin. */
  starts: readonly number[]
}

/** Where the columns of both tables begin in millimetres; `WIDE_MM` is where they end. */
const ROOM_STARTS = [0, 11, 53, 71]
const OPENING_STARTS = [0, 11, 39, 53, 76]
const WIDE_MM = 100
const ROW_MM = 4.3
const SIZE_MM = 2.2
/** Space between two columns of lines. */
const BETWEEN_MM = 5

/** The lines of a level's schedule: its rooms, and its doors, windows and passages. */
export function scheduleLines(
  scene: Scene,
  levelId: string,
  rooms: readonly ScheduledRoom[],
  unit: DrawingUnit,
): ScheduleLine[] {
  const openings = scheduleOf(scene, levelId)
  const sizes = unit === 'm' ? 'metres' : 'feet and inches'
  const inOrder = [...rooms].sort((a, b) => (a.number < b.number ? -1 : 1))
  const roomLines = table(
    `Rooms, clear sizes in ${sizes}`,
    ['No.', 'Name', 'Net area', 'Clear size'],
    ROOM_STARTS,
    inOrder.map(({ number, name, regions }) => {
      if (regions.length === 0) return [number, name, '', '']
      return [number, name, formatArea(regionArea([...regions]), unit), clearText(regions, unit)]
    }),
  )
  const openingLines = table(
    `Doors and windows, sizes in ${sizes}`,
    ['No.', 'Size', 'Sill', 'Type', 'Rooms'],
    OPENING_STARTS,
    openings.map((row) => openingCells(row, unit)),
  )
  const space: ScheduleLine[] =
    roomLines.length > 0 && openingLines.length > 0
      ? [{ kind: 'space', cells: [], starts: [] }]
      : []
  return [...roomLines, ...space, ...openingLines]
}

function table(
  heading: string,
  names: readonly string[],
  starts: readonly number[],
  rows: readonly (readonly string[])[],
): ScheduleLine[] {
  if (rows.length === 0) return []
  return [
    { kind: 'heading', cells: [heading], starts: [0] },
    { kind: 'names', cells: names, starts },
    ...rows.map((cells): ScheduleLine => ({ kind: 'cells', cells, starts })),
  ]
}

const linesIn = (height: number): number => Math.max(1, Math.floor(height / ROW_MM))

/** Width of a schedule of so many lines in a panel of a height; 0 where there is none. */
export function scheduleWidth(lines: number, height: number): number {
  if (lines === 0) return 0
  return Math.ceil(lines / linesIn(height)) * (WIDE_MM + BETWEEN_MM) - BETWEEN_MM
}

/** Draws the lines of a schedule in the columns of a panel. */
export function drawSchedule(
  paper: Paper,
  lines: readonly ScheduleLine[],
  { x, y, height }: SheetBox,
): void {
  paper.layer = 'schedule'
  const perColumn = linesIn(height)
  for (const [index, line] of lines.entries()) {
    const left = x + Math.floor(index / perColumn) * (WIDE_MM + BETWEEN_MM)
    drawLine(paper, line, left, y + (index % perColumn) * ROW_MM)
  }
}

function drawLine(paper: Paper, { kind, cells, starts }: ScheduleLine, x: number, y: number): void {
  const middle = y + ROW_MM / 2
  if (kind === 'cells') {
    const rule: Place[] = [
      [x, y],
      [x + WIDE_MM, y],
    ]
    paper.path([rule], false, { stroke: { color: INK.faint, width: PEN.hair } })
  }
  const size = kind === 'heading' ? 2.6 : SIZE_MM
  const color = kind === 'names' ? INK.quiet : INK.text
  const weight = kind === 'heading' ? 600 : 400
  for (const [column, text] of cells.entries()) {
    const width = (starts[column + 1] ?? WIDE_MM) - starts[column] - 1.5
    const shown = fitted(paper, text, size, width, weight)
    paper.text(shown, x + starts[column], middle, size, { weight, color, align: 'left' })
  }
}

function openingCells({ number, node, rooms }: ScheduledOpening, unit: DrawingUnit): string[] {
  const size = `${formatLength(node.width, unit)} × ${formatLength(node.height, unit)}`
  return [number, size, formatLength(node.sill, unit), typeOf(node), rooms.join(' / ')]
}

function typeOf(node: ScheduledOpening['node']): string {
  switch (node.kind) {
    case 'door':
      return node.doorType
    case 'window':
      return node.windowType.replaceAll('_', ' ')
    case 'opening':
      return 'passage'
  }
}
