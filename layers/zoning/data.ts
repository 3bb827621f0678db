import { z } from 'zod'
import { GoverningDocument } from './documents.ts'

const District = z.object({
  district: z.string().describe('code, as the map has it'),
  description: z.string().nullable().describe('the code in words, where the authority gives them'),
  jurisdiction: z.string().describe('whose map it is'),
})
const feet = z.number().nullable()

export const ZoningData = z.object({
  district: z.string().describe('code of the district that answers'),
  district_description: z
    .string()
    .nullable()
    .describe('the code in words, where the authority gives them'),
  jurisdiction: z.string().describe('which authority answered'),
  future_land_use: z
    .object({
      code: z.string().describe('as the plan has it'),
      description: z.string().nullable().describe('the code in words'),
      jurisdiction: z.string().describe('whose plan it is (additive)'),
    })
    .nullable(),
  land_development_code_url: z
    .string()
    .nullable()
    .describe('where the authority publishes its code'),
  governing_documents: z.array(GoverningDocument).optional().describe('documents that rule here'),
  setbacks: z
    .object({ front_ft: feet, side_ft: feet, rear_ft: feet })
    .nullable()
    .describe('null without a dimensional table; null values are conditional rules'),
  max_height_ft: feet.describe('null: conditional or not stated'),
  max_far: z.number().nullable().describe('floor area over lot area'),
  min_lot_sqft: z.number().nullable().describe('null: conditional or not stated'),
  dimensional_note: z.string().nullable().describe('verbatim conditions'),
  dimensional_source: z
    .object({
      url: z.string(),
      section: z.string().describe('where in the document'),
      retrieved_at: z.string().describe('when we read it, ISO date'),
    })
    .nullable()
    .describe('where the numbers are from'),
  conditions: z
    .string()
    .nullable()
    .describe("the map's own words on conditions of this polygon, verbatim (additive)"),
  overlays: z.array(District).describe('overlay districts at the point (additive)'),
  also_here: z
    .array(District)
    .describe('other base districts drawn over the point, which do not answer (additive)'),
  districts_on_parcel: z
    .array(
      District.extend({
        is_overlay: z.boolean(),
        coverage_pct: z.number().describe("share of the parcel's area"),
        area_m2: z.number().describe('of the district on the parcel'),
      }),
    )
    .nullable()
    .describe('all districts of the parcel, the point’s among them; null without one (additive)'),
})
export type ZoningData = z.infer<typeof ZoningData>
