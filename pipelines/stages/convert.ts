import { canonical } from '../../layers/geometry/canonical.ts'
import { areaM2 } from '../../layers/geometry/geodesic-area.ts'
import { hilbertOf } from '../../layers/geometry/hilbert.ts'
import { type Box, boundsOf, GRID, type Polygons } from '../../layers/geometry/polygons.ts'
import { RowError } from '../../layers/row-error.ts'
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
  for await (const features of slices) {
    const rows: ConvertedRow<Values>[] = []
    for (const feature of features) {
      try {
        const polygons = soundPolygons(feature, tally)
        const values = toValues(feature)
        rows.push({ values, ...derive(polygons) })
      } catch (error) {
        if (!(error instanceof RowError)) throw error
        tally.reject(error.stat, `feature ${feature.number}: ${error.message}`)
      }
    }
    yield rows
  }
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
  if (east - west > DEGREES_180)
    throw new RowError(
      'geometry.crosses_antimeridian',
      `it is ${((east - west) / GRID).toFixed(1)} degrees wide: split it at 180`,
    )
  if (feature.collapsedRings > 0) tally.repair('collapsed_ring', 0)
  return repair(polygons, tally)
}
