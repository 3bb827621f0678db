import { z } from 'zod'
import type { Table } from '../../packs/table.ts'
import { FIRE_SEVERITIES, RESPONSIBILITY_AREAS } from './fire-hazard.ts'
import { IECC_ZONES } from './iecc-zone.ts'

const text = (about: string) => z.string().nullable().describe(about)
const real = (about: string) => z.number().nullable().describe(about)
const partition = z.string().describe('Partition of the build the row comes from')
const countyFips = z
  .string()
  .length(5)
  .describe("Census county code, 5 digits, of the list's own year")

export const climateZones: Table = {
  name: 'climate_zones',
  grain: 'One county of a list of IECC climate zones.',
  key: 'climate_zone_key',
  geometry: 'none',
  lookups: ['county_fips'],
  row: z.object({
    climate_zone_key: z.string().describe('Partition and county code'),
    partition,
    county_fips: countyFips,
    county_name: text('County name as listed; null where the file garbles it'),
    iecc_zone: z
      .enum(IECC_ZONES)
      .describe('Thermal zone and moisture regime: A moist, B dry, C marine; 7 and 8 have none'),
    is_warm_humid: z
      .boolean()
      .nullable()
      .describe('Whether the list marks the county as warm-humid'),
    edition: z.string().describe('Edition of the IECC whose zones these are'),
  }),
}

export const designValues: Table = {
  name: 'design_values',
  grain: 'One county of a document of structural design values, of one edition of ASCE 7.',
  key: 'design_value_key',
  geometry: 'none',
  lookups: ['county_fips'],
  row: z.object({
    design_value_key: z.string().describe('Partition, county code and edition'),
    partition,
    county_fips: countyFips,
    edition: z.string().describe('Edition of ASCE 7 the values follow, for example ASCE 7-16'),
    frost_depth_ft: real('Depth of frost, feet'),
    ground_snow_load_psf: real('Ground snow load, pounds per square foot'),
    seismic_design_category: text('Seismic design category A to F, Risk Category II'),
    seismic_sds: real('Design spectral acceleration at 0.2 s, g, Site Class D'),
    seismic_sd1: real('Design spectral acceleration at 1 s, g, Site Class D'),
    seismic_from: z
      .enum(['document', 'mapped_values'])
      .nullable()
      .describe(
        'Whether the document gives SDS, SD1 and category, or we computed them of SS and S1',
      ),
    wind_speed_mph: real('Basic wind speed of Risk Category II, miles per hour'),
    wind_borne_debris_region: z
      .boolean()
      .nullable()
      .describe('Whether the county lies in the wind-borne debris region'),
    source_document: text('The document the values were taken from'),
  }),
}

export const rainfallFrequencies: Table = {
  name: 'rainfall_frequencies',
  grain: 'One point with the precipitation depth of one duration and recurrence interval.',
  key: 'rainfall_key',
  geometry: 'none',
  lookups: ['county_fips'],
  row: z.object({
    rainfall_key: z.string().describe('Partition and coordinates of the estimate'),
    partition,
    county_fips: countyFips,
    lat: z.number().describe('Latitude of the estimate, degrees'),
    lng: z.number().describe('Longitude of the estimate, degrees'),
    rainfall_100yr_24hr_in: z
      .number()
      .positive()
      .describe('Depth of the 24-hour rain of 100 years, inches, partial duration series'),
    volume: z.string().describe('Volume of NOAA Atlas 14'),
    version: z.string().describe('Version of the volume'),
  }),
}

export const title24Zones: Table = {
  name: 'title24_zones',
  grain: "One ZIP code of California with its building climate zone of the state's energy code.",
  key: 'title24_key',
  geometry: 'none',
  lookups: ['zip'],
  row: z.object({
    title24_key: z.string().describe('Partition and ZIP code'),
    partition,
    zip: z.string().length(5).describe('Postal ZIP code'),
    zone: z
      .string()
      .regex(/^([1-9]|1[0-6])$/)
      .describe('Building climate zone, 1 to 16'),
    edition: z.string().describe('List the zone is taken from'),
  }),
}

export const fireHazardZones: Table = {
  name: 'fire_hazard_zones',
  grain: 'One polygon of a fire hazard severity zone of California.',
  key: 'fire_zone_key',
  geometry: 'polygons',
  row: z.object({
    fire_zone_key: z.string().describe('Partition and a geometry hash: the files have no id'),
    partition,
    severity: z.enum(FIRE_SEVERITIES).describe('Moderate, High or Very High'),
    responsibility_area: z
      .enum(RESPONSIBILITY_AREAS)
      .describe('Who answers for the fire: SRA the state, LRA local, FRA federal'),
  }),
}

/** The climate zones first: they are the section's main source. */
export const tables = [
  climateZones,
  designValues,
  rainfallFrequencies,
  title24Zones,
  fireHazardZones,
]
