import { z } from 'zod'

const money = () => z.number().nullable()

export const TaxData = z.object({
  roll: z
    .object({
      assessment_year: z.number().nullable().describe('of the roll'),
      annual_tax: money().describe('tax billed, where the county publishes it'),
      just_value: money().describe('market value as the appraiser records it, USD'),
      assessed_value: money().describe('recorded, USD'),
      taxable_value: money().describe('after exemptions, USD'),
      land_value: money().describe('of the land alone, USD'),
      dor_use_code: z.string().nullable().describe("the roll's land-use code, verbatim"),
      use_description: z
        .string()
        .nullable()
        .describe('the use in words, as the roll has it (additive)'),
      last_sale_price: money().describe('recorded, USD'),
      last_sale_year: z.number().nullable().describe('recorded'),
      last_sale_month: z.number().nullable().describe('1 to 12, where recorded (additive)'),
      last_sale_qualification: z
        .string()
        .nullable()
        .describe('how the appraiser qualifies the sale as one at arm’s length (additive)'),
    })
    .nullable(),
  assessed_value: money().describe('recorded, else an estimate: see `estimated_fields`; USD'),
  property_tax_rate_pct: z.number().nullable().describe('an estimate: see `estimated_fields`'),
  estimated_annual_tax: money().describe('an estimate: see `estimated_fields`; USD'),
  year_built: z.number().nullable().describe('recorded, else an estimate: see `estimated_fields`'),
  estimated_fields: z
    .array(z.string())
    .describe("fields outside `roll` that are a third party's estimates (additive)"),
  estimates_as_of: z.string().nullable().describe('day of those estimates (additive)'),
})
export type TaxData = z.infer<typeof TaxData>
