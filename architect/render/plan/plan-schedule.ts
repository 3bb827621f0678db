import type { Scene } from '../../scene/scene.ts'
import { type DrawingUnit, formatLength } from '../drawing/lengths.ts'
import type { SheetBox } from '../drawing/sheet.ts'
import { INK, type Paper, PEN } from '../paper.ts'
import { fitted } from '../sheet-marks.ts'
import { type ScheduledOpening, scheduleOf } from './plan-numbers.ts'

/** Columns of the table: heading, and the millimetres at which it begins; the last is the width. */
const COLUMNS = ['No.', 'Size', 'Sill', 'Type', 'Rooms'] as const
const STARTS = [0, 11, 39, 53, 76, 100] as const
const ROW_MM = 4.3
const HEAD_MM = 11
const SIZE_MM = 2.2
/** Space between two columns of rows. */
const BETWEEN_MM = 5

/** Width of a schedule in a panel of a height; 0 where there is nothing to list. */
export function scheduleWidth(rows: number, height: number): number {
  if (rows === 0) return 0
  const perColumn = Math.max(1, Math.floor((height - HEAD_MM) / ROW_MM))
  const columns = Math.ceil(rows / perColumn)
  return columns * (STARTS[STARTS.length - 1] + BETWEEN_MM) - BETWEEN_MM
}

/** Draws the table of doors, windows and passages of a level. */
export function drawSchedule(
  paper: Paper,
  scene: Scene,
  levelId: string,
  { x, y, height }: SheetBox,
  unit: DrawingUnit,
): void {
  paper.layer = 'schedule'
  const rows = scheduleOf(scene, levelId)
  const perColumn = Math.max(1, Math.floor((height - HEAD_MM) / ROW_MM))
  const wide = STARTS[STARTS.length - 1]
  const line = { color: INK.faint, width: PEN.hair }
  paper.text(
    `Doors and windows, sizes in ${unit === 'm' ? 'metres' : 'feet and inches'}`,
    x,
    y + 2,
    2.6,
    {
      weight: 600,
      align: 'left',
    },
  )
  for (let first = 0; first < rows.length; first += perColumn) {
    const left = x + (first / perColumn) * (wide + BETWEEN_MM)
    for (const [index, name] of COLUMNS.entries())
      paper.text(name, left + STARTS[index], y + 7.5, SIZE_MM, { color: INK.quiet, align: 'left' })
    for (const [index, row] of rows.slice(first, first + perColumn).entries()) {
      const top = y + HEAD_MM + index * ROW_MM
      paper.path(
        [
          [
            [left, top - ROW_MM / 2 + 0.7],
            [left + wide, top - ROW_MM / 2 + 0.7],
          ],
        ],
        false,
        { stroke: line },
      )
      for (const [column, text] of cellsOf(row, unit).entries()) {
        const width = STARTS[column + 1] - STARTS[column] - 1.5
        const shown = fitted(paper, text, SIZE_MM, width)
        paper.text(shown, left + STARTS[column], top + 0.8, SIZE_MM, { align: 'left' })
      }
    }
  }
}

function cellsOf({ number, node, rooms }: ScheduledOpening, unit: DrawingUnit): string[] {
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
