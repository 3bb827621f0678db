import { round } from '../../values/round.ts'
import type { LocatedRow, Location } from '../location.ts'
import { distanceKm } from './distance-km.ts'

/**
 * States that no volume of NOAA Atlas 14 covers, by FIPS: Oregon and Washington, where NOAA Atlas 2
 * of 1973 is still the reference. https://hdsc.nws.noaa.gov/pfds/
 */
const WITHOUT_ATLAS_14: Record<string, string> = { '41': 'Oregon', '53': 'Washington' }

export interface Rainfall {
  depth_in: number | null
  source: string | null
  note: string | null
  /** Volume and version of the atlas; null without an estimate. */
  edition: string | null
  /** Distance to the point of the estimate; null without one. */
  km: number | null
  /** The row of the estimate; null without one. */
  found: LocatedRow[] | null
}

/** The estimate of the county that is nearest to the point. */
export function nearestRainfall(
  keyed: readonly LocatedRow[],
  { point, county }: Location,
): Rainfall {
  const nearest = nearestOf(keyed, point)
  if (!nearest) {
    const note = withoutAtlas14(county) ?? 'No rainfall estimate in this build is of the county.'
    return { depth_in: null, source: null, note, edition: null, km: null, found: null }
  }
  const { found, at, km } = nearest
  const where = `${at.lat}, ${at.lng}`
  const edition = `Volume ${found.row.volume} Version ${found.row.version}`
  return {
    depth_in: found.row.rainfall_100yr_24hr_in as number,
    source: `NOAA Atlas 14 ${edition}, point estimate at ${where}`,
    edition,
    note: `Rainfall is a point estimate at ${where}, ${round(km, 1)} km away.`,
    km,
    found: [found],
  }
}

/** The estimate nearest to the point; of several at one distance that with the first key. */
function nearestOf(keyed: readonly LocatedRow[], point: Location['point']) {
  let nearest: { found: LocatedRow; at: { lat: number; lng: number }; km: number } | null = null
  for (const found of keyed) {
    const at = { lat: found.row.lat as number, lng: found.row.lng as number }
    const km = distanceKm(point, at)
    const isNearer =
      !nearest ||
      km < nearest.km ||
      (km === nearest.km && `${found.row.rainfall_key}` < `${nearest.found.row.rainfall_key}`)
    if (isNearer) nearest = { found, at, km }
  }
  return nearest
}

/** Note for a state that NOAA Atlas 14 has no volume for; null elsewhere. */
export function withoutAtlas14(county: Location['county']): string | null {
  const state = WITHOUT_ATLAS_14[county?.fips.slice(0, 2) ?? '']
  return state
    ? `NOAA Atlas 14 has no volume for ${state}: NOAA Atlas 2 (1973) is the reference for rainfall there.`
    : null
}
