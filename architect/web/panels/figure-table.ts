import { button, make } from '../../../web/element.ts'
import { type Cell, fileName, formatCsv } from './csv.ts'
import { downloadCsv } from './download.ts'
import { formatFigure } from './figures.ts'

export interface Column<Row> {
  title: string
  /** Unit of the figures: in the title, not in the cells. */
  unit?: string
  of(row: Row): Cell
  /** True where the sum of the column is shown. */
  hasSum?: boolean
}

interface Options<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Parts of the name of the file before its ending. */
  file: readonly string[]
  onRow?(row: Row): void
}

/** A table of figures with a button for its CSV file. The first column names the row. */
export function figureTable<Row>(options: Options<Row>): Node[] {
  const { caption, columns, rows, file, onRow } = options
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
  const hasSums = columns.some(({ hasSum }) => hasSum) && rows.length > 1
  const foot = hasSums
    ? make('tfoot', {}, make('tr', {}, ...columns.map((column, i) => sumOf(column, rows, i === 0))))
    : null
  const save = button('Download CSV', () =>
    downloadCsv(
      fileName(...file, 'csv'),
      formatCsv(
        columns.map(titleOf),
        rows.map((row) => columns.map((column) => column.of(row))),
      ),
    ),
  )
  return [
    make(
      'div',
      { class: 'table-frame', tabindex: 0, role: 'group', 'aria-label': `${caption}, scrolls` },
      make(
        'table',
        {},
        make('caption', {}, caption),
        make('thead', {}, make('tr', {}, ...head)),
        make('tbody', {}, ...body),
        foot,
      ),
    ),
    make('div', { class: 'actions' }, save),
  ]
}

function cellOf(value: Cell): HTMLTableCellElement {
  if (typeof value === 'number') return make('td', { class: 'figure' }, formatCell(value))
  return make('td', {}, value ?? '')
}

/** Counts have no decimals. */
const formatCell = (value: number): string =>
  Number.isInteger(value) ? `${value}` : formatFigure(value, ' ').trim()

function sumOf<Row>(column: Column<Row>, rows: readonly Row[], isFirst: boolean): HTMLElement {
  if (isFirst) return make('th', { scope: 'row' }, 'Sum')
  if (!column.hasSum) return make('td')
  const sum = rows.reduce((total, row) => total + (Number(column.of(row)) || 0), 0)
  return cellOf(Math.round(sum * 1e4) / 1e4)
}
