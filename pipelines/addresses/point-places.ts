import { containsPoint } from '../../geometry/contains.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import { boundsOf, GRID, type Polygons } from '../../geometry/polygons.ts'
import { RowError } from '../../values/row-error.ts'
import type { SourceFeature } from '../stages/read-features.ts'
import type { Tally } from '../stages/tally.ts'

const DEGREES_90 = 90 * GRID

/**
 * Refuses impossible points: 0, 0, and swapped latitude and longitude, which only the latitude or a
 * declared coverage shows. Points outside of the coverage are counted and stay: towns number houses
 * beyond their limits.
 */
export async function* validPoints(
  slices: AsyncIterable<SourceFeature[]>,
  covered: Polygons | null,
  tally: Tally,
): AsyncGenerator<SourceFeature[]> {
  for await (const features of slices)
    yield features.filter(({ number, point }) => {
      try {
        if (point !== null) assertPossible(point, covered, tally)
        return true
      } catch (error) {
        if (!(error instanceof RowError)) throw error
        tally.reject(error.stat, `feature ${number}: ${error.message}`)
        return false
      }
    })
}

function assertPossible(point: GridPoint, covered: Polygons | null, tally: Tally): void {
  const [x, y] = point
  if (x === 0 && y === 0)
    throw new RowError('addresses.zero_coordinates', 'it lies at 0, 0, in the Gulf of Guinea')
  const isAsIs = isWithinBox(point, covered)
  const isTurned = covered !== null && !isAsIs && isWithinBox([y, x], covered)
  if (isTurned || (Math.abs(y) > DEGREES_90 && Math.abs(x) <= DEGREES_90))
    throw new RowError(
      'addresses.swapped_coordinates',
      `longitude ${x / GRID} and latitude ${y / GRID} are in each other's place`,
    )
  if (covered !== null && !containsPoint(covered, x, y)) tally.add('addresses.outside_coverage')
}

function isWithinBox([x, y]: GridPoint, covered: Polygons | null): boolean {
  if (covered === null) return false
  const [west, south, east, north] = boundsOf(covered)
  return x >= west && x <= east && y >= south && y <= north
}
