import { z } from 'zod'

// What of a dossier is read. Fields that are not named here are ignored, as the contract requires.

const number = z.number().nullable().optional()
const text = z.string().nullable().optional()

const Source = z.object({
  name: z.string(),
  vintage: z.string().optional(),
  retrieved_at: z.string().optional(),
})

const Section = z.object({
  /** Values that nobody knows yet may come. */
  status: z.string(),
  summary: z.string().optional(),
  data: z.unknown(),
  source: Source.nullable().optional(),
  reason: z.string().optional(),
  hint: z.string().optional(),
})
export type Section = z.infer<typeof Section>

export const Dossier = z.object({
  object: z.literal('location'),
  as_of: z.string(),
  point: z.object({
    lat: z.number().min(-90).max(90),
    lng: z.number().min(-180).max(180),
  }),
  address: z.object({ formatted: z.string(), precision: z.string() }).nullable().optional(),
  layers: z.record(z.string(), Section),
})
export type Dossier = z.infer<typeof Dossier>

export const ParcelShape = z.object({
  parcel_key: z.string().min(1).max(200),
  area_m2: number,
  frontage: z
    .object({ total_m: z.number(), along_water_m: number, geometry: z.unknown().optional() })
    .nullable()
    .optional(),
  geometry: z.unknown().optional(),
})
export type ParcelShape = z.infer<typeof ParcelShape>

export const ZoningShape = z.object({
  district: z.string(),
  jurisdiction: z.string(),
  setbacks: z.object({ front_ft: number, side_ft: number, rear_ft: number }).nullable().optional(),
  max_height_ft: number,
  max_far: number,
  dimensional_note: text,
  conditions: text,
  districts_on_parcel: z
    .array(z.object({ district: z.string(), is_overlay: z.boolean().optional() }))
    .nullable()
    .optional(),
})
export type ZoningShape = z.infer<typeof ZoningShape>

const FloodRow = z.object({
  zone: z.string(),
  is_in_flood_zone: z.boolean(),
  base_flood_elevation_ft: number,
})
export const FloodShape = z.object({
  mapped: z.boolean(),
  zone_at_point: FloodRow.nullable().optional(),
  zones_on_parcel: z
    .array(FloodRow.extend({ coverage_pct: z.number() }))
    .nullable()
    .optional(),
  unmapped_pct: number,
  geometry: z
    .object({ features: z.array(z.object({ properties: FloodRow, geometry: z.unknown() })) })
    .nullable()
    .optional(),
})
export type FloodShape = z.infer<typeof FloodShape>

const Contour = z.object({
  properties: z.object({ elevation_ft: z.number() }),
  geometry: z.object({
    type: z.literal('LineString'),
    coordinates: z.array(z.array(z.number()).min(2)),
  }),
})
export const ElevationShape = z.object({
  elevation_m: z.number(),
  datum: z.string(),
  model: z.string().optional(),
  terrain_status: z.string().optional(),
  terrain: z
    .object({
      min_ft: z.number(),
      max_ft: z.number(),
      contour_interval_ft: z.number().positive(),
      datum: z.string(),
      without_height_pct: number,
      geometry: z.object({ features: z.array(Contour) }).optional(),
    })
    .nullable()
    .optional(),
})
export type ElevationShape = z.infer<typeof ElevationShape>

export const CodeBasisShape = z.object({
  climate_zone_iecc: text,
  frost_depth_ft: number,
  ground_snow_load_psf: number,
  seismic_design_category: text,
  wind_speed_mph: number,
})
export type CodeBasisShape = z.infer<typeof CodeBasisShape>
