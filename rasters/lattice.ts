/**
 * Pixel centres of a raster, in degrees for lon/lat or in units of its frame: column `c` of row `r`
 * lies at `west + c * dx`, `north - r * dy`. A pixel is the area around its centre.
 */
export interface Lattice {
  west: number
  north: number
  dx: number
  dy: number
  columns: number
  rows: number
}

/** Columns and rows of a lattice; those outside of it have no heights. */
export interface LatticeWindow {
  column: number
  row: number
  columns: number
  rows: number
}

/** Metres of a degree of latitude at 45 degrees: for comparing spacings, not for measuring. */
const DEGREE_M = 111_132

/** North-south spacing in metres, which on a lon/lat raster does not shrink towards the poles. */
export function spacingM({ dy }: Lattice): number {
  return dy * DEGREE_M
}

/**
 * Two lattices count as aligned if their nodes differ nowhere by more than this share of a pixel.
 */
const ALIGNED_SHARE = 0.01

/**
 * Position of the first node of `other` in `base`, in whole columns and rows; null if the nodes of
 * the two lattices do not coincide.
 */
export function offsetIn(base: Lattice, other: Lattice): { column: number; row: number } | null {
  const drift = Math.max(
    (Math.abs(base.dx - other.dx) / base.dx) * other.columns,
    (Math.abs(base.dy - other.dy) / base.dy) * other.rows,
  )
  if (drift > ALIGNED_SHARE) return null
  const column = (other.west - base.west) / base.dx
  const row = (base.north - other.north) / base.dy
  const [wholeColumn, wholeRow] = [Math.round(column), Math.round(row)]
  const off = Math.max(Math.abs(column - wholeColumn), Math.abs(row - wholeRow))
  return off > ALIGNED_SHARE ? null : { column: wholeColumn, row: wholeRow }
}

/** The nodes around a box in degrees, with those just outside of it. */
export function windowAbout(
  { west, north, dx, dy }: Lattice,
  [boxWest, boxSouth, boxEast, boxNorth]: readonly number[],
): LatticeWindow {
  const column = Math.floor((boxWest - west) / dx)
  const row = Math.floor((north - boxNorth) / dy)
  return {
    column,
    row,
    columns: Math.ceil((boxEast - west) / dx) - column + 1,
    rows: Math.ceil((north - boxSouth) / dy) - row + 1,
  }
}
