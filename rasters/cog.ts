import { addDecoder, BaseDecoder, GeoTIFF, type GeoTIFFImage } from 'geotiff'
import { UnavailableFile } from '../catalog/unavailable-file.ts'
import type { BlockCache } from './byte-cache.ts'
import type { ByteSource } from './byte-source.ts'
import { floatBlock, inflateBlock } from './float-block.ts'
import type { Lattice, LatticeWindow } from './lattice.ts'
import { RasterFault } from './raster-fault.ts'

/**
 * Cells of one block: 2,048 square, or a strip. With larger blocks windows cannot be read cheaply.
 */
const BLOCK_CELLS_MAX = 4_194_304
/** A raster and its overviews; 3DEP's have 7. */
const LEVELS_MAX = 24
/** Blocks of one window that are read at a time. */
const BLOCKS_AT_ONCE = 4
/**
 * Values outside these bounds are not heights, whatever nodata value a file declares: the deepest
 * trench lies at -10,920 m and the highest peak at 8,849 m. Common sentinels lie beyond, except for
 * -9999, which files declare.
 */
const LEAST_M = -11_000
const MOST_M = 9_000
/** `GTModelType` of a raster in a projected frame, and of one in lon/lat. */
const PROJECTED = 1
const GEOGRAPHIC = 2

/** A block inflates to no more than this. */
const BLOCK_BYTES_MAX = BLOCK_CELLS_MAX * 8

class InflateDecoder extends BaseDecoder {
  override async decodeBlock(packed: ArrayBufferLike): Promise<ArrayBufferLike> {
    const { tileWidth, tileHeight } = this.parameters
    return await inflateBlock(packed, tileWidth * tileHeight * 4, BLOCK_BYTES_MAX)
  }
}
addDecoder([8, 32_946], async () => InflateDecoder)

interface Level {
  image: GeoTIFFImage
  lattice: Lattice
  blockWidth: number
  blockHeight: number
}

/**
 * One raster of heights in metres, read by windows; its overviews are coarser levels. Its cells lie
 * in lon/lat, or in a projected frame in the units of that frame.
 */
export class Cog {
  readonly name: string
  private readonly source: ByteSource
  private readonly images: readonly Level[]
  private readonly blocks: BlockCache
  private readonly reading = new Set<Promise<unknown>>()

  private constructor(
    name: string,
    source: ByteSource,
    images: readonly Level[],
    blocks: BlockCache,
  ) {
    this.name = name
    this.source = source
    this.images = images
    this.blocks = blocks
  }

  /**
   * Reads the header of the file. `name` identifies it in the cache and in errors.
   * Throws `RasterFault` for what is not a raster in lon/lat, or in a projected frame where
   * `isProjected`, square to its frame, with one band of numbers.
   */
  static async open(
    source: ByteSource,
    name: string,
    blocks: BlockCache,
    isProjected = false,
  ): Promise<Cog> {
    try {
      return new Cog(name, source, await levelsOf(source, name, isProjected), blocks)
    } catch (error) {
      await source.close()
      throw asFault(name, error)
    }
  }

  /** The lattices of its levels, the finest first. */
  get levels(): readonly Lattice[] {
    return this.images.map(({ lattice }) => lattice)
  }

  /** Heights of a window row by row, metres; NaN without a height. Throws `RasterFault`. */
  async read(level: number, window: LatticeWindow): Promise<Float32Array> {
    const reading = this.heightsOf(level, window)
    this.reading.add(reading)
    try {
      return await reading
    } finally {
      this.reading.delete(reading)
    }
  }

  private async heightsOf(level: number, window: LatticeWindow): Promise<Float32Array> {
    const { lattice, blockWidth, blockHeight } = this.images[level]
    const into = new Float32Array(window.columns * window.rows).fill(Number.NaN)
    const left = Math.max(0, window.column)
    const top = Math.max(0, window.row)
    const right = Math.min(lattice.columns, window.column + window.columns)
    const bottom = Math.min(lattice.rows, window.row + window.rows)
    const wanted: [x: number, y: number][] = []
    for (let y = Math.floor(top / blockHeight); y * blockHeight < bottom; y++)
      for (let x = Math.floor(left / blockWidth); x * blockWidth < right; x++) wanted.push([x, y])
    if (left >= right || top >= bottom) return into
    for (let i = 0; i < wanted.length; i += BLOCKS_AT_ONCE)
      await Promise.all(
        wanted.slice(i, i + BLOCKS_AT_ONCE).map(async ([x, y]) => {
          const block = await this.block(level, x, y)
          const [west, north] = [x * blockWidth, y * blockHeight]
          const width = Math.min(blockWidth, lattice.columns - west)
          const from = Math.max(left, west)
          const to = Math.min(right, west + width)
          for (let row = Math.max(top, north); row < Math.min(bottom, north + blockHeight); row++) {
            const start = (row - north) * width
            const values = block.subarray(start + from - west, start + to - west)
            into.set(values, (row - window.row) * window.columns + from - window.column)
          }
        }),
      )
    return into
  }

