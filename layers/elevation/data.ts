import { z } from 'zod'

const ContourFeatures = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({
      type: z.literal('Feature'),
      properties: z.object({ elevation_ft: z.number().describe('of the line, NAVD88') }),
      geometry: z.object({
        type: z.literal('LineString'),
        coordinates: z.array(z.array(z.number())).describe('the higher ground on the left'),
      }),
    }),
  ),
})

const Terrain = z.object({
  min_ft: z.number().describe('lowest ground in the box of the parcel'),
  max_ft: z.number().describe('highest ground in the box of the parcel'),
  relief_ft: z.number().describe('between the two'),
  contour_interval_ft: z.number(),
  contour_count: z.number().describe('lines, each whole or cut at the box'),
  datum: z.literal('NAVD88'),
  source_resolution_m: z
    .number()
    .describe('spacing of the finest source: finer ones are averaged to about 10 m'),
  clipped_to: z.literal('parcel_bbox'),
  without_height_pct: z
    .number()
    .describe('of the grid: there is no contour where there is no height (additive)'),
  geometry: ContourFeatures.optional().describe('with include_geometry=true'),
})

const ProfilePoint = z.object({ lat: z.number(), lng: z.number() })

const Profile = z.object({
  along: z
    .enum(['parcel', 'point'])
    .describe('the longest line between corners of the parcel; or west to east through the point'),
  from: ProfilePoint.describe('start of the line, its western end'),
  to: ProfilePoint.describe('end of the line'),
  length_m: z.number(),
  min_m: z.number().describe('lowest of the heights, in the datum of the section'),
  max_m: z.number().describe('highest of the heights'),
  slope_pct: z
    .number()
    .nullable()
    .describe('from end to end, rising above zero; null without a height at an end'),
  steepest_pct: z
    .number()
    .nullable()
    .describe('between heights a cell of the source apart; null on a line shorter than a cell'),
  without_height_pct: z.number().describe('share of the line for which the source has no height'),
  heights: z.array(
    z.object({
      at_m: z.number().describe('from the start of the line'),
      height_m: z.number().nullable().describe('null: the source has none here'),
      is_on_parcel: z.boolean().describe('false where the line leaves the parcel'),
    }),
  ),
})
export type ProfileData = z.infer<typeof Profile>

export const ElevationData = z.object({
  elevation_m: z
    .number()
    .describe('at the point, to 1 cm; to 10 cm where the cells around it differ by 1 m or more'),
  elevation_ft: z.number().describe('at the point, international feet of 0.3048 m'),
  datum: z.string().describe('what both count from: NAVD88, EGM2008 ...'),
  model: z.string().describe('what was measured: bare earth, or a surface with what stands on it'),
  resolution_m: z.number().describe('spacing of the source'),
  cell_range_m: z
    .object({ min: z.number(), max: z.number() })
    .nullable()
    .describe(
      'least and greatest of the four cells that the height is interpolated between: what lies between them is not measured; null for an answer of a live service (additive)',
    ),
  terrain_status: z
    .enum(['ready', 'computing', 'unavailable', 'no_parcel'])
    .describe('computing: request it again shortly; unavailable: the note has the reason'),
  terrain: Terrain.nullable().describe('bare earth over the box of the parcel, when it is ready'),
  profile: Profile.nullable()
    .optional()
    .describe(
      'with include_geometry=true: heights along a line, from one kind of rasters of the build; null: profile_reason has the reason (additive)',
    ),
  profile_reason: z
    .string()
    .optional()
    .describe('sentence that states why the profile is missing (additive)'),
})
export type ElevationData = z.infer<typeof ElevationData>
export type TerrainData = z.infer<typeof Terrain>
