import { z } from 'zod'
import type { SectionColumns } from '../layer.ts'
import type { ParcelData } from './data.ts'

const Row = z.object({
  parcel_acres: z.number().nullable().describe('Acres, measured from the polygon on the ellipsoid'),
  parcel_count_here: z
    .int()
    .nullable()
    .describe('Parcels drawn over the point of this one, itself included: stacked condominiums'),
})

export const columns: SectionColumns = {
  row: Row,
  values: (data: ParcelData): z.infer<typeof Row> => ({
    parcel_acres: data.area_acres,
    parcel_count_here: data.parcel_count_here,
  }),
}
