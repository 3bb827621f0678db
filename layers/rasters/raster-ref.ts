import type { Found } from '../location.ts'

/** One raster of heights of a build, as its row in `elevation_rasters` tells it. */
export interface RasterRef {
  key: string
  partition: string
  /** In the folder of the build. */
  file: string
  model: 'bare_earth' | 'surface'
  /** What heights count from: NAVD88, EGM2008. */
  vertical_datum: string
  resolution_m: number
}

/** The rasters of rows, the best first: the ground before what stands on it, then the finest. */
export function rasterRefs(rows: readonly Found[]): RasterRef[] {
  return rows
    .map(({ row }) => ({
      key: row.raster_key as string,
      partition: row.partition as string,
      file: row.file as string,
      model: row.model as RasterRef['model'],
      vertical_datum: row.vertical_datum as string,
      resolution_m: row.resolution_m as number,
    }))
    .sort(
      (a, b) =>
        Number(a.model === 'surface') - Number(b.model === 'surface') ||
        a.resolution_m - b.resolution_m ||
        (a.key < b.key ? -1 : 1),
    )
}
