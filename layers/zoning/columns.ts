import { z } from 'zod'
import type { SectionColumns } from '../layer.ts'
import type { ZoningData } from './data.ts'

const number = (about: string) => z.number().nullable().describe(about)
const text = (about: string) => z.string().nullable().describe(about)

const Row = z.object({
  zoning_district: text('Base district at the point, verbatim: a code of its jurisdiction alone'),
  zoning_district_description: text("The district's name"),
  zoning_jurisdiction: text('The authority whose map answered'),
  zoning_district_count: z.int().nullable().describe('Base districts that reach onto the parcel'),
  zoning_overlays: text('Overlay districts at the point, `; ` between; null when there is none'),
  zoning_future_land_use: text('Category of the future land use map at the point, verbatim'),
  zoning_front_setback_ft: number('Front setback, feet; null where conditional or not known'),
  zoning_side_setback_ft: number('Side setback, feet; null where conditional or not known'),
  zoning_rear_setback_ft: number('Rear setback, feet; null where conditional or not known'),
  zoning_max_height_ft: number('Greatest height, feet; null where conditional or not known'),
  zoning_max_far: number('Greatest floor area ratio; null where conditional or not known'),
  zoning_min_lot_sqft: number('Smallest lot, square feet; null where conditional or not known'),
  zoning_has_conditions: z
    .boolean()
    .nullable()
    .describe('The map marks conditions of this very polygon: the numbers are then null'),
})

export const columns: SectionColumns = {
  row: Row,
  values: (data: ZoningData): z.infer<typeof Row> => ({
    zoning_district: data.district,
    zoning_district_description: data.district_description,
    zoning_jurisdiction: data.jurisdiction,
    zoning_district_count:
      data.districts_on_parcel?.filter(({ is_overlay }) => !is_overlay).length ?? null,
    zoning_overlays: data.overlays.map(({ district }) => district).join('; ') || null,
    zoning_future_land_use: data.future_land_use?.code ?? null,
    zoning_front_setback_ft: data.setbacks?.front_ft ?? null,
    zoning_side_setback_ft: data.setbacks?.side_ft ?? null,
    zoning_rear_setback_ft: data.setbacks?.rear_ft ?? null,
    zoning_max_height_ft: data.max_height_ft,
    zoning_max_far: data.max_far,
    zoning_min_lot_sqft: data.min_lot_sqft,
    zoning_has_conditions: data.conditions !== null,
  }),
}
