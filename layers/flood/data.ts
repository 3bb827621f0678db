import { z } from 'zod'

const ZoneRow = z.object({
  zone: z.string().describe('FEMA zone, for example AE, X, D'),
  zone_subtype: z.string().nullable().describe('as published, for example FLOODWAY'),
  description: z.string().describe('the zone in words'),
  is_in_flood_zone: z
    .boolean()
    .describe('a high-risk zone; false of zone D too, where risk is undetermined'),
  base_flood_elevation_ft: z
    .number()
    .nullable()
    .describe('NAVD88; null on another datum, and where there is none'),
  depth_ft: z.number().nullable().describe('depth of AO zones (additive)'),
})
export type ZoneRow = z.infer<typeof ZoneRow>

const ZoneAtPoint = ZoneRow.extend({ bfe_datum: z.literal('NAVD88') })
const ZoneOnParcel = ZoneRow.extend({
  coverage_pct: z.number().describe("share of the parcel's area"),
  area_m2: z.number().describe('of the zone on the parcel'),
})
export type ZoneOnParcel = z.infer<typeof ZoneOnParcel>

export const FloodData = z.object({
  is_in_flood_zone: z
    .boolean()
    .nullable()
    .describe(
      'whether the point is in a high-risk zone, for its parcel see `parcel_in_flood_zone`; null in a map gap, over open water and in zone D, where it is not known',
    ),
  mapped: z.boolean().describe('false: the area is not mapped, which is not the same as low risk'),
  firm_panel: z
    .object({
      panel: z.string().describe('number of the panel'),
      effective_date: z.string().nullable().describe('ISO date'),
    })
    .nullable()
    .describe('the map panel at the location'),
  zone_at_point: ZoneAtPoint.nullable().describe('null in a map gap'),
  evaluated_against: z
    .enum(['parcel', 'point'])
    .describe('whether a parcel polygon was found to measure on'),
  zones_on_parcel: z
    .array(ZoneOnParcel)
    .nullable()
    .describe(
      'the highest risk first, land that no zone maps left out; null without a parcel polygon',
    ),
  highest_risk_zone_on_parcel: z.string().nullable().describe('null without a parcel polygon'),
  parcel_in_flood_zone: z
    .enum(['none', 'part', 'whole'])
    .nullable()
    .describe(
      'how much of the parcel is in high-risk zones, whatever the point is in; `none` is of what zones determine alone: see `unmapped_pct` for the rest; null without a parcel polygon and where they determine nothing of it (additive)',
    ),
  unmapped_pct: z
    .number()
    .nullable()
    .describe(
      'share of the parcel that no zone maps, AREA NOT INCLUDED among it: with the shares of `zones_on_parcel` it adds to 100; negative where zones overlap (additive)',
    ),
  geometry: z
    .unknown()
    .optional()
    .describe('GeoJSON FeatureCollection clipped to the parcel, with include_geometry=true'),
})
export type FloodData = z.infer<typeof FloodData>
