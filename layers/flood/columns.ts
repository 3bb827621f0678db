import { z } from 'zod'
import { round } from '../../values/round.ts'
import type { SectionColumns } from '../layer.ts'
import type { FloodData } from './data.ts'

const Row = z.object({
  flood_zone: z
    .string()
    .nullable()
    .describe('Zone at the point of the parcel; null where unmapped'),
  flood_is_in_flood_zone: z
    .boolean()
    .nullable()
    .describe(
      'The point is in a high-risk zone; null where nobody determined it. Of the parcel: `flood_parcel_in_flood_zone`',
    ),
  flood_parcel_in_flood_zone: z
    .enum(['none', 'part', 'whole'])
    .nullable()
    .describe(
      'How much of the parcel is in high-risk zones; `none` is of what zones determine alone, see `flood_unmapped_pct`; null where they determine nothing of it',
    ),
  flood_is_mapped: z.boolean().nullable().describe('The study maps the point: false is not safe'),
  flood_highest_risk_zone: z.string().nullable().describe('Worst zone that touches the parcel'),
  flood_high_risk_pct: z
    .number()
    .nullable()
    .describe('Percent of the parcel in high-risk zones; over 100 where zones overlap'),
  flood_unmapped_pct: z.number().nullable().describe('Percent of the parcel that no zone maps'),
  flood_base_elevation_ft: z
    .number()
    .nullable()
    .describe('Highest base flood elevation of the zones on the parcel, feet NAVD88'),
  flood_panel: z.string().nullable().describe('FIRM panel at the point'),
})

export const columns: SectionColumns = {
  row: Row,
  values: (data: FloodData): z.infer<typeof Row> => {
    const zones = data.zones_on_parcel
    const high = zones?.filter(({ is_in_flood_zone }) => is_in_flood_zone)
    const elevations = (zones ?? []).flatMap((zone) => zone.base_flood_elevation_ft ?? [])
    return {
      flood_zone: data.zone_at_point?.zone ?? null,
      flood_is_in_flood_zone: data.is_in_flood_zone,
      flood_parcel_in_flood_zone: data.parcel_in_flood_zone,
      flood_is_mapped: data.mapped,
      flood_highest_risk_zone: data.highest_risk_zone_on_parcel,
      flood_high_risk_pct:
        high === undefined
          ? null
          : round(
              high.reduce((sum, { coverage_pct }) => sum + coverage_pct, 0),
              2,
            ),
      flood_unmapped_pct: data.unmapped_pct,
      flood_base_elevation_ft: elevations.length > 0 ? Math.max(...elevations) : null,
      flood_panel: data.firm_panel?.panel ?? null,
    }
  },
}
