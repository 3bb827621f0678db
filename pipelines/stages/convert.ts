import { canonical } from '../../geometry/canonical.ts'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import { hilbertOf } from '../../geometry/hilbert.ts'
import type { Lines } from '../../geometry/lines.ts'
import { type Box, boundsOf, GRID, type Polygons } from '../../geometry/polygons.ts'
import { RowError } from '../../values/row-error.ts'
import { splitAtAntimeridian } from './antimeridian.ts'
import { POLYGONS } from './flat-shapes.ts'
import { isOnEarth, type MeasuredSlice } from './measured-slice.ts'
import type { SourceFeature } from './read-features.ts'
import { repair } from './repair.ts'
import type { Tally } from './tally.ts'

/** A row ready to be loaded: sound polygons in canonical form, and what is derived from them. */
export interface ConvertedRow<Values> {
  values: Values
  polygons: Polygons
  bounds: Box
  area_m2: number
  hilbert: number
}

/** A row ready to be loaded whose shape is one point: it has no area. */
export type ConvertedPoint<Values> = Omit<ConvertedRow<Values>, 'polygons'> & { point: GridPoint }

/** A row ready to be loaded whose shape is lines, in the directions they were drawn in. */
export type ConvertedLines<Values> = Omit<ConvertedRow<Values>, 'polygons'> & { lines: Lines }

const DEGREES_180 = 180 * GRID
const DEGREES_90 = 90 * GRID

/**
 * Turns features into rows. `toValues` reads the attributes; its `RowError`s, like those of the
 * geometry, are counted and the row is left out. Any other error stops the run.
 */
export async function* convertFeatures<Values>(
  slices: AsyncIterable<SourceFeature[]>,
  toValues: (feature: SourceFeature) => Values,
  tally: Tally,
): AsyncGenerator<ConvertedRow<Values>[]> {
  for await (const features of slices) yield convertSlice(features, toValues, tally)
}

/** Converts the features of one slice as `convertFeatures` does. */
export function convertSlice<Values>(
  features: readonly SourceFeature[],
  toValues: (feature: SourceFeature) => Values,
  tally: Tally,
): ConvertedRow<Values>[] {
  const toRow = (feature: SourceFeature): ConvertedRow<Values> => {
    const polygons = soundPolygons(feature, tally)
    const { measures } = feature
    const values = toValues(feature)
    if (!measures || polygons !== feature.polygons) return { values, ...derive(polygons) }
    const { bounds, area_m2, hilbert } = measures
    return { values, polygons, bounds, area_m2, hilbert }
  }
  return rowsOf(features, toRow, tally)
}

/** Like `convertFeatures` for a layer of points: anything but one point is counted and left out. */
export async function* convertPoints<Values>(
  slices: AsyncIterable<SourceFeature[]>,
  toValues: (feature: SourceFeature) => Values,
  tally: Tally,
): AsyncGenerator<ConvertedPoint<Values>[]> {
  const toRow = (feature: SourceFeature) => {
    const point = placeOf(feature)
    const bounds: Box = [...point, ...point]
    return { values: toValues(feature), point, bounds, area_m2: 0, hilbert: hilbertOf(bounds) }
  }
  for await (const features of slices) yield rowsOf(features, toRow, tally)
}

/** Like `convertFeatures` for a layer of lines: anything else is counted and left out. */
export async function* convertLines<Values>(
  slices: AsyncIterable<SourceFeature[]>,
  toValues: (feature: SourceFeature) => Values,
  tally: Tally,
): AsyncGenerator<ConvertedLines<Values>[]> {
  const toRow = (feature: SourceFeature) => {
    const { lines, bounds } = soundLines(feature, tally)
    return { values: toValues(feature), lines, bounds, area_m2: 0, hilbert: hilbertOf(bounds) }
  }
  for await (const features of slices) yield rowsOf(features, toRow, tally)
}

