import { ANCHOR_X, ANCHOR_Y, type Fabric, MAX_X, MAX_Y, MIN_X, MIN_Y } from './fabric.ts'
import type { TileWindow } from './tile-batch.ts'
import { BUFFER, EXTENT } from './world-grid.ts'

/**
 * log2 of the tiles along the side of a slice of the overview. With 2 instead of 1, five million
 * lots took 95 s and 1.9 GB instead of 83 s and 1.4 GB; with 0 a slice would see no further beyond
 * its side than its tiles are drawn.
 */
const OVERVIEW_LOG2 = 1

/** Words of a record for each axis: the anchor, and both ends of the box. */
const SIDES = [
  [ANCHOR_X, MIN_X, MAX_X],
  [ANCHOR_Y, MIN_Y, MAX_Y],
]

/** Slices of an archive: the tiles of one zoom, on the world grid of the highest. */
export interface SliceGrid {
  zoom: number
  /** log2 of the side of a slice in world units. */
  shift: number
}

export function sliceGrid(zoom: number, maxZoom: number): SliceGrid {
  return { zoom, shift: Math.log2(EXTENT) + maxZoom - zoom }
}

/** The slices in which a zoom below that of the regions is drawn: two by two of its tiles. */
export function overviewGrid(zoom: number, maxZoom: number): SliceGrid {
  return sliceGrid(Math.max(0, zoom - OVERVIEW_LOG2), maxZoom)
}

/** Visits all slices that a record or its drawing buffer touches, row by row. */
export function eachSlice(
  { words }: Pick<Fabric, 'words'>,
  start: number,
  { zoom, shift }: SliceGrid,
  visit: (x: number, y: number) => void,
): void {
  const buffer = bufferOf(shift)
  const last = 2 ** zoom - 1
  const minX = Math.max(0, (words[start + MIN_X] - buffer) >> shift)
  const maxX = Math.min(last, (words[start + MAX_X] + buffer) >> shift)
  const maxY = Math.min(last, (words[start + MAX_Y] + buffer) >> shift)
  for (let y = Math.max(0, (words[start + MIN_Y] - buffer) >> shift); y <= maxY; y++)
    for (let x = minX; x <= maxX; x++) visit(x, y)
}

/** The features of a slice: those whose anchor lies in it. Each has one slice. */
export function homeOf(
  fabric: Fabric,
  { shift }: SliceGrid,
  { x, y }: { x: number; y: number },
): Fabric {
  const { words } = fabric
  const isHome = (start: number) =>
    words[start + ANCHOR_X] >> shift === x && words[start + ANCHOR_Y] >> shift === y
  return { ...fabric, starts: fabric.starts.filter(isHome) }
}

/**
 * True for a record that does not reach out of its own slice and what that sees around it, less one
 * unit.
 */
export function isWithinSlice(
  { words }: Pick<Fabric, 'words'>,
  start: number,
  { shift }: SliceGrid,
): boolean {
  const beyond = bufferOf(shift) - 1
  for (const [anchor, low, high] of SIDES) {
    const from = (words[start + anchor] >> shift) * 2 ** shift
    if (words[start + low] < from - beyond) return false
    if (words[start + high] > from + 2 ** shift + beyond) return false
  }
  return true
}

/** Units around a slice of which it has the records too. */
function bufferOf(shift: number): number {
  return BUFFER * 2 ** (shift - Math.log2(EXTENT))
}

/** The tiles of a slice, so many zooms above its own. */
export function windowOf({ x, y }: { x: number; y: number }, zooms: number): TileWindow {
  const span = 2 ** zooms
  return { minX: x * span, minY: y * span, maxX: (x + 1) * span - 1, maxY: (y + 1) * span - 1 }
}
