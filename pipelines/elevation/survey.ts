import { NODATA } from './height-cells.ts'
import { type HeightRaster, rowsOfStrip } from './raster-file.ts'

/** Fields per side in which the ground that has heights is outlined. */
const OUTLINE_FIELDS = 64

/** Heights of a raster. */
export interface Survey {
  /** Cells with a height. */
  heights: number
  min_m: number
  max_m: number
  /** Boxes of ground within which there are heights, coarse: west, south, east, north, degrees. */
  fields: [number, number, number, number][]
}

/** Reads every height of a raster once. */
export function surveyRaster(raster: HeightRaster): Survey {
  const { width, height } = raster
  const [columns, rows] = [width, height].map((side) => Math.min(OUTLINE_FIELDS, side))
  const hasHeights = new Uint8Array(columns * rows)
  let heights = 0
  let min_m = Number.POSITIVE_INFINITY
  let max_m = Number.NEGATIVE_INFINITY
  const strip = rowsOfStrip(width)
  for (let from = 0; from < height; from += strip) {
    const cells = raster.readRows(from, Math.min(strip, height - from))
    for (let i = 0; i < cells.length; i++) {
      const value = cells[i]
      if (value === NODATA) continue
      heights++
      if (value < min_m) min_m = value
      if (value > max_m) max_m = value
      const row = Math.floor(((from + Math.floor(i / width)) * rows) / height)
      hasHeights[row * columns + Math.floor(((i % width) * columns) / width)] = 1
    }
  }
  return { heights, min_m, max_m, fields: fieldsOf(raster, hasHeights, columns, rows) }
}

/** The fields that have heights: adjacent ones merged into boxes, along rows, then down. */
function fieldsOf(
  { width, height, affine }: HeightRaster,
  hasHeights: Uint8Array,
  columns: number,
  rows: number,
): Survey['fields'] {
  const [west, dx, , north, , dy] = affine
  // The first cell of a field is the first whose number times the fields reaches it.
  const x = (column: number) => west + Math.ceil((column * width) / columns) * dx
  const y = (row: number) => north + Math.ceil((row * height) / rows) * dy
  const fields: Survey['fields'] = []
  let above = new Map<string, Survey['fields'][number]>()
  for (let row = 0; row < rows; row++) {
    const here: typeof above = new Map()
    for (let column = 0; column < columns; column++) {
      const from = column
      while (column < columns && hasHeights[row * columns + column] === 1) column++
      if (column === from) continue
      const field = above.get(`${from} ${column}`) ?? [x(from), 0, x(column), y(row)]
      if (!above.has(`${from} ${column}`)) fields.push(field)
      field[1] = y(row + 1)
      here.set(`${from} ${column}`, field)
    }
    above = here
  }
  return fields
}
