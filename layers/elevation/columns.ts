import { z } from 'zod'
import type { SectionColumns } from '../layer.ts'
import type { ElevationData } from './data.ts'

const Row = z.object({
  elevation_m: z
    .number()
    .nullable()
    .describe('Height at the point, metres; null where no raster of the build has one'),
  elevation_datum: z.string().nullable().describe('What the height counts from: NAVD88, EGM2008'),
  elevation_model: z
    .string()
    .nullable()
    .describe('What was measured: bare earth, or a surface with buildings and canopy on it'),
  elevation_resolution_m: z.number().nullable().describe('Spacing of the source, metres'),
})

export const columns: SectionColumns = {
  row: Row,
  values: (data: ElevationData): z.infer<typeof Row> => ({
    elevation_m: data.elevation_m,
    elevation_datum: data.datum,
    elevation_model: data.model,
    elevation_resolution_m: data.resolution_m,
  }),
}
