import { along, type RehearsalCounty } from './rehearsal-plan.ts'

/** A polygon of the flood study before it is bent: metres from the corner of its county. */
export interface FloodArea {
  zone: 'AE' | 'A' | 'X'
  subtype: string | null
  elevation_ft: number | null
  ring_m: number[]
}

/** Distance between streams, and length of a reach, which has a flood elevation of its own. */
const STREAM_EVERY_M = 1_200
const REACH_M = 1_000
const POINT_STEP_M = 20
/** Of a stream in land that is wide enough for it; narrower land has smaller ones. */
const ROOM_M = 800

const FLOODWAY = 'FLOODWAY'
const SHADED = '0.2 PCT ANNUAL CHANCE FLOOD HAZARD'
const MINIMAL = 'AREA OF MINIMAL FLOOD HAZARD'
/** From the south bank to the north bank of a stream. */
const BANDS = [SHADED, null, FLOODWAY, null, SHADED] as const

/** The streams of a county: each runs through it from west to east, and on through the next one. */
export function streamsOf({ side_m }: RehearsalCounty): number {
  return Math.max(1, Math.round(side_m / STREAM_EVERY_M))
}

/**
 * Flood zones that fill the county without gap or overlap: along each stream floodway, zone AE or A
 * and shaded X, reach by reach, and between streams one polygon as wide as the county.
 */
export function* floodAreas(county: RehearsalCounty): Generator<FloodArea> {
  const streams = streamsOf(county)
  const reaches = Math.max(1, Math.round(county.side_m / REACH_M))
  for (let stream = 0; stream <= streams; stream++) {
    const south = stream === 0 ? null : { stream: stream - 1, line: BANDS.length }
    const north = stream === streams ? null : { stream, line: 0 }
    const ring_m = ringBetween(county, south, north, [0, county.side_m])
    yield { zone: 'X', subtype: MINIMAL, elevation_ft: null, ring_m }
    if (stream === streams) return
    for (let reach = 0; reach < reaches; reach++) {
      const ends = [reach, reach + 1].map((each) => (each * county.side_m) / reaches)
      // One stream in four was studied without elevations.
      const isStudied = stream % 4 !== 3
      for (const [line, subtype] of BANDS.entries()) {
        const isHigh = subtype !== SHADED
        yield {
          zone: !isHigh ? 'X' : isStudied ? 'AE' : 'A',
          subtype: isHigh && !isStudied ? null : subtype,
          elevation_ft: isHigh && isStudied ? 12 + reach + (stream % 5) : null,
          ring_m: ringBetween(
            county,
            { stream, line },
            { stream, line: line + 1 },
            ends as [number, number],
          ),
        }
      }
    }
  }
}

/** The channels of the streams, reach by reach, as the map of wetlands has them. */
export function* channelRings(county: RehearsalCounty): Generator<number[]> {
  const reaches = Math.max(1, Math.round(county.side_m / REACH_M))
  for (let stream = 0; stream < streamsOf(county); stream++)
    for (let reach = 0; reach < reaches; reach++) {
      const [from, to] = [reach, reach + 1].map((each) => (each * county.side_m) / reaches)
      const xs = [...along(from, to, POINT_STEP_M), to]
      const bank = (x: number, width_m: number) => [x, middleOf(county, stream, x) + width_m]
      yield [
        ...xs.flatMap((x) => bank(x, -channelWidth(county) / 2)),
        ...xs.toReversed().flatMap((x) => bank(x, channelWidth(county) / 2)),
      ]
    }
}

/** One of the lines along a stream; null is the county's border. */
type Line = { stream: number; line: number } | null

function ringBetween(
  county: RehearsalCounty,
  south: Line,
  north: Line,
  [from, to]: readonly [number, number],
): number[] {
  const xs = [...along(from, to, POINT_STEP_M), to]
  const low = (x: number) => (south === null ? 0 : lineAt(county, south, x))
  const high = (x: number) => (north === null ? county.side_m : lineAt(county, north, x))
  return [...xs.flatMap((x) => [x, low(x)]), ...xs.toReversed().flatMap((x) => [x, high(x)])]
}

/** Half of a band's width on both sides of the middle, in metres, outermost first. */
function lineAt(county: RehearsalCounty, { stream, line }: NonNullable<Line>, x_m: number): number {
  const x = county.origin_m[0] + x_m
  const fast = Math.sin(x / 130 + stream * 3)
  const slow = Math.sin(x / 530 + stream)
  const floodway = 14 + 4 * fast
  const high = floodway + 42 + 30 * slow + 8 * fast
  const shaded = high + 22 + 12 * Math.sin(x / 310 + stream * 2)
  const reach = [shaded, high, floodway][Math.min(line, BANDS.length - line)]
  return (
    middleOf(county, stream, x_m) + (line < BANDS.length / 2 ? -1 : 1) * reach * scaleOf(county)
  )
}

function middleOf(county: RehearsalCounty, stream: number, x_m: number): number {
  const x = county.origin_m[0] + x_m
  const phase = stream * 2.4 + county.origin_m[1] / 7_000
  const swing = 150 * Math.sin(x / 700 + phase) + 60 * Math.sin(x / 190 + phase * 3)
  const base = ((stream + 0.5) * county.side_m) / streamsOf(county)
  return base + swing * scaleOf(county)
}

function channelWidth(county: RehearsalCounty): number {
  return 12 * scaleOf(county)
}

function scaleOf(county: RehearsalCounty): number {
  return Math.min(1, county.side_m / streamsOf(county) / ROOM_M)
}
