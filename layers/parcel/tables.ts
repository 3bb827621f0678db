import { z } from 'zod'
import type { Table } from '../../packs/table.ts'
import { LAND_USES } from '../use-group.ts'

const text = (about: string) => z.string().nullable().describe(about)
const real = (about: string) => z.number().nullable().describe(about)
const integer = (about: string) => z.int().nullable().describe(about)

/** Parcels and their values on the assessment roll. The roll feeds parcel, tax and structures. */
export const parcels: Table = {
  name: 'parcels',
  grain:
    'One parcel of a county fabric with the facts of the assessment roll; stacked condo units are separate rows on one polygon.',
  key: 'parcel_key',
  geometry: 'polygons',
  addressColumns: ['parcel_key', 'county_fips', 'situs_line1', 'situs_city', 'situs_zip'],
  row: z.object({
    parcel_key: z
      .string()
      .regex(/^pk_[a-z2-7]{24}$/)
      .describe('Stable pseudonymous key: a keyed hash of county FIPS and county parcel id'),
    partition: z.string().describe('Partition of the build the row comes from'),
    county_fips: z.string().length(5).describe('Census county code, 5 digits'),
    county_name: z.string().describe('County name'),
    county_local_code: integer("The state's own county number, not FIPS (Florida: 11 to 77)"),
    area_m2: z
      .number()
      .positive()
      .describe('Area on the ellipsoid, square metres, measured from the polygon'),
    has_roll: z.boolean().describe('Whether the roll has a row for this parcel'),
    situs_line1: text('Street address of the property, as the roll gives it'),
    situs_city: text('City of the property'),
    situs_zip: text('ZIP code of the property, 5 digits'),
    use_code: text("The roll's land-use code, verbatim"),
    use_description: text("The roll's land-use words"),
    use_group: z
      .enum(LAND_USES)
      .nullable()
      .describe(
        "What the land is mainly used for, read by Plat off the roll's code or words for the map's colours; null where they do not show it",
      ),
    assessment_year: integer('Year of the roll'),
    just_value: real('Market (just) value, USD'),
    assessed_value: real('Assessed value, USD; for Florida AV_NSD, the non-school value'),
    taxable_value: real('Taxable value, USD; for Florida TV_NSD, the non-school value'),
    land_value: real('Land value, USD'),
    building_value: real('Building value, USD'),
    annual_tax: real('Tax billed, USD, where the county publishes it'),
    last_sale_price: real('Price of the last recorded sale, USD'),
    last_sale_year: integer('Year of the last recorded sale'),
    year_built_actual: integer('Year built'),
    year_built_effective: integer('Effective year built'),
    living_area_sqft: real('Total living area, square feet'),
    building_count: integer('Buildings on the parcel, by the roll'),
    residential_units: integer('Dwelling units, by the roll'),
    construction_class_code: text('Construction class, the state code verbatim'),
    improvement_quality_code: text('Improvement quality, the state code verbatim'),
  }),
}

export const tables = [parcels]
