import { countyCounterparts } from './county-fips.ts'
import type { LocatedCounty, LocatedParcel } from './location.ts'
import type { Pack } from './packs/pack-reader.ts'
import type { Packs } from './place.ts'

/**
 * The county of a spot: that of the finest boundary file whose polygon holds it, else the one that
 * the parcel's own row names. Generalised files leave out coastal margins, where parcels are.
 */
export function countyAt(
  packs: Packs,
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
  }
  if (finest === undefined) return own && located(own, 'parcel')
  const fips = counties!.value(finest, 'geoid') as string
  const name = counties!.value(finest, 'name') as string
  // A state's own county number is only in the parcel's row, and only of the parcel's county.
  const local_code = own?.fips === fips ? own.local_code : null
  return located({ name, fips, local_code }, 'boundary_file')
}

function located(
  county: Omit<LocatedCounty, 'from' | 'counterparts'>,
  from: LocatedCounty['from'],
): LocatedCounty {
  return { ...county, from, counterparts: countyCounterparts(county.fips) }
}

/** The ZIP code tabulation area that holds the spot, the finest file's. */
export function zipAt(packs: Packs, x: number, y: number): string | null {
  const zctas = packs.get('zctas')
  const finest = finestRowAt(zctas, x, y)
  return finest === undefined ? null : (zctas!.value(finest, 'zcta') as string)
}

/** Of the rows that hold the spot the one whose lines were generalised least. */
function finestRowAt(pack: Pack | undefined, x: number, y: number): number | undefined {
  const scaleOf = (row: number) => Number(pack!.value(row, 'scale_denominator') ?? 0)
  return pack?.rowsAt(x, y).sort((a, b) => scaleOf(a) - scaleOf(b) || a - b)[0]
}
