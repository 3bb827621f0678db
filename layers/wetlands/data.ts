import { z } from 'zod'

const WetlandAttributes = z.object({
  type: z.string().describe('class in words'),
  code: z.string().nullable().describe('raw Cowardin code'),
  description: z.string().nullable().describe('the whole code in words (additive)'),
  is_open_water: z
    .boolean()
    .describe('water without a vegetated wetland class; false also where the class is not known'),
  is_vegetated: z.boolean().nullable().describe('null where the class is not known (additive)'),
})
export type WetlandAttributes = z.infer<typeof WetlandAttributes>

const WetlandHere = WetlandAttributes.extend({
  coverage_pct: z.number().nullable().describe("share of the parcel's area; null without a parcel"),
  area_m2: z.number().nullable().describe('on the parcel; null without one'),
})
export type WetlandHere = z.infer<typeof WetlandHere>

export const WetlandsData = z.object({
  intersects_parcel: z.boolean().nullable().describe('null without a parcel'),
  is_on_wetland: z.boolean().describe('the very point lies inside a mapped wetland'),
  evaluated_against: z
    .enum(['parcel', 'point'])
    .describe('whether a parcel polygon was found to measure on'),
  parcel_coverage_pct: z
    .number()
    .nullable()
    .describe('sum over the polygons: above 100 where they overlap'),
  wetlands: z
    .array(WetlandHere)
    .describe('mapped wetlands and waters of the parcel, else of the point'),
  geometry: z
    .unknown()
    .optional()
    .describe('GeoJSON FeatureCollection clipped to the parcel, with include_geometry=true'),
})
export type WetlandsData = z.infer<typeof WetlandsData>
