import { round } from '../../values/round.ts'
import type { LocatedCounty } from '../location.ts'
import type { CodeBasisData } from './section.ts'

/** Rain of a point nearer than this is that of the spot. */
const NEAR_KM = 1

/**
 * One sentence with what is known, in the order a plan set states it; `rainfall_km` is how far away
 * the point of the rainfall lies, null where it is the spot's own. A county that is only the nearest is named.
 */
export function summarise(
  data: CodeBasisData,
  rainfall_km: number | null,
  county: LocatedCounty | null,
): string {
  const where =
    rainfall_km !== null && rainfall_km >= NEAR_KM
      ? ` at a point ${round(rainfall_km, 1)} km away`
      : ''
  const say = (value: unknown, words: string) =>
    value === null || value === undefined ? [] : [words]
  const facts = [
    ...say(data.climate_zone_iecc, `IECC climate zone ${data.climate_zone_iecc}`),
    ...say(data.climate_zone_title24, `California climate zone ${data.climate_zone_title24}`),
    ...say(data.frost_depth_ft, `frost depth ${data.frost_depth_ft} ft`),
    ...say(data.ground_snow_load_psf, `ground snow load ${data.ground_snow_load_psf} psf`),
    ...say(data.seismic_design_category, `seismic design category ${data.seismic_design_category}`),
    ...say(data.wind_speed_mph, `basic wind speed ${data.wind_speed_mph} mph`),
    ...(data.wind_borne_debris_region ? ['in the wind-borne debris region'] : []),
    ...say(
      data.rainfall_100yr_24hr_in,
      `${data.rainfall_100yr_24hr_in} in of rain in the 24-hour storm of 100 years${where}`,
    ),
    ...say(
      data.fire_hazard_severity,
      `${data.fire_hazard_severity} fire hazard severity zone (${data.fire_responsibility_area})`,
    ),
  ]
  if (facts.length === 0) return 'The lists have rows for this county and no value they agree on.'
  const sentence = facts.join(', ')
  const ofNearest =
    county?.from === 'nearest'
      ? `, for the nearest county, ${county.name}, ${round(county.distance_m / 1_000, 1)} km away`
      : ''
  return `${sentence[0].toUpperCase()}${sentence.slice(1)}${ofNearest}.`
}
