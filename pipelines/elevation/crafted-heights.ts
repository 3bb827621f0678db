import { gdal } from '../stages/gdal.ts'

/** A GeoTIFF to write with GDAL, as publishers write theirs. */
export interface CraftedHeights {
  columns: number
  rows: number
  /** Corner of the first cell and its size; rows go south. */
  west: number
  north: number
  step: number
  /** In the file's own unit. */
  value(column: number, row: number): number
  /** As GDAL takes it from a person: `EPSG:4269`, `EPSG:4326+3855`, WKT. null: none. */
  frame?: string | null
  nodata?: number | null
  /** Unit of the band, as the file says it. */
  unit?: string
  /** Values of points, not of areas; the corner is still that of the first cell. */
  isPoint?: boolean
  type?: 'Float32' | 'Float64' | 'Int16'
  scale?: number
  offset?: number
  /** Six numbers instead of the corner and the size: a grid that is turned. */
  affine?: [number, number, number, number, number, number]
  /** Cells that the file's own mask hides. */
  hidden?(column: number, row: number): boolean
}

export function craftHeights(file: string, crafted: CraftedHeights): string {
  const { columns, rows, west, north, step, frame = 'EPSG:4269', type = 'Float32' } = crafted
  const types = { Float32: gdal.GDT_Float32, Float64: gdal.GDT_Float64, Int16: gdal.GDT_Int16 }
  const dataset = gdal.drivers.get('GTiff').create(file, columns, rows, 1, types[type])
  if (crafted.isPoint) dataset.setMetadata({ AREA_OR_POINT: 'Point' })
  if (frame) dataset.srs = gdal.SpatialReference.fromUserInput(frame)
  dataset.geoTransform = crafted.affine ?? [west, step, 0, north, 0, -step]
  const band = dataset.bands.get(1)
  if (crafted.nodata !== undefined) band.noDataValue = crafted.nodata
  if (crafted.unit) band.unitType = crafted.unit
  if (crafted.scale) band.scale = crafted.scale
  if (crafted.offset) band.offset = crafted.offset
  const cells = Array.from({ length: columns * rows }, (_, i) => i)
  const ofCell = <T>(ask: (column: number, row: number) => T) =>
    cells.map((i) => ask(i % columns, Math.floor(i / columns)))
  band.pixels.write(0, 0, columns, rows, Float64Array.from(ofCell(crafted.value)))
  const { hidden } = crafted
  if (hidden) {
    band.createMaskBand(2)
    const mask = Uint8Array.from(ofCell(hidden), (each) => (each ? 0 : 255))
    band.getMaskBand()!.pixels.write(0, 0, columns, rows, mask)
  }
  dataset.close()
  return file
}
