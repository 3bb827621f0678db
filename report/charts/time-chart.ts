import { extent, ticks } from 'd3-array'
import { formatDate } from '../facts.ts'
import { CHART_WIDTH, type Chart, type Drawn, draw, drawChart, fixed } from './drawing.ts'

/** Values over time of one kind. */
export interface Series {
  label: string
  points: readonly { at: Date; value: number; text?: string }[]
  tone: string
  /** Points joined by a line; others are single marks. */
  isLine: boolean
}

const HEIGHT = 120
const LEFT = 44
const RIGHT = 8
const TOP = 8
const BOTTOM = 20
const TICKS = 4
/** A mean year. */
const YEAR_MS = 365.25 * 86_400_000

/** Dots and lines over years, the axis of values from zero. `format` writes a value. */
export function timeChart(
  title: string,
  series: readonly Series[],
  format: (value: number) => string,
): Chart {
  const all = series.flatMap(({ points }) => points)
  const highest = Math.max(...all.map(({ value }) => value), 0)
  const marks = ticks(0, highest, TICKS)
  const top = Math.max(highest, marks.at(-1) ?? 1, Number.EPSILON)
  const [first, last] = extent(all, ({ at }) => yearOf(at)) as [number, number]
  const [from, to] = first === last ? [first - 0.5, last + 0.5] : [first, last]
  const x = (at: Date) => LEFT + ((yearOf(at) - from) / (to - from)) * (CHART_WIDTH - LEFT - RIGHT)
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM)
  const years = ticks(from, to, 5).filter(Number.isInteger)
  const axes: Drawn[] = [
    ...marks.flatMap((value) => [
      draw('line', { x1: LEFT, x2: CHART_WIDTH - RIGHT, ...pair('y', y(value)), class: 'grid' }),
      draw('text', { x: LEFT - 4, y: fixed(y(value) + 3), class: 'tick end' }, format(value)),
    ]),
    ...years.map((year) => {
      const at = LEFT + ((year - from) / (to - from)) * (CHART_WIDTH - LEFT - RIGHT)
      return draw('text', { x: fixed(at), y: HEIGHT - 5, class: 'tick middle' }, `${year}`)
    }),
  ]
  const drawn = series.flatMap(({ points, tone, isLine }) => {
    const ordered = points.toSorted((a, b) => a.at.getTime() - b.at.getTime())
    const path = ordered.map(({ at, value }) => `${fixed(x(at))},${fixed(y(value))}`).join(' ')
    const line = isLine ? [draw('polyline', { points: path, class: `line tone-${tone}` })] : []
    const dots = ordered.map(({ at, value }) =>
      draw('circle', { cx: fixed(x(at)), cy: fixed(y(value)), r: 3, class: `dot tone-${tone}` }),
    )
    return [...line, ...dots]
  })
  const rows = series
    .flatMap(({ label, points }) => points.map((point) => ({ label, ...point })))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ label, at, value, text }) => [text ?? formatDay(at), label, format(value)])
  const description = `${title}: ${rows.map(([when, what, much]) => `${what} ${much} in ${when}`).join('; ')}`
  return {
    title,
    drawing: drawChart(HEIGHT, description, ...axes, ...drawn),
    legend: series.map(({ label, tone }) => ({ label, tone })),
    table: { head: ['When', 'What', 'Value'], rows },
  }
}

/** A date as years with a fraction. */
export function yearOf(at: Date): number {
  const year = at.getUTCFullYear()
  return year + (at.getTime() - Date.UTC(year, 0, 1)) / YEAR_MS
}

/** `29 Oct 2026` */
export function formatDay(at: Date): string {
  return formatDate(at.toISOString().slice(0, 10))!
}

function pair(name: 'x' | 'y', value: number): Record<string, number> {
  return { [`${name}1`]: fixed(value), [`${name}2`]: fixed(value) }
}
