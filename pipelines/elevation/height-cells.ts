/** Value of cells without a height in every raster that Plat writes. No height is near it. */
export const NODATA = -9999

/** No ground lies below the Dead Sea's shore or above Everest; topobathy ends on the shelf. */
export const HEIGHT_MIN_M = -500
export const HEIGHT_MAX_M = 9000

/**
 * Values that mark cells without a height in files that do not declare them: -32768 (SRTM), -9999
 * (Esri ASCII grids), -999999 (3DEP), the least and greatest Float32, and so on.
 */
const SENTINELS = new Set([-999, -9999, -99999, -999999, -32768, -32767, 32767, -1e6, 65535])
/** Values from here on are not heights in any unit; Float32's ends are 3.4e38. */
const NO_HEIGHT_FROM = 1e20

/** How the values of one file become heights. */
export interface CellRule {
  /** The value that the file or its partition declares, as the band holds it; null: none. */
  nodata: number | null
  scale: number
  offset: number
  /** Metres of the unit. */
  metres: number
}

/** Counts of one file's cells. */
export interface CellCounts {
  heights: number
  /** Sentinels that the file does not declare. */
  undeclared: number
  outOfRange: number
  /** The first height out of range, metres, and the cell's index in reading order. */
  example: { height: number; index: number } | null
  zeros: number
  /** The height nearest to zero, exact zeros aside, metres. */
  nearestToZero: number
}

export function newCounts(): CellCounts {
  const counts = { heights: 0, undeclared: 0, outOfRange: 0, example: null }
  return { ...counts, zeros: 0, nearestToZero: Number.POSITIVE_INFINITY }
}

/**
 * Converts raw values to metres, `NODATA` where there is no height, and adds to the counts. `mask`
 * is 0 where the file's own mask hides a cell. `first` is the index of the first value in reading
 * order.
 */
export function toHeights(
  raw: Float64Array,
  mask: Uint8Array | null,
  { nodata, scale, offset, metres }: CellRule,
  counts: CellCounts,
  first = 0,
): Float32Array {
  const heights = new Float32Array(raw.length)
  // A nodata value of more digits than the band's type is rounded in the band.
  const rounded = nodata === null ? null : Math.fround(nodata)
  for (let i = 0; i < raw.length; i++) {
    const value = raw[i]
    heights[i] = NODATA
    if (Number.isNaN(value) || value === nodata || value === rounded || mask?.[i] === 0) continue
    if (SENTINELS.has(value) || Math.abs(value) >= NO_HEIGHT_FROM) {
      counts.undeclared++
      continue
    }
    const height = (value * scale + offset) * metres
    if (height < HEIGHT_MIN_M || height > HEIGHT_MAX_M) {
      counts.outOfRange++
      counts.example ??= { height, index: first + i }
      continue
    }
    heights[i] = height
    counts.heights++
    if (height === 0) counts.zeros++
    else if (Math.abs(height) < counts.nearestToZero) counts.nearestToZero = Math.abs(height)
  }
  return heights
}
