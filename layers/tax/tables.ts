import { z } from 'zod'
import type { Table } from '../../packs/table.ts'

const text = (about: string) => z.string().nullable().describe(about)
const real = (about: string) => z.number().nullable().describe(about)
const integer = (about: string) => z.int().nullable().describe(about)

const ParcelKey = z
  .string()
  .regex(/^pk_[a-z2-7]{24}$/)
  .describe('Parcel it is of: the keyed hash of county FIPS and county parcel id')

/** Recorded transfers of parcels, as counties report them to the state. */
export const sales: Table = {
  name: 'sales',
  grain: 'One recorded transfer of one parcel; a deed that names several parcels is a row of each.',
  key: 'sale_key',
  geometry: 'none',
  lookups: ['parcel_key'],
  row: z.object({
    sale_key: z.string().describe('Parcel key and a hash of the transfer; unique in the table'),
    partition: z.string().describe('Partition of the build the row comes from'),
    parcel_key: ParcelKey,
    county_fips: z.string().length(5).describe('Census county code, 5 digits'),
    assessment_year: integer('Year of the roll that the file belongs to'),
    sale_year: z.int().describe('Year of the transfer'),
    sale_month: integer('Month of the transfer, 1 to 12; the file knows no day'),
    sale_price: real('Price by the documentary stamps, USD; of all parcels of a deed together'),
    is_nominal: z
      .boolean()
      .describe('The price is no price: $100 or less, the stamp of a deed that moves a title'),
    qualification_code: text("The appraiser's qualification code, verbatim"),
    qualification: z
      .enum(['qualified', 'qualified_excluded', 'disqualified', 'pending', 'unknown'])
      .describe('The meaning of the code for the transfer as a sale at arm’s length'),
    is_vacant: z.boolean().nullable().describe('Whether the price is of vacant land'),
    is_multi_parcel: z.boolean().describe('Whether one price is of several parcels'),
  }),
}

/** A third party's estimates of a parcel's taxes, never recorded values. */
export const taxEstimates: Table = {
  name: 'tax_estimates',
  grain: 'One estimate of a third party for one parcel, its newest.',
  key: 'estimate_key',
  geometry: 'none',
  lookups: ['parcel_key'],
  row: z.object({
    estimate_key: z.string().describe('Partition and parcel key'),
    partition: z.string().describe('Partition of the build the row comes from'),
    parcel_key: ParcelKey,
    county_fips: z.string().length(5).describe('Census county code, 5 digits'),
    assessed_value: real('Estimated assessed value, USD'),
    property_tax_rate_pct: real('Estimated property tax rate, percent of the assessed value'),
    estimated_annual_tax: real('Estimated tax of a year, USD'),
    year_built: integer('Year built, as the third party has it'),
    as_of: text('Day of the estimate, ISO'),
  }),
}

export const tables = [sales, taxEstimates]
