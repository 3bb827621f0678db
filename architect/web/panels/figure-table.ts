import { button, make } from '../../../web/element.ts'
import { type Cell, fileName, formatCsv } from './csv.ts'
import { downloadCsv } from './download.ts'
import { formatFigure } from './figures.ts'

export interface Column<Row> {
  title: string
  /** Unit of the figures: in the title, not in the cells. */
  unit?: string
  of(row: Row): Cell
}

/** A row at the foot of a table, such as a sum over its rows. */
export interface FootRow {
  title: string
  /** Figures by the titles of their columns; others are empty. */
  figures: Readonly<Record<string, number>>
}

interface Options<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Parts of the name of the file before its ending. */
  file: readonly string[]
  foot?: readonly FootRow[]
  onRow?(row: Row): void
}

/** A table of figures with a button for its CSV file. The first column names the row. */
export function figureTable<Row>(options: Options<Row>): Node[] {
  const { caption, columns, rows, file, foot = [], onRow } = options
  const titleOf = ({ title, unit }: Column<Row>) => (unit ? `${title} (${unit})` : title)
  const head = columns.map((column) => make('th', { scope: 'col' }, titleOf(column)))
  const body = rows.map((row) => {
    const [first, ...others] = columns
    const name = `${first.of(row) ?? ''}`
    const label = onRow ? button(name, () => onRow(row), { class: 'link' }) : name
    return make(
      'tr',
      {},
      make('th', { scope: 'row' }, label),
      ...others.map((column) => cellOf(column.of(row))),
    )
  })
  const feet = foot.map(({ title, figures }) =>
    make(
      'tr',
      {},
      make('th', { scope: 'row' }, title),
      ...columns.slice(1).map((column) => cellOf(figures[column.title] ?? null)),
    ),
  )
  const save = button('Download CSV', () =>
    downloadCsv(
      fileName(...file, 'csv'),
      formatCsv(
        columns.map(titleOf),
        rows.map((row) => columns.map((column) => column.of(row))),
      ),
    ),
  )
  const frame = make(
    'div',
    { class: 'table-frame', tabindex: 0, role: 'group', 'aria-label': `${caption}, scrolls` },
    make(
      'table',
      {},
      make('caption', {}, caption),
      make('thead', {}, make('tr', {}, ...head)),
      make('tbody', {}, ...body),
      feet.length > 0 ? make('tfoot', {}, ...feet) : null,
    ),
  )
  markEnd(frame)
  return [frame, make('div', { class: 'actions' }, save)]
}

/** Marks a frame that has more to its right, which fades there. */
function markEnd(frame: HTMLElement): void {
  const mark = () => {
    const isCut = frame.scrollLeft + frame.clientWidth < frame.scrollWidth - 1
    frame.toggleAttribute('data-cut', isCut)
  }
  frame.addEventListener('scroll', mark, { passive: true })
  new ResizeObserver(mark).observe(frame)
}

function cellOf(value: Cell): HTMLTableCellElement {
  if (typeof value === 'number') return make('td', { class: 'figure' }, formatCell(value))
  return make('td', {}, value ?? '')
}

/** Counts have no decimals. */
const formatCell = (value: number): string =>
  Number.isInteger(value) ? `${value}` : formatFigure(value, ' ').trim()
