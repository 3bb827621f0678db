import { fromFile, type GeoTIFFImage } from 'geotiff'

/** Rows decoded at a time: those of one block. */
const ROWS = 256

/** Values that mean "no value" in other software and are not our nodata value. */
const SENTINELS = new Set([-32768, -32767, -99999, -999999])

/** Contents of a raster file, read by the reader that serves it. */
export interface RasterReading {
  width: number
  height: number
  cells_with_value: number
  min: number
  max: number
  /** Cells, of overviews too, that hold no number or another software's nodata. */
  strange: number
  /**
   * Cells of overviews outside of the range of the full raster, where no average of its cells lies.
   */
  astray: number
}

/** Decodes every block of a raster and of its overviews. Throws where one cannot be decoded. */
export async function readRaster(file: string): Promise<RasterReading> {
  const tiff = await fromFile(file)
  try {
    const whole = await tiff.getImage(0)
    const nodata = whole.getGDALNoData()
    const reading: RasterReading = {
      width: whole.getWidth(),
      height: whole.getHeight(),
      cells_with_value: 0,
      min: Number.POSITIVE_INFINITY,
      max: Number.NEGATIVE_INFINITY,
      strange: 0,
      astray: 0,
    }
    for await (const values of strips(whole))
      for (const value of values) {
        if (value === nodata) continue
        if (isStrange(value)) {
          reading.strange++
          continue
        }
        reading.cells_with_value++
        if (value < reading.min) reading.min = value
        if (value > reading.max) reading.max = value
      }
    const images = await tiff.getImageCount()
    for (let i = 1; i < images; i++)
      for await (const values of strips(await tiff.getImage(i)))
        for (const value of values) {
          if (value === nodata) continue
          if (isStrange(value)) reading.strange++
          else if (value < reading.min || value > reading.max) reading.astray++
        }
    return reading
  } finally {
    await tiff.close()
  }
}

/** Lists the problems of a reading that no raster of a build may have. */
export function faultsOf({ cells_with_value, strange, astray }: RasterReading): string[] {
  const faults: string[] = []
  if (cells_with_value === 0) faults.push('none of its cells has a value')
  if (strange > 0) faults.push(`${strange} cells hold no number, or another nodata than its own`)
  if (astray > 0) faults.push(`${astray} cells of its overviews are outside of its range`)
  return faults
}

function isStrange(value: number): boolean {
  return !Number.isFinite(value) || Math.abs(value) > 1e20 || SENTINELS.has(value)
}

async function* strips(image: GeoTIFFImage): AsyncGenerator<ArrayLike<number> & Iterable<number>> {
  const [width, height] = [image.getWidth(), image.getHeight()]
  for (let row = 0; row < height; row += ROWS) {
    const window = [0, row, width, Math.min(height, row + ROWS)]
    yield await image.readRasters({ window, samples: [0], interleave: true })
  }
}
