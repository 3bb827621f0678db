import { z } from 'zod'

/** One map unit, on the parcel or at the point. */
export const SoilUnit = z.object({
  map_unit: z.string().describe('name, or "Map unit <symbol>" where the survey tables are absent'),
  symbol: z.string().nullable().describe('as on the survey map'),
  drainage_class: z.string().nullable().describe('natural drainage in words'),
  hydrologic_group: z
    .string()
    .nullable()
    .describe('A low runoff potential to D high; of B/D the second letter is the undrained state'),
  hydric_pct: z.number().nullable().describe('percent of the unit rated hydric'),
  hydric_class: z.string().nullable().describe('NRCS class of the hydric rating (additive)'),
  flooding_frequency: z.string().nullable().describe('class of the dominant condition (additive)'),
  ponding_pct: z.number().nullable().describe('percent of the unit that ponds (additive)'),
  water_table_depth_cm: z
    .number()
    .nullable()
    .describe('shallowest depth to a wet layer within the year (additive)'),
  slope_pct: z.number().nullable().describe('weighted average of the components (additive)'),
  kind: z.enum(['soil', 'water', 'not_surveyed']).describe('what the polygon is of (additive)'),
  mukey: z.string().describe('map unit key, to look up at USDA Soil Data Access (additive)'),
  survey_area: z.string().nullable().describe('for example ME614 (additive)'),
  coverage_pct: z.number().nullable().describe("share of the parcel's own area (additive)"),
  area_m2: z.number().nullable().describe('on the parcel; null at a point (additive)'),
})
export type SoilUnit = z.infer<typeof SoilUnit>

/** The contract's shape; additive fields are marked as such. */
export const SoilsData = z.object({
  soil_units: z.array(SoilUnit).describe('one per map unit, the largest first'),
  evaluated_against: z
    .enum(['parcel', 'point'])
    .describe('whether a parcel polygon was found to measure on'),
  unmapped_pct: z
    .number()
    .nullable()
    .describe(
      'share of the parcel under no surveyed map unit; negative where they overlap (additive)',
    ),
})
export type SoilsData = z.infer<typeof SoilsData>
