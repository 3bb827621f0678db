import { gdal } from '../stages/gdal.ts'

/** A published raster as GDAL has it, asked at places: what ours must agree with. */
export class PublishedHeights {
  readonly columns: number
  readonly rows: number
  private readonly cells: Float64Array
  private readonly affine: number[]
  private readonly nodata: number | null
  private readonly toGrid: { transformPoint(x: number, y: number): { x: number; y: number } }

  constructor(file: string) {
    const dataset = gdal.open(file)
    const { x, y } = dataset.rasterSize
    const band = dataset.bands.get(1)
    this.columns = x
    this.rows = y
    this.cells = new Float64Array(x * y)
    band.pixels.read(0, 0, x, y, this.cells)
    this.affine = dataset.geoTransform!
    this.nodata = band.noDataValue
    const lonLat = dataset.srs!.cloneGeogCS()
    this.toGrid = new gdal.CoordinateTransformation(lonLat, dataset.srs!)
    dataset.close()
  }

  /** Between the four values around a place; null where one of them is none. */
  at(lng: number, lat: number): { height: number; spread: number } | null {
    const { x, y } = this.toGrid.transformPoint(lng, lat)
    const [x0, dx, , y0, , dy] = this.affine
    const [column, row] = [(x - x0) / dx - 0.5, (y - y0) / dy - 0.5]
    const [c, r] = [Math.floor(column), Math.floor(row)]
    const four = [0, 1].flatMap((down) => [0, 1].map((across) => this.cell(c + across, r + down)))
    if (four.includes(null)) return null
    const [a, b, d, e] = four as number[]
    const [s, t] = [column - c, row - r]
    const height = (a * (1 - s) + b * s) * (1 - t) + (d * (1 - s) + e * s) * t
    return { height, spread: Math.max(a, b, d, e) - Math.min(a, b, d, e) }
  }

  private cell(column: number, row: number): number | null {
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return null
    const value = this.cells[row * this.columns + column]
    return Number.isNaN(value) || value === this.nodata ? null : value
  }
}
