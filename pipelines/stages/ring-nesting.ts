/** The rings of one shape: positions as x and y one after the other, each ring closed. */
export interface ClosedRings {
  xy: Float64Array
  /** Per ring, the index one past its last point. */
  ends: Uint32Array
}

/** Of a ring that is a shell; a hole has the number of its shell. */
export const SHELL = -1

/** A closed ring of fewer points is not one to GDAL either. */
const FEWEST_POINTS = 4
/** Areas that differ by a smaller share may be in another order in GDAL. */
const AREA_TIE = 1e-9

interface Ring {
  number: number
  start: number
  end: number
  area: number
  west: number
  south: number
  east: number
  north: number
}

/**
 * Which rings are shells, and in which shell each hole is: as GDAL's `organizePolygons` decides it
 * by default, whatever the rings' direction. A ring lies in the smallest larger one that holds its
 * first point, or, where that is on the border, the first of its points that is not. A ring in a
 * hole is a shell again. Null where only GDAL knows, because its own order of the rings or its
 * rounding decides.
 */
export function nestRings(rings: ClosedRings): Int32Array | null {
  const sorted = measuredRings(rings)
  if (sorted === null) return null
  sorted.sort((a, b) => b.area - a.area)
  const shells = new Int32Array(sorted.length).fill(SHELL)
  for (let i = 1; i < sorted.length; i++) {
    const inner = sorted[i]
    for (let j = i - 1; j >= 0; j--) {
      const outer = sorted[j]
      if (!hasBoxOf(outer, inner)) continue
      if (outer.area - inner.area <= outer.area * AREA_TIE) return null
      const isInside = isRingInside(rings.xy, inner, outer)
      if (isInside === null) return null
      if (!isInside) continue
      const larger = sorted[j - 1]
      if (larger && hasBoxOf(larger, inner) && larger.area - outer.area <= larger.area * AREA_TIE)
        return null
      if (shells[outer.number] === SHELL) shells[inner.number] = outer.number
      break
    }
  }
  return shells
}

/** Null where a ring is open, has too few points or positions that are not numbers. */
function measuredRings({ xy, ends }: ClosedRings): Ring[] | null {
  const rings: Ring[] = []
  let start = 0
  for (const [number, end] of ends.entries()) {
    if (end - start < FEWEST_POINTS) return null
    const last = end * 2 - 2
    if (xy[start * 2] !== xy[last] || xy[start * 2 + 1] !== xy[last + 1]) return null
    const ring = measuredRing(xy, number, start, end)
    if (!Number.isFinite(ring.area)) return null
    rings.push(ring)
    start = end
  }
  return rings
}

function measuredRing(xy: Float64Array, number: number, start: number, end: number): Ring {
  const ring = { number, start, end, area: 0, west: xy[start * 2], south: xy[start * 2 + 1] }
  let { west, south } = ring
  let [east, north] = [west, south]
  let doubled = 0
  for (let i = start * 2 + 2; i < end * 2; i += 2) {
    const x = xy[i]
    const y = xy[i + 1]
    // From the first point: the products of whole coordinates would lose digits.
    doubled +=
      (xy[i - 2] - ring.west) * (y - ring.south) - (x - ring.west) * (xy[i - 1] - ring.south)
    if (x < west) west = x
    if (x > east) east = x
    if (y < south) south = y
    if (y > north) north = y
  }
  return { number, start, end, area: Math.abs(doubled) / 2, west, south, east, north }
}

function hasBoxOf(outer: Ring, inner: Ring): boolean {
  return (
    outer.west <= inner.west &&
    outer.south <= inner.south &&
    outer.east >= inner.east &&
    outer.north >= inner.north
  )
}

/** Whether the inner ring lies in the outer one; null where all of its points are on the border. */
function isRingInside(xy: Float64Array, inner: Ring, outer: Ring): boolean | null {
  for (let i = inner.start; i < inner.end; i++)
    if (!isOnBorder(xy, outer, xy[i * 2], xy[i * 2 + 1]))
      return isPointInside(xy, outer, xy[i * 2], xy[i * 2 + 1])
  return null
}

/** As `OGRLinearRing::isPointOnRingBoundary`, in the same arithmetic. */
function isOnBorder(xy: Float64Array, ring: Ring, px: number, py: number): boolean {
  let x = xy[ring.start * 2] - px
  let y = xy[ring.start * 2 + 1] - py
  for (let i = ring.start * 2 + 2; i < ring.end * 2; i += 2) {
    const toX = xy[i] - px
    const toY = xy[i + 1] - py
    const isOnLine = toX * y - x * toY === 0 && (x !== toX || y !== toY)
    if (isOnLine && isBetween(x, toX) && isBetween(y, toY)) return true
    x = toX
    y = toY
  }
  return false
}

/** Whether zero is between two numbers. */
function isBetween(a: number, b: number): boolean {
  return Math.min(a, b) <= 0 && Math.max(a, b) >= 0
}

/** As `OGRLinearRing::isPointInRing`, in the same arithmetic. */
function isPointInside(xy: Float64Array, ring: Ring, px: number, py: number): boolean {
  let isInside = false
  let x = xy[ring.start * 2] - px
  let y = xy[ring.start * 2 + 1] - py
  for (let i = ring.start * 2 + 2; i < ring.end * 2; i += 2) {
    const toX = xy[i] - px
    const toY = xy[i + 1] - py
    if ((toY > 0 && y <= 0) || (y > 0 && toY <= 0)) {
      if ((toX * y - x * toY) / (y - toY) > 0) isInside = !isInside
    }
    x = toX
    y = toY
  }
  return isInside
}
