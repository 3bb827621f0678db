import { z } from 'zod'
import type { SectionColumns } from '../layer.ts'
import type { TaxData } from './data.ts'

const money = (about: string) => z.number().nullable().describe(about)

const Row = z.object({
  tax_assessed_value: money('Assessed value, USD: recorded, or estimated where none is recorded'),
  tax_annual_tax: money('Tax billed, USD, where the county publishes it'),
  tax_property_tax_rate_pct: money("A third party's estimate of the tax rate, percent"),
  tax_estimated_annual_tax: money("A third party's estimate of the tax of a year, USD"),
  tax_year_built: z.int().nullable().describe('Year built: recorded, else estimated'),
  tax_last_sale_price: money('Price of the last sale over $100, USD; of all parcels of its deed'),
  tax_last_sale_year: z.int().nullable().describe('Year of that sale'),
  tax_last_sale_qualification: z
    .string()
    .nullable()
    .describe('The appraiser’s judgement of that sale as one at arm’s length'),
  tax_estimated_fields: z
    .string()
    .nullable()
    .describe("Which of these are a third party's estimates, `; ` between; null when none is"),
})

export const columns: SectionColumns = {
  row: Row,
  values: (data: TaxData): z.infer<typeof Row> => ({
    tax_assessed_value: data.assessed_value,
    tax_annual_tax: data.roll?.annual_tax ?? null,
    tax_property_tax_rate_pct: data.property_tax_rate_pct,
    tax_estimated_annual_tax: data.estimated_annual_tax,
    tax_year_built: data.year_built,
    tax_last_sale_price: data.roll?.last_sale_price ?? null,
    tax_last_sale_year: data.roll?.last_sale_year ?? null,
    tax_last_sale_qualification: data.roll?.last_sale_qualification ?? null,
    tax_estimated_fields: data.estimated_fields.map((name) => `tax_${name}`).join('; ') || null,
  }),
}
