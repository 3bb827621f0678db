import { boundsOf, GRID, type Rings } from './polygons.ts'

/** Pieces of more points than this are cut again. */
export const MAX_PIECE_POINTS = 256
/** Parts on both sides of 180 degrees would have a box around the globe. */
const HALF_TURN = 180 * GRID
/** Limit for degenerate input: 2^24 cells are more than a feature of 100,000 points needs. */
const MAX_DEPTH = 48

/**
 * Cuts polygons into pieces of at most `maxPoints` points by halving their box. Pieces are sets of
 * rings with correct signed areas and ray parities; clipped rings may run along the cut line twice
 * (bridges without width), so pieces are for containment and area, not for display.
 */
export function subdivide(polygons: Rings, maxPoints = MAX_PIECE_POINTS): Rings[] {
  const pieces: Rings[] = []
  const stack: { rings: Rings; depth: number }[] = [{ rings: polygons, depth: 0 }]
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const { rings, depth } = entry
    const [west, south, east, north] = boundsOf(rings)
    const isSmall = rings.coords.length / 2 <= maxPoints && east - west <= HALF_TURN
    if (isSmall || depth >= MAX_DEPTH) {
      if (rings.ringEnds.length > 0) pieces.push(rings)
      continue
    }
    const axis = east - west >= north - south ? 0 : 1
    const at = axis === 0 ? Math.floor((west + east) / 2) : Math.floor((south + north) / 2)
    // Upper half first: the stack then yields pieces from the lower left on.
    stack.push({ rings: clipHalf(rings, axis, at, 1), depth: depth + 1 })
    stack.push({ rings: clipHalf(rings, axis, at, -1), depth: depth + 1 })
  }
  return pieces
}

/** The parts of the rings on one `side` (-1 below, 1 above) of the line `axis = at`. */
export function clipHalf(rings: Rings, axis: 0 | 1, at: number, side: -1 | 1): Rings {
  const coords: number[] = []
  const ringEnds: number[] = []
  let start = 0
  for (const ringEnd of rings.ringEnds) {
    const first = coords.length
    const end = ringEnd * 2
    let px = rings.coords[end - 2]
    let py = rings.coords[end - 1]
    let pIn = side * ((axis === 0 ? px : py) - at) >= 0
    for (let i = start; i < end; i += 2) {
      const x = rings.coords[i]
      const y = rings.coords[i + 1]
      const isIn = side * ((axis === 0 ? x : y) - at) >= 0
      if (isIn !== pIn) {
        if (axis === 0) push(coords, first, at, Math.round(py + ((at - px) / (x - px)) * (y - py)))
        else push(coords, first, Math.round(px + ((at - py) / (y - py)) * (x - px)), at)
      }
      if (isIn) push(coords, first, x, y)
      px = x
      py = y
      pIn = isIn
    }
    if (coords.length - first >= 6) ringEnds.push(coords.length / 2)
    else coords.length = first
    start = end
  }
  // The constructor, not `from`: that walks the array as an iterable.
  return { coords: new Int32Array(coords), ringEnds: new Uint32Array(ringEnds) }
}

/**
 * Adds a point, unless it repeats the last one; it replaces the last one if both continue a line.
 */
function push(coords: number[], first: number, x: number, y: number): void {
  const n = coords.length
  if (n >= first + 2 && coords[n - 2] === x && coords[n - 1] === y) return
  // Bridges run back and forth along the cut line: their inner points are not needed.
  const isOnX = n >= first + 4 && coords[n - 2] === x && coords[n - 4] === x
  const isOnY = n >= first + 4 && coords[n - 1] === y && coords[n - 3] === y
  if (isOnX || isOnY) {
    coords[n - 2] = x
    coords[n - 1] = y
  } else coords.push(x, y)
}
