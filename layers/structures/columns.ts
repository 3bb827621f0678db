import { z } from 'zod'
import type { SectionColumns } from '../layer.ts'
import type { StructuresData } from './data.ts'

const Row = z.object({
  structures_building_count: z
    .int()
    .nullable()
    .describe('Footprints that share area with the parcel, of the one source that answers'),
  structures_footprint_m2: z
    .number()
    .nullable()
    .describe('Area of those footprints on the parcel, square metres'),
  structures_largest_footprint_m2: z
    .number()
    .nullable()
    .describe('Area of the whole outline with the largest part on the parcel, square metres'),
  structures_height_m: z
    .number()
    .nullable()
    .describe('Height of the highest of them, metres, where the source has heights'),
  structures_occupancy: z
    .string()
    .nullable()
    .describe(
      'Class of use of the one with the largest part on the parcel, as its source words it',
    ),
  structures_footprint_source: z
    .string()
    .nullable()
    .describe('Who drew the footprints and how, or which source drew none'),
  structures_inventory_count: z
    .int()
    .nullable()
    .describe('Structures of the National Structure Inventory in the parcel: a plane of its own'),
  structures_first_floor_elevation_ft_est: z
    .number()
    .nullable()
    .describe('Lowest first floor of those, feet NAVD88: modelled, not an elevation certificate'),
})

export const columns: SectionColumns = {
  row: Row,
  values: (data: StructuresData): z.infer<typeof Row> => {
    const { buildings, structure_attributes: inventory } = data
    const heights = buildings.flatMap(({ height_m }) => height_m ?? [])
    const floors = inventory.flatMap((each) => each.first_floor_elevation_ft_est ?? [])
    return {
      structures_building_count: data.building_count,
      structures_footprint_m2: data.total_footprint_m2,
      structures_largest_footprint_m2: buildings[0]?.footprint_m2 ?? null,
      structures_height_m: heights.length > 0 ? Math.max(...heights) : null,
      structures_occupancy: buildings[0]?.occupancy ?? null,
      structures_footprint_source: data.footprint_source,
      structures_inventory_count: inventory.length,
      structures_first_floor_elevation_ft_est: floors.length > 0 ? Math.min(...floors) : null,
    }
  },
}
