import { borderDistanceM } from '../geometry/border-distance.ts'
import { boxesAround } from '../geometry/distance.ts'
import type { LocatedCounty, LocatedParcel } from '../layers/location.ts'
import type { Pack } from '../packs/pack-reader.ts'
import { countyCounterparts } from '../values/county-fips.ts'

/**
 * Largest distance at which a county outside its line counts as the nearest: the farthest land of
 * the 2010 ZCTAs of Delaware, DC, New Hampshire and Rhode Island lies 3.6 km outside of us-atlas.
 */
const NEAREST_COUNTY_MAX_M = 5_000
/**
 * Counties with a piece within that distance; where there are more, none is measured or returned.
 */
const COUNTIES_MAX = 200

/**
 * Finds the county of a point: that of the finest boundary file whose polygon holds it, else the
 * one that the row of the parcel names, since generalised files leave out coastal margins; else the
 * nearest one within `NEAREST_COUNTY_MAX_M`, if its line was generalised.
 */
export function countyAt(
  packs: ReadonlyMap<string, Pack>,
  x: number,
  y: number,
  parcel: LocatedParcel | null,
): LocatedCounty | null {
  const counties = packs.get('counties')
  const finest = finestRowAt(counties, x, y)
  const own = parcel && {
    name: parcel.row.county_name as string,
    fips: parcel.row.county_fips as string,
    local_code: parcel.row.county_local_code as number | null,
    partition: parcel.row.partition as string,
    scale_denominator: null,
  }
  if (finest !== null) {
    const county = countyOfRow(counties!, finest)
    // Only the row of a parcel has the state's own number of a county, and only of its own county.
    const local_code = own?.fips === county.fips ? own.local_code : null
    return located({ ...county, local_code }, 'boundary_file')
  }
  return own ? located(own, 'parcel') : counties ? nearestCounty(counties, x, y) : null
}

/**
 * Finds the county whose line is nearest. A line that was not generalised leaves no shore out:
 * where such a line is the nearest, the point is outside of all counties.
 */
function nearestCounty(counties: Pack, x: number, y: number): LocatedCounty | null {
  const boxes = boxesAround([x, y], NEAREST_COUNTY_MAX_M)
  const around = (counties.rowsMeeting(boxes, COUNTIES_MAX) ?? [])
    .map((row) => ({
      row,
      fips: counties.value(row, 'geoid') as string,
      isGeneralised: counties.value(row, 'scale_denominator') !== null,
      distance_m: borderDistanceM(counties.polygons(row), [x, y]),
    }))
    .filter(({ distance_m }) => distance_m <= NEAREST_COUNTY_MAX_M)
  const exact = new Set(around.filter((each) => !each.isGeneralised).map(({ fips }) => fips))
  const [nearest] = around
    .filter(({ isGeneralised, fips }) => !isGeneralised || !exact.has(fips))
    .sort((a, b) => a.distance_m - b.distance_m || a.row - b.row)
  if (!nearest?.isGeneralised) return null
  const county = { ...countyOfRow(counties, nearest.row), local_code: null }
  return { ...located(county, 'nearest'), distance_m: nearest.distance_m }
}

function countyOfRow(counties: Pack, row: number) {
  return {
    name: counties.value(row, 'name') as string,
    fips: counties.value(row, 'geoid') as string,
    partition: counties.value(row, 'partition') as string,
    scale_denominator: counties.value(row, 'scale_denominator') as number | null,
  }
}

function located(
  county: Omit<LocatedCounty, 'from' | 'counterparts' | 'distance_m'>,
  from: LocatedCounty['from'],
): LocatedCounty {
  return { ...county, from, distance_m: 0, counterparts: countyCounterparts(county.fips) }
}

/** Finds the ZIP code tabulation area that holds the point, in the finest file. */
export function zipAt(packs: ReadonlyMap<string, Pack>, x: number, y: number): string | null {
  const zctas = packs.get('zctas')
  const finest = finestRowAt(zctas, x, y)
  return finest === null ? null : (zctas!.value(finest, 'zcta') as string)
}

/** Finds the row that holds the point and whose lines were generalised least. */
function finestRowAt(pack: Pack | undefined, x: number, y: number): number | null {
  const scaleOf = (row: number) => Number(pack!.value(row, 'scale_denominator') ?? 0)
  return pack?.rowsAt(x, y).sort((a, b) => scaleOf(a) - scaleOf(b) || a - b)[0] ?? null
}
