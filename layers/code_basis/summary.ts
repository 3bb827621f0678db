import { round } from '../../values/round.ts'
import type { LocatedCounty } from '../location.ts'
import type { CodeBasisData } from './data.ts'

/** Rain of a point nearer than this counts as that of the location. */
const NEAR_KM = 1

/**
 * One sentence with the known values, in the order of a plan set; `rainfall_km` is the distance to
 * the point of the rainfall, null where it is the location's own. A county that is only the nearest
 * is named.
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
  const part = (value: unknown, text: string) =>
    value === null || value === undefined ? [] : [text]
  const parts = [
    ...part(data.climate_zone_iecc, `IECC climate zone ${data.climate_zone_iecc}`),
    ...part(data.climate_zone_title24, `California climate zone ${data.climate_zone_title24}`),
    ...part(data.frost_depth_ft, `frost depth ${data.frost_depth_ft} ft`),
    ...part(data.ground_snow_load_psf, `ground snow load ${data.ground_snow_load_psf} psf`),
    ...part(
      data.seismic_design_category,
      `seismic design category ${data.seismic_design_category}`,
    ),
    ...part(data.wind_speed_mph, `basic wind speed ${data.wind_speed_mph} mph`),
    ...(data.wind_borne_debris_region ? ['in the wind-borne debris region'] : []),
    ...part(
      data.rainfall_100yr_24hr_in,
      `${data.rainfall_100yr_24hr_in} in of rain in the 24-hour storm of 100 years${where}`,
    ),
    ...part(
      data.fire_hazard_severity,
      `${data.fire_hazard_severity} fire hazard severity zone (${data.fire_responsibility_area})`,
    ),
  ]
  if (parts.length === 0) return 'The lists have rows for this county and no value they agree on.'
  const sentence = parts.join(', ')
  const ofNearest =
    county?.from === 'nearest'
      ? `, for the nearest county, ${county.name}, ${round(county.distance_m / 1_000, 1)} km away`
      : ''
  return `${sentence[0].toUpperCase()}${sentence.slice(1)}${ofNearest}.`
}
