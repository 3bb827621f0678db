import { z } from 'zod'
import type { SectionColumns } from '../layer.ts'
import type { SoilsData } from './data.ts'

const Row = z.object({
  soils_unit_count: z.int().nullable().describe('Map units on the parcel'),
  soils_map_unit: z.string().nullable().describe('Name of the largest map unit on the parcel'),
  soils_symbol: z.string().nullable().describe('Its symbol, of its own survey area alone'),
  soils_mukey: z.string().nullable().describe('Its key, to join with soil_components'),
  soils_map_unit_pct: z.number().nullable().describe('Percent of the parcel that it takes up'),
  soils_kind: z.string().nullable().describe('What it is of: soil, water or not_surveyed'),
  soils_drainage_class: z.string().nullable().describe('Its natural drainage class'),
  soils_hydrologic_group: z
    .string()
    .nullable()
    .describe('Its hydrologic group: A to D; of B/D the second letter is the undrained state'),
  soils_hydric_pct: z
    .number()
    .nullable()
    .describe('Percent of the map unit rated hydric: not percent of the parcel'),
  soils_water_table_depth_cm: z
    .number()
    .nullable()
    .describe('Its shallowest depth to a wet layer within the year, centimetres'),
  soils_unmapped_pct: z
    .number()
    .nullable()
    .describe('Percent of the parcel under no surveyed map unit; negative where units overlap'),
})

export const columns: SectionColumns = {
  row: Row,
  values: (data: SoilsData): z.infer<typeof Row> => {
    const [largest] = data.soil_units
    return {
      soils_unit_count: data.soil_units.length,
      soils_map_unit: largest.map_unit,
      soils_symbol: largest.symbol,
      soils_mukey: largest.mukey,
      soils_map_unit_pct: largest.coverage_pct,
      soils_kind: largest.kind,
      soils_drainage_class: largest.drainage_class,
      soils_hydrologic_group: largest.hydrologic_group,
      soils_hydric_pct: largest.hydric_pct,
      soils_water_table_depth_cm: largest.water_table_depth_cm,
      soils_unmapped_pct: data.unmapped_pct,
    }
  },
}