  /**
   * Closes the file once its reads in progress end. Its decoded blocks stay in the cache: a file of
   * a build never changes.
   */
  async close(): Promise<void> {
    await Promise.allSettled(this.reading)
    await this.source.close()
  }

  private async block(level: number, x: number, y: number): Promise<Float32Array> {
    return await this.blocks.get(`${this.name} ${level} ${x} ${y}`, async () => {
      try {
        return await blockOf(this.images[level], x, y)
      } catch (error) {
        throw asFault(this.name, error)
      }
    })
  }
}

async function blockOf(level: Level, x: number, y: number): Promise<Float32Array> {
  const heights = await cellsOf(level, x, y)
  const nodata = level.image.getGDALNoData()
  // A nodata value is written in decimal, and the cells hold the Float32 nearest to it.
  const hole = nodata === null ? Number.NaN : Math.fround(nodata)
  for (let i = 0; i < heights.length; i++) {
    const value = heights[i]
    if (value === hole || !(value >= LEAST_M && value <= MOST_M)) heights[i] = Number.NaN
  }
  return heights
}

/** The cells of a block as they are in the file, without those past the edges of the raster. */
async function cellsOf({ image, lattice, blockWidth, blockHeight }: Level, x: number, y: number) {
  const right = Math.min(lattice.columns, (x + 1) * blockWidth)
  const bottom = Math.min(lattice.rows, (y + 1) * blockHeight)
  const [columns, rows] = [right - x * blockWidth, bottom - y * blockHeight]
  const whole = await floatBlock(image, x, y, BLOCK_BYTES_MAX)
  if (!whole) {
    const window = [x * blockWidth, y * blockHeight, right, bottom]
    const [values] = await image.readRasters({ window, samples: [0], interleave: false })
    return new Float32Array(values as ArrayLike<number>)
  }
  if (columns === blockWidth) return whole.slice(0, columns * rows)
  const cells = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++)
    cells.set(whole.subarray(row * blockWidth, row * blockWidth + columns), row * columns)
  return cells
}

async function levelsOf(source: ByteSource, name: string, isProjected: boolean): Promise<Level[]> {
  const file = await GeoTIFF.fromSource(source)
  const count = await file.getImageCount()
  if (count > LEVELS_MAX) throw new RasterFault(name, `has ${count} images`)
  const full = await file.getImage(0)
  const lattice = await latticeOf(full, name, isProjected)
  const levels: Level[] = []
  for (let number = 0; number < count; number++) {
    const image = await file.getImage(number)
    // Bit 0: a reduced image. Bit 2: a mask, which adds nothing to the nodata value.
    const kind = Number(image.fileDirectory.getValue('NewSubfileType') ?? 0)
    if (number > 0 && (kind & 4 || !(kind & 1))) continue
    levels.push(levelOf(image, name, lattice))
  }
  return levels
}

function levelOf(image: GeoTIFFImage, name: string, full: Lattice): Level {
  const [columns, rows] = [image.getWidth(), image.getHeight()]
  const blockWidth = image.getTileWidth()
  const blockHeight = image.getTileHeight()
  if (image.getSamplesPerPixel() < 1 || !(blockWidth * blockHeight <= BLOCK_CELLS_MAX))
    throw new RasterFault(name, `has blocks of ${blockWidth} by ${blockHeight} cells`)
  const dx = (full.dx * full.columns) / columns
  const dy = (full.dy * full.rows) / rows
  const lattice = {
    west: full.west - full.dx / 2 + dx / 2,
    north: full.north + full.dy / 2 - dy / 2,
    dx,
    dy,
    columns,
    rows,
  }
  return { image, lattice, blockWidth, blockHeight }
}

async function latticeOf(
  image: GeoTIFFImage,
  name: string,
  isProjected: boolean,
): Promise<Lattice> {
  const keys = image.getGeoKeys()
  if (keys?.GTModelTypeGeoKey !== (isProjected ? PROJECTED : GEOGRAPHIC))
    throw new RasterFault(name, `is not in ${isProjected ? 'a projected frame' : 'lon/lat'}`)
  const [dx, negativeDy] = image.getResolution()
  const [first, ...others] = await image.getTiePoints()
  const isPlain = first && others.length === 0 && first.i === 0 && first.j === 0
  if (!isPlain || !(dx > 0) || !(negativeDy < 0))
    throw new RasterFault(name, 'is not square to north')
  const dy = -negativeDy
  // The tie point is the centre of a point pixel, and the corner of an area pixel.
  const half = image.pixelIsArea() ? 0.5 : 0
  return {
    west: first.x + half * dx,
    north: first.y - half * dy,
    dx,
    dy,
    columns: image.getWidth(),
    rows: image.getHeight(),
  }
}

function asFault(name: string, error: unknown): Error {
  // A failure of an upstream already has a reason for people.
  if (error instanceof RasterFault || error instanceof UnavailableFile) return error
  if ((error as Error).name === 'UpstreamFailure') return error as Error
  return new RasterFault(name, `cannot be read: ${(error as Error).message}`, { cause: error })
}