function rowsOf<Row>(
  features: readonly SourceFeature[],
  toRow: (feature: SourceFeature) => Row,
  tally: Tally,
): Row[] {
  const rows: Row[] = []
  for (const feature of features) {
    try {
      rows.push(toRow(feature))
    } catch (error) {
      if (!(error instanceof RowError)) throw error
      tally.reject(error.stat, `feature ${feature.number}: ${error.message}`)
    }
  }
  return rows
}

function placeOf({ point, polygons, lacks }: SourceFeature): GridPoint {
  if (lacks === 'geometry') throw new RowError('geometry.missing', 'it has no geometry')
  if (polygons || !point) throw new RowError('geometry.not_a_point', 'it is not one point')
  const [x, y] = point
  if (Math.abs(x) > DEGREES_180 || Math.abs(y) > DEGREES_90)
    throw new RowError('geometry.out_of_range', `${x / GRID}, ${y / GRID} is not lon/lat`)
  return point
}

function soundLines(
  { lines, lacks, collapsedRings }: SourceFeature,
  tally: Tally,
): { lines: Lines; bounds: Box } {
  if (lacks === 'geometry') throw new RowError('geometry.missing', 'it has no geometry')
  if (!lines) throw new RowError('geometry.not_linear', 'it is a point or an area')
  if (lines.lineEnds.length === 0)
    throw new RowError('geometry.collapsed', 'it is one point on the grid of 1e-7 degree')
  const bounds = boundsOf(lines)
  const [west, south, east] = bounds
  if (!isOnEarth(bounds))
    throw new RowError(
      'geometry.out_of_range',
      `it reaches ${west / GRID}, ${south / GRID}, which is not lon/lat`,
    )
  // Lines are not cut at 180 as polygons are: no known street crosses it.
  if (east - west > DEGREES_180)
    throw new RowError(
      'geometry.crosses_antimeridian',
      'it is on both sides of 180: split it there',
    )
  if (collapsedRings > 0) tally.repair('collapsed_line', 0)
  return { lines, bounds }
}

/** Columns of every row besides its attributes. */
export function derive(polygons: Polygons): Omit<ConvertedRow<unknown>, 'values'> {
  const ordered = canonical(polygons)
  const bounds = boundsOf(ordered)
  return { polygons: ordered, bounds, area_m2: areaM2(ordered), hilbert: hilbertOf(bounds) }
}

/** True when a feature's polygons need neither a refusal nor a repair. */
export function isPlain(
  { kinds, faults, collapsedRings, boxes }: MeasuredSlice,
  i: number,
): boolean {
  const [west, east] = [boxes[i * 4], boxes[i * 4 + 2]]
  const box: Box = [west, boxes[i * 4 + 1], east, boxes[i * 4 + 3]]
  const isUsual = kinds[i] === POLYGONS && faults[i] === 0 && collapsedRings[i] === 0
  // The box of a shape without points has its west beyond its east.
  return isUsual && west <= east && east - west <= DEGREES_180 && isOnEarth(box)
}

function soundPolygons(feature: SourceFeature, tally: Tally): Polygons {
  if (feature.lacks === 'geometry') throw new RowError('geometry.missing', 'it has no geometry')
  const { polygons, measures } = feature
  if (!polygons) throw new RowError('geometry.not_areal', 'it is a point or a line')
  if (polygons.polygonEnds.length === 0)
    throw new RowError('geometry.collapsed', 'it has no area on the grid of 1e-7 degree')
  const bounds = measures?.bounds ?? boundsOf(polygons)
  const [west, south, east] = bounds
  if (!isOnEarth(bounds))
    throw new RowError(
      'geometry.out_of_range',
      `it reaches ${west / GRID}, ${south / GRID}, which is not lon/lat`,
    )
  if (feature.collapsedRings > 0) tally.repair('collapsed_ring', 0)
  const isWide = east - west > DEGREES_180
  if (isWide) return repair(splitAtAntimeridian(polygons, tally), tally)
  return measures?.fault === null ? polygons : repair(polygons, tally)
}
