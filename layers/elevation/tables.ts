import { z } from 'zod'
import type { Table } from '../../packs/table.ts'

/** Kinds of surface that a raster of heights measures. */
export const MODELS = ['bare_earth', 'surface'] as const

export const elevationRasters: Table = {
  name: 'elevation_rasters',
  grain:
    'One raster of heights of the build, where it reaches; of a projected source two, one warped to longitude and latitude and one of its own cells.',
  key: 'raster_key',
  geometry: 'polygons',
  raster: { file: 'file', min: 'min_m', max: 'max_m' },
  row: z.object({
    raster_key: z.string().describe('Partition, with :source for the cells of a projected source'),
    partition: z.string().describe('Partition of the build the row comes from'),
    file: z.string().describe('Cloud Optimized GeoTIFF in the folder of the build: Float32 metres'),
    frame: z
      .string()
      .nullable()
      .describe('PROJ string of the frame of its cells; null for longitude and latitude'),
    model: z
      .enum(MODELS)
      .describe('bare_earth: the ground; surface: with buildings and canopy on it'),
    vertical_datum: z
      .string()
      .describe(
        'What heights count from, never the ellipsoid: NAVD88, EGM2008; not stated where the source does not say',
      ),
    resolution_m: z
      .number()
      .describe('Spacing of the source, metres; ours is the same or the next in degrees'),
    min_m: z.number().describe('Least height, metres'),
    max_m: z.number().describe('Greatest height, metres'),
  }),
}

export const tables = [elevationRasters]
