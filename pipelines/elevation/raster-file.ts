import { rm } from 'node:fs/promises'
import type { Dataset } from 'gdal-async'
import type { Progress } from '../../terminal/progress.ts'
import { gdal } from '../stages/gdal.ts'
import { NODATA } from './height-cells.ts'
import type { Affine } from './height-source.ts'
import { type Mosaic, type OverlapCounts, readRows } from './mosaic.ts'

/** Cells held at a time while rows are copied: 8 bytes each as read, 4 as written. */
const STRIP_CELLS = 4e6

/** Side of a block: what one read of a served raster decodes. */
const BLOCK = 256

/**
 * Options of the files: cloud optimized, so that a window is a few reads by position, in a coding
 * that geotiff.js reads. The floating-point predictor halves the size of terrain.
 */
const COG_OPTIONS = {
  COMPRESS: 'DEFLATE',
  PREDICTOR: 'FLOATING_POINT',
  // Level 9 takes six times as long for 2 to 4 % fewer bytes.
  LEVEL: '6',
  BLOCKSIZE: BLOCK,
  OVERVIEWS: 'IGNORE_EXISTING',
  OVERVIEW_RESAMPLING: 'AVERAGE',
  // One thread writes the same bytes as any other number; partitions run concurrently instead.
  NUM_THREADS: '1',
  BIGTIFF: 'IF_SAFER',
}

/** Options of files between two steps: the same blocks, not compressed. */
const SCRATCH_OPTIONS = {
  TILED: 'YES',
  BLOCKXSIZE: BLOCK,
  BLOCKYSIZE: BLOCK,
  BIGTIFF: 'IF_SAFER',
}

/** A raster about to be written. */
export interface HeightRaster {
  width: number
  height: number
  affine: Affine
  /** Heights of whole rows, metres, `NODATA` where there is none. */
  readRows(row: number, rows: number): Float32Array
  /** Writes it as a Cloud Optimized GeoTIFF. */
  write(file: string): Promise<void>
  /** Removes its temporary files. */
  close(): Promise<void>
}

/** True when the cells are already in longitude and latitude, north up, and need no resampling. */
export function isLonLat({ affine, tiles: [{ source }] }: Mosaic): boolean {
  const [, dx, rx, , dy, ry] = affine
  return source.frame.isGeographic() && rx === 0 && dy === 0 && dx > 0 && ry < 0
}

/** Rasters that are written of a mosaic. */
export interface MadeHeights {
  /** In longitude and latitude: to draw, to contour, and to read where there is no `source`. */
  lonLat: HeightRaster
  /** The original cells in their own frame, to read a height from; null when `lonLat` has them. */
  source: HeightRaster | null
}

/**
 * The mosaic in longitude and latitude: the original cells if they are so already, else cells
 * interpolated from the four nearest with a height, at about the same spacing. With `withSource`
 * the original cells are returned too: interpolating between warped cells would interpolate twice,
 * which on steep ground of 30 m cells is up to 6 m off.
 */
export async function toLonLat(
  mosaic: Mosaic,
  scratch: string,
  withSource: boolean,
  overlaps: OverlapCounts,
  progress: Progress,
): Promise<MadeHeights> {
  const [{ source }] = mosaic.tiles
  const flat = `${scratch}.mosaic.tif`
  const isAsItIs = isLonLat(mosaic)
  const frame = isAsItIs ? source.lonLatWkt : source.frame.toWKT()
  const copied = copyMosaic(mosaic, flat, frame, overlaps, progress)
  if (isAsItIs) return { lonLat: asRaster(copied, [flat]), source: null }
  const warped = `${scratch}.lonlat.tif`
  const step = progress.step('warp to longitude and latitude')
  const raster = await gdal.warpAsync(
    warped,
    null,
    [copied],
    [
      ...['-t_srs', source.lonLatWkt, '-r', 'bilinear', '-ot', 'Float32', '-novshift'],
      ...['-srcnodata', `${NODATA}`, '-dstnodata', `${NODATA}`],
      // From the four heights around each cell: GDAL would widen the kernel for cells a tenth
      // larger, and a plane would come out wrong by up to 2 % of its rise per cell.
      ...['-wo', 'XSCALE=1', '-wo', 'YSCALE=1'],
      // Every cell by the exact operation: an approximation would depend on the size of its pieces.
      ...['-et', '0'],
      ...Object.entries(SCRATCH_OPTIONS).flatMap(([name, value]) => ['-co', `${name}=${value}`]),
    ],
  )
  step.done()
  const own = asRaster(copied, [flat])
  if (!withSource) await own.close()
  return { lonLat: asRaster(raster, [warped]), source: withSource ? own : null }
}

function copyMosaic(
  mosaic: Mosaic,
  file: string,
  frame: string,
  overlaps: OverlapCounts,
  progress: Progress,
): Dataset {
  const { width, height, affine } = mosaic
  const step = progress.step('read heights', { total: height, unit: 'rows' })
  const copy = gdal.drivers
    .get('GTiff')
    .create(file, width, height, 1, gdal.GDT_Float32, SCRATCH_OPTIONS)
  copy.srs = gdal.SpatialReference.fromWKT(frame)
  copy.geoTransform = [...affine]
  const band = copy.bands.get(1)
  band.noDataValue = NODATA
  const strip = rowsOfStrip(width)
  for (let row = 0; row < height; row += strip) {
    const rows = Math.min(strip, height - row)
    band.pixels.write(0, row, width, rows, readRows(mosaic, row, rows, overlaps))
    step.advance(rows)
  }
  copy.flush()
  step.done()
  return copy
}

function asRaster(dataset: Dataset, files: readonly string[]): HeightRaster {
  const { x: width, y: height } = dataset.rasterSize
  const band = dataset.bands.get(1)
  return {
    width,
    height,
    affine: dataset.geoTransform as unknown as Affine,
    readRows(row, rows) {
      const heights = new Float32Array(width * rows)
      band.pixels.read(0, row, width, rows, heights)
      return heights
    },
    async write(file) {
      const written = await gdal.drivers.get('COG').createCopyAsync(file, dataset, COG_OPTIONS)
      written.close()
    },
    async close() {
      dataset.close()
      for (const file of files) await rm(file, { force: true })
    },
  }
}

/** Rows to copy at a time: whole blocks within the limit of cells in memory. */
export function rowsOfStrip(width: number): number {
  const rows = Math.floor(STRIP_CELLS / width)
  return rows >= BLOCK ? rows - (rows % BLOCK) : Math.max(1, rows)
}
