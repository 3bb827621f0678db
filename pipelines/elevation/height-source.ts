import { StepError } from '../../terminal/step-error.ts'
import { chooseOperation } from '../stages/coordinate-operation.ts'
import { gdal, type SpatialReference } from '../stages/gdal.ts'
import { type CellCounts, type CellRule, newCounts, toHeights } from './height-cells.ts'
import { chooseUnit, METRES_OF, readUnit } from './height-unit.ts'
import type { ElevationPartition } from './partition-file.ts'
import { checkVerticalDatum } from './vertical-datum.ts'

/** Exact zeros are sea level; many of them without other heights near zero look like a fill. */
const ZERO_FILL_SHARE = 0.01
const ZERO_FILL_GAP_M = 10

/**
 * GMF_PER_DATASET (gdal.org/en/stable/development/rfc/rfc15_nodatabitmask.html): the file has a
 * mask.
 */
const MASK_OF_FILE = 2

/**
 * Origin, step a column, step a row, for x and for y: the corner of the first cell is the origin.
 */
export type Affine = readonly [number, number, number, number, number, number]

/** An open raster file of a partition. */
export interface HeightSource {
  /** Name in messages. */
  name: string
  width: number
  height: number
  /** Geotransform of cells as areas, also where the file's values are points (AREA_OR_POINT). */
  affine: Affine
  /** The frame of x and y alone, without heights. */
  frame: SpatialReference
  /** WKT of the frame's own longitude and latitude. */
  lonLatWkt: string
  /** Description of the coordinate operation. */
  operation: string
  /** Description of the unit of the heights and of its evidence. */
  unit: string
  counts: CellCounts
  /** Metres of cells in reading order, `NODATA` where there is no height. */
  read(column: number, row: number, columns: number, rows: number): Float32Array
  /** Throws `StepError` for zeros that look like a fill. Call it after all rows were read. */
  checkZeros(): void
  close(): void
}

/** Opens a raster of heights. Throws `StepError` for a file that cannot be read as heights. */
export function openHeights(
  path: string,
  name: string,
  definition: ElevationPartition,
): HeightSource {
  const fail = (problem: string, remedy: string, cause?: unknown) =>
    new StepError('read the heights', name, problem, remedy, { cause })
  const dataset = open(path, fail)
  if (dataset.bands.count() !== 1)
    throw fail(`it has ${dataset.bands.count()} bands`, 'Name a raster of heights, of one band.')
  const band = dataset.bands.get(1)
  const affine = dataset.geoTransform as unknown as Affine | null
  if (!affine) throw fail('it does not state its position', 'Name a GeoTIFF with a geotransform.')
  const srs = definition.crs ? gdal.SpatialReference.fromUserInput(definition.crs) : dataset.srs
  const { targetWkt, description } = chooseOperation(srs, name)
  checkVerticalDatum(definition.vertical_datum.name, srs!, name)
  const frame = horizontalOf(srs!)
  const stated =
    readUnit(band.unitType) ??
    readUnit(srs!.getAttrValue('VERT_CS|UNIT')) ??
    readUnit((dataset.getMetadata() as Record<string, string>).units)
  const { unit, description: unitDescription } = chooseUnit(definition.unit, stated, name)
  const nodata = definition.nodata === undefined ? band.noDataValue : definition.nodata
  const mask = (Number(band.getMaskFlags()) & MASK_OF_FILE) !== 0 ? band.getMaskBand() : null
  const rule: CellRule = {
    nodata,
    scale: band.scale || 1,
    offset: band.offset || 0,
    metres: METRES_OF[unit],
  }
  const counts = newCounts()
  const { x: width, y: height } = dataset.rasterSize
  return {
    name,
    width,
    height,
    affine,
    frame,
    lonLatWkt: targetWkt ?? frame.toWKT(),
    operation: description,
    unit: unitDescription,
    counts,
    read(column, row, columns, rows) {
      const cells = columns * rows
      const raw = new Float64Array(cells)
      band.pixels.read(column, row, columns, rows, raw)
      const hidden = mask && new Uint8Array(cells)
      if (hidden) mask.pixels.read(column, row, columns, rows, hidden)
      return toHeights(raw, hidden, rule, counts, row * width + column)
    },
    checkZeros() {
      const statesNothing = definition.nodata === undefined && band.noDataValue === null && !mask
      const { zeros, nearestToZero } = counts
      if (!statesNothing || zeros < ZERO_FILL_SHARE * width * height) return
      if (nearestToZero < ZERO_FILL_GAP_M) return
      throw fail(
        `${zeros} cells are exactly 0 and no other height is within ${ZERO_FILL_GAP_M} m of it: that looks like a fill, and the file declares no nodata`,
        'Ask the publisher, and put "nodata": 0 into the partition file, or "nodata": null if they are heights.',
      )
    },
    close: () => dataset.close(),
  }
}

function open(path: string, fail: (problem: string, remedy: string, cause?: unknown) => StepError) {
  try {
    return gdal.open(path)
  } catch (cause) {
    const remedy = 'Name a GeoTIFF; compare the asset with its source, and take the lock again.'
    throw fail('GDAL cannot open it as a raster', remedy, cause)
  }
}

/** The horizontal frame: the first part of a compound one. */
function horizontalOf(srs: SpatialReference): SpatialReference {
  if (!srs.isCompound()) return srs
  const wkt = srs.toWKT()
  const from = wkt.indexOf(srs.isGeographic() ? 'GEOGCS[' : 'PROJCS[')
  let depth = 0
  for (let to = from; to < wkt.length; to++) {
    if (wkt[to] === '[') depth++
    if (wkt[to] === ']' && --depth === 0)
      return gdal.SpatialReference.fromWKT(wkt.slice(from, to + 1))
  }
  throw new Error(`no end of the first frame in ${wkt}`)
}
