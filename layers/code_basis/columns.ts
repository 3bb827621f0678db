import { z } from 'zod'
import type { SectionColumns } from '../layer.ts'
import type { CodeBasisData } from './data.ts'

const number = (about: string) => z.number().nullable().describe(about)
const text = (about: string) => z.string().nullable().describe(about)

const Row = z.object({
  code_basis_climate_zone_iecc: text('IECC climate zone of the county'),
  code_basis_frost_depth_ft: number('Depth of frost, feet, of the whole county'),
  code_basis_ground_snow_load_psf: number(
    'Ground snow load, pounds per square foot, of the whole county',
  ),
  code_basis_seismic_design_category: text('Seismic design category A to F, Risk Category II'),
  code_basis_wind_speed_mph: number('Basic wind speed, Risk Category II, of the whole county'),
  code_basis_wind_borne_debris_region: z
    .boolean()
    .nullable()
    .describe('Whether the county lies in the wind-borne debris region'),
  code_basis_rainfall_100yr_24hr_in: number(
    'Depth of the 24-hour rain of 100 years, inches, at the nearest estimate',
  ),
  code_basis_climate_zone_title24: text('Climate zone of the energy code, California only'),
  code_basis_fire_hazard_severity: text('Moderate, High or Very High, California only'),
  code_basis_fire_responsibility_area: text('SRA state, LRA local or FRA, California only'),
})

export const columns: SectionColumns = {
  row: Row,
  values: (data: CodeBasisData): z.infer<typeof Row> => ({
    code_basis_climate_zone_iecc: data.climate_zone_iecc,
    code_basis_frost_depth_ft: data.frost_depth_ft,
    code_basis_ground_snow_load_psf: data.ground_snow_load_psf,
    code_basis_seismic_design_category: data.seismic_design_category,
    code_basis_wind_speed_mph: data.wind_speed_mph,
    code_basis_wind_borne_debris_region: data.wind_borne_debris_region,
    code_basis_rainfall_100yr_24hr_in: data.rainfall_100yr_24hr_in,
    code_basis_climate_zone_title24: data.climate_zone_title24 ?? null,
    code_basis_fire_hazard_severity: data.fire_hazard_severity ?? null,
    code_basis_fire_responsibility_area: data.fire_responsibility_area ?? null,
  }),
}
