import { z } from 'zod'
import { round } from '../../values/round.ts'
import type { SectionColumns } from '../layer.ts'
import type { WetlandHere, WetlandsData } from './data.ts'

const Row = z.object({
  wetlands_is_on_wetland: z
    .boolean()
    .nullable()
    .describe('The point of the parcel is in a mapped wetland or water'),
  wetlands_intersects_parcel: z
    .boolean()
    .nullable()
    .describe('A mapped wetland or water reaches onto the parcel; null where none is mapped'),
  wetlands_parcel_pct: z
    .number()
    .nullable()
    .describe('Percent of the parcel under all of them; over 100 where polygons overlap'),
  wetlands_vegetated_pct: z
    .number()
    .nullable()
    .describe('Percent of the parcel under those whose class is named after its plants'),
  wetlands_open_water_pct: z.number().nullable().describe('Percent of the parcel under open water'),
  wetlands_largest_code: z
    .string()
    .nullable()
    .describe('Cowardin code of the one with the largest part of the parcel, as published'),
  wetlands_largest_type: z.string().nullable().describe('Its class in words'),
})

export const columns: SectionColumns = {
  row: Row,
  values: (data: WetlandsData): z.infer<typeof Row> => {
    const [largest] = data.wetlands
    return {
      wetlands_is_on_wetland: data.is_on_wetland,
      wetlands_intersects_parcel: data.intersects_parcel,
      wetlands_parcel_pct: data.parcel_coverage_pct,
      wetlands_vegetated_pct: shareOf(data, ({ is_vegetated }) => is_vegetated === true),
      wetlands_open_water_pct: shareOf(data, ({ is_open_water }) => is_open_water),
      wetlands_largest_code: largest?.code ?? null,
      wetlands_largest_type: largest?.type ?? null,
    }
  },
}

function shareOf(data: WetlandsData, isCounted: (wetland: WetlandHere) => boolean): number | null {
  if (data.parcel_coverage_pct === null) return null
  const counted = data.wetlands.filter(isCounted)
  return round(
    counted.reduce((sum, { coverage_pct }) => sum + (coverage_pct ?? 0), 0),
    2,
  )
}
