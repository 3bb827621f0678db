import { extent, ticks } from 'd3-array'
import type { ElevationData, ProfileData } from '../../layers/elevation/data.ts'
import { dataOf, type Sections } from '../key-facts.ts'
import { formatNumber, inSystem, type UnitSystem } from '../units.ts'
import { CHART_WIDTH, type Chart, type Drawn, draw, drawChart, fixed } from './drawing.ts'

const HEIGHT = 130
const LEFT = 40
const RIGHT = 12
const TOP = 16
const BOTTOM = 22
/** Rows of the table, so that it stays on one page: both ends, and every few heights between. */
const ROWS_MAX = 13
/** Least range of the axis of heights, metres: less would draw the error of the data as hills. */
const RANGE_MIN_M = 2

interface Mark {
  at: number
  height: number | null
  isOn: boolean
}

/** The ground along a line of the lot or through the point; null where no heights were read. */
export function groundProfile(sections: Sections, system: UnitSystem): Chart | null {
  const data = dataOf(sections, 'elevation')
  const profile = data?.profile
  if (!data || !profile) return null
  const unit = system === 'us' ? 'ft' : 'm'
  const convert = (metres: number) => inSystem({ value: metres, unit: 'm' }, system).value
  const marks = profile.heights.map(({ at_m, height_m, is_on_parcel }): Mark => {
    const height = height_m === null ? null : convert(height_m)
    return { at: convert(at_m), height, isOn: is_on_parcel }
  })
  const range = axisOf(profile, convert)
  const length = convert(profile.length_m)
  const x = (at: number) => LEFT + (at / length) * (CHART_WIDTH - LEFT - RIGHT)
  const y = (height: number) =>
    TOP + ((range[1] - height) / (range[1] - range[0])) * (HEIGHT - TOP - BOTTOM)
  const where =
    profile.along === 'parcel' ? 'along the longest line of the lot' : 'through the point'
  const title = `The ground ${where}, in ${system === 'us' ? 'feet' : 'metres'}`
  const figures = figuresOf(data, profile, system)
  return {
    title,
    drawing: drawChart(
      HEIGHT,
      `${title}: ${figures[0]}`,
      ...ticks(...range, 4).map((height) => gridLine(y(height), height)),
      ...ticks(0, length, 4).map((at) =>
        draw('text', { x: fixed(x(at)), y: HEIGHT - 6, class: 'tick middle' }, formatNumber(at, 1)),
      ),
      ...runsOf(marks).flatMap((run) => area(run, x, y, HEIGHT - BOTTOM)),
      ...endNames(profile, x(0), x(length)),
    ),
    table: {
      head: [`From ${profile.along === 'parcel' ? 'A' : 'the west'} (${unit})`, `Height (${unit})`],
      rows: thinned(marks).map(({ at, height, isOn }) => [
        formatNumber(at, 0),
        height === null ? 'not known' : `${formatNumber(height, 1)}${isOn ? '' : ' (off the lot)'}`,
      ]),
    },
    notes: figures,
  }
}

/** Why an answer with a height has no profile; null where it has one, or was not requested. */
export function profileMissing(sections: Sections): string | null {
  const reason = dataOf(sections, 'elevation')?.profile_reason
  return reason === undefined ? null : `No ground profile. ${reason}`
}

/** The range of the axis of heights, with the least range around the middle. */
function axisOf(
  { min_m, max_m }: ProfileData,
  convert: (metres: number) => number,
): [number, number] {
  const spare = Math.max(0, RANGE_MIN_M - (max_m - min_m)) / 2 + (max_m - min_m) * 0.08
  return [convert(min_m - spare), convert(max_m + spare)]
}

function gridLine(y: number, height: number): Drawn {
  const line = { x1: LEFT, x2: CHART_WIDTH - RIGHT, y1: fixed(y), y2: fixed(y), class: 'grid' }
  const text = draw(
    'text',
    { x: LEFT - 4, y: fixed(y + 3), class: 'tick end' },
    formatNumber(height, 1),
  )
  return draw('g', {}, draw('line', line), text)
}

interface Run {
  marks: { at: number; height: number }[]
  isOn: boolean
}

/** Heights without a gap, on the lot or off it; a run ends with the first height of the next. */
function runsOf(marks: readonly Mark[]): Run[] {
  const runs: Run[] = []
  let open: Run | null = null
  for (const { at, height, isOn } of marks) {
    if (height === null) {
      open = null
      continue
    }
    if (open && open.isOn !== isOn) {
      open.marks.push({ at, height })
      open = null
    }
    if (!open) {
      open = { marks: [], isOn }
      runs.push(open)
    }
    open.marks.push({ at, height })
  }
  return runs
}

function area(
  { marks, isOn }: Run,
  x: (at: number) => number,
  y: (h: number) => number,
  floor: number,
) {
  const points = marks.map(({ at, height }) => `${fixed(x(at))},${fixed(y(height))}`)
  const [first, last] = extent(marks, ({ at }) => x(at)) as [number, number]
  const ground = `M${fixed(first)},${floor}L${points.join('L')}L${fixed(last)},${floor}Z`
  const kind = isOn ? '' : ' is-off'
  return [
    draw('path', { d: ground, class: `ground${kind}` }),
    draw('polyline', { points: points.join(' '), class: `line tone-5${kind}` }),
  ]
}

function endNames({ along }: ProfileData, first: number, last: number): Drawn[] {
  const [start, end] = along === 'parcel' ? ['A', 'B'] : ['west', 'east']
  return [
    draw('text', { x: fixed(first), y: TOP - 6, class: 'tick' }, start),
    draw('text', { x: fixed(last), y: TOP - 6, class: 'tick end' }, end),
  ]
}

function figuresOf(
  { datum, model, resolution_m }: ElevationData,
  profile: ProfileData,
  system: UnitSystem,
): string[] {
  const { min_m, max_m, length_m, slope_pct, steepest_pct, without_height_pct } = profile
  const format = (metres: number, decimals: number) => {
    const { value, unit } = inSystem({ value: metres, unit: 'm' }, system)
    return `${formatNumber(value, decimals)} ${unit}`
  }
  const slope =
    slope_pct === null
      ? ''
      : `; from end to end it ${slope_pct < 0 ? 'falls' : 'rises'} by ${Math.abs(slope_pct)} %`
  const steepest = steepest_pct === null ? '' : `, at most ${steepest_pct} % between cells`
  const gap = `The source has no height for ${without_height_pct} % of the line.`
  const off = 'The paler part of the line lies off the lot.'
  return [
    `From ${format(min_m, 1)} to ${format(max_m, 1)} (${datum}) over ${format(length_m, 0)}${slope}${steepest}.`,
    `${model}; cells ${format(resolution_m, 0)} apart, and interpolated between them. Heights are drawn larger than lengths.`,
    ...(without_height_pct > 0 ? [gap] : []),
    ...(profile.heights.some(({ is_on_parcel }) => !is_on_parcel) ? [off] : []),
  ]
}

function thinned(marks: readonly Mark[]): Mark[] {
  const step = Math.ceil((marks.length - 1) / (ROWS_MAX - 1))
  return marks.filter((_, i) => i % step === 0 || i === marks.length - 1)
}
