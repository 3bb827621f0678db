/** One raster of heights of a build: a row of `elevation_rasters`. */
export interface RasterRef {
  key: string
  partition: string
  /** Path in the folder of the build. */
  file: string
  /** PROJ string of the frame of its cells; null for longitude and latitude. */
  frame: string | null
  model: 'bare_earth' | 'surface'
  /** Datum of the heights: NAVD88, EGM2008. */
  vertical_datum: string
  resolution_m: number
}

/** The rasters of rows, the best first: bare earth before surface, then the finest. */
export function rasterRefs(rows: readonly { row: Record<string, unknown> }[]): RasterRef[] {
  return rows
    .map(({ row }) => ({
      key: row.raster_key as string,
      partition: row.partition as string,
      file: row.file as string,
      frame: (row.frame ?? null) as string | null,
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

/**
 * Rasters for the height of a point: of each partition the source's own cells, if the build has
 * them.
 */
export function forPoints(refs: readonly RasterRef[]): RasterRef[] {
  const own = new Set(refs.flatMap(({ frame, partition }) => (frame === null ? [] : partition)))
  return refs.filter(({ frame, partition }) => frame !== null || !own.has(partition))
}

/** Rasters for maps and contours: those in longitude and latitude. */
export function inLonLat(refs: readonly RasterRef[]): RasterRef[] {
  return refs.filter(({ frame }) => frame === null)
}
