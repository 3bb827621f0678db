import { canonical } from '../../layers/geometry/canonical.ts'
import { areaM2 } from '../../layers/geometry/geodesic-area.ts'
import type { GridPoint } from '../../layers/geometry/grid-point.ts'
import { hilbertOf } from '../../layers/geometry/hilbert.ts'
import { type Box, boundsOf, GRID, type Polygons } from '../../layers/geometry/polygons.ts'
import { RowError } from '../../layers/row-error.ts'
import { splitAtAntimeridian } from './antimeridian.ts'
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

/** The same of a place: it has no area. */
export type ConvertedPoint<Values> = Omit<ConvertedRow<Values>, 'polygons'> & { point: GridPoint }

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
  const toRow = (feature: SourceFeature) => {
    const polygons = soundPolygons(feature, tally)
    return { values: toValues(feature), ...derive(polygons) }
  }
  for await (const features of slices) yield rowsOf(features, toRow, tally)
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

/** What every row carries beside its attributes. */
export function derive(polygons: Polygons): Omit<ConvertedRow<unknown>, 'values'> {
  const ordered = canonical(polygons)
  const bounds = boundsOf(ordered)
  return { polygons: ordered, bounds, area_m2: areaM2(ordered), hilbert: hilbertOf(bounds) }
}

function soundPolygons(feature: SourceFeature, tally: Tally): Polygons {
  if (feature.lacks === 'geometry') throw new RowError('geometry.missing', 'it has no geometry')
  const { polygons } = feature
  if (!polygons) throw new RowError('geometry.not_areal', 'it is a point or a line')
  if (polygons.polygonEnds.length === 0)
    throw new RowError('geometry.collapsed', 'it has no area on the grid of 1e-7 degree')
  const [west, south, east, north] = boundsOf(polygons)
  if (west < -DEGREES_180 || east > DEGREES_180 || south < -DEGREES_90 || north > DEGREES_90)
    throw new RowError(
      'geometry.out_of_range',
      `it reaches ${west / GRID}, ${south / GRID}, which is not lon/lat`,
    )
  if (feature.collapsedRings > 0) tally.repair('collapsed_ring', 0)
  const isWide = east - west > DEGREES_180
  return repair(isWide ? splitAtAntimeridian(polygons, tally) : polygons, tally)
}
