import { extent, ticks } from 'd3-array'
import { CHART_WIDTH, type Chart, draw, drawChart } from './drawing.ts'
import { formatDay, yearOf } from './time-chart.ts'

/** Something that happened on a day. */
export interface TimedEvent {
  at: Date
  label: string
  /** What it is counted with: a row of its own. */
  row: string
  tone: string
}

const ROW = 18
const BOTTOM = 18
const LEFT = 78
const RIGHT = 16

/** Events as dots over years, a row a kind. `rows` are in order, also those without an event. */
export function timeline(
  title: string,
  rows: readonly string[],
  events: readonly TimedEvent[],
): Chart {
  const height = rows.length * ROW + BOTTOM
  const [first, last] = extent(events, ({ at }) => yearOf(at)) as [number, number]
  const [from, to] = [Math.floor(first), Math.max(Math.ceil(last), Math.floor(first) + 1)]
  const x = (year: number) => LEFT + ((year - from) / (to - from)) * (CHART_WIDTH - LEFT - RIGHT)
  const y = (row: string) => rows.indexOf(row) * ROW + ROW / 2
  const grid = ticks(from, to, 5)
    .filter(Number.isInteger)
    .flatMap((year) => [
      draw('line', { x1: x(year), x2: x(year), y1: 0, y2: height - BOTTOM, class: 'grid' }),
      draw('text', { x: x(year), y: height - 4, class: 'tick middle' }, `${year}`),
    ])
  const names = rows.map((row) => draw('text', { x: 0, y: y(row) + 4, class: 'tick' }, row))
  const dots = events.map(({ at, row, tone }) =>
    draw('circle', { cx: x(yearOf(at)).toFixed(1), cy: y(row), r: 4, class: `dot tone-${tone}` }),
  )
  const listed = events
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ at, label, row }) => [formatDay(at), row, label])
  const counts = rows.map((row) => `${events.filter((each) => each.row === row).length} ${row}`)
  const description = `${title}: ${counts.join(', ')}`
  return {
    title,
    drawing: drawChart(height, description, ...grid, ...names, ...dots),
    table: { head: ['When', 'Where', 'What'], rows: listed },
  }
}
