import { z } from 'zod'

const number = z.number().nullable()
const text = z.string().nullable()

export const CodeBasisData = z.object({
  climate_zone_iecc: text.describe('of the energy code, for example 2A'),
  frost_depth_ft: number.describe('below the ground'),
  ground_snow_load_psf: number.describe('pounds per square foot'),
  seismic_design_category: text.describe('of the design code, for example D'),
  wind_speed_mph: number.describe('basic wind speed, Risk Category II, county level'),
  wind_borne_debris_region: z.boolean().nullable().describe('of the design code'),
  wind_exposure: text.describe('site-specific judgment: null, requires a designer'),
  rainfall_100yr_24hr_in: number.describe('point estimate; rainfall_source states where'),
  rainfall_source: text.describe('what the rainfall is taken from'),
  climate_zone_title24: text.optional().describe('1 to 16, California only'),
  seismic_sds: number.optional().describe('Site Class D assumed'),
  seismic_sd1: number.optional().describe('Site Class D assumed'),
  fire_hazard_severity: text.optional().describe('Moderate, High or Very High, California only'),
  fire_responsibility_area: text.optional().describe('SRA, LRA or FRA, California only'),
  county: text.optional().describe('the county that the values are of'),
})
export type CodeBasisData = z.infer<typeof CodeBasisData>
