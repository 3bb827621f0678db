import { BUFFER, EXTENT } from './world-grid.ts'

/** A tile on the world grid. */
export interface RingTile {
  /** Bits by which the tile's units are coarser than the grid. */
  shift: number
  x: number
  y: number
  /** Units along its side. */
  side: number
}

/**
 * One ring on its way into one tile: rounded to the tile's units, clipped to the tile and its
 * buffer, and cleaned of the repeated points, points on a straight line and spikes that rounding
 * made. Buffers are reused from ring to ring and grow to the longest one.
 */
export class TileRing {
  /** x, y, x, y, ... in tile units; `size` numbers are in use. */
  points = new Int32Array(1 << 10)
  size = 0
  private other = new Int32Array(1 << 10)

  /** Loads the words `begin` to `end`. Returns whether anything is left to draw. */
  load(words: Int32Array, begin: number, end: number, { shift, x, y, side }: RingTile): boolean {
    const [originX, originY] = [x * side, y * side]
    const low = (-BUFFER * side) / EXTENT
    const high = side - low
    if (this.points.length < 2 * (end - begin)) this.grow(4 * (end - begin))
    const { points } = this
    const half = shift === 0 ? 0 : 2 ** (shift - 1)
    let n = 0
    let sides = 0
    for (let i = begin; i < end; i += 2) {
      const px = ((words[i] + half) >> shift) - originX
      const py = ((words[i + 1] + half) >> shift) - originY
      if (n > 0 && points[n - 2] === px && points[n - 1] === py) continue
      if (px < low) sides |= 1
      else if (px > high) sides |= 2
      if (py < low) sides |= 4
      else if (py > high) sides |= 8
      points[n++] = px
      points[n++] = py
    }
    this.size = n
    if (sides & 1) this.clip(0, low, 1)
    if (sides & 2) this.clip(0, high, -1)
    if (sides & 4) this.clip(1, low, 1)
    if (sides & 8) this.clip(1, high, -1)
    this.clean()
    return this.size >= 6
  }

  /** Signed area in square units, positive for a shell. */
  area(): number {
    const { points, size } = this
    let sum = 0
    for (let i = 0, j = size - 2; i < size; j = i, i += 2) {
      sum += points[j] * points[i + 1] - points[i] * points[j + 1]
    }
    return sum / 2
  }

  reverse(): void {
    const { points } = this
    for (let i = 0, j = this.size - 2; i < j; i += 2, j -= 2) {
      const x = points[i]
      const y = points[i + 1]
      points[i] = points[j]
      points[i + 1] = points[j + 1]
      points[j] = x
      points[j + 1] = y
    }
  }

  /** Clips against one side (Sutherland-Hodgman) to the part on the `sign` side of `bound`. */
  private clip(axis: 0 | 1, bound: number, sign: 1 | -1): void {
    const { points, size } = this
    if (size === 0) return
    if (this.other.length < 2 * size) this.other = new Int32Array(4 * size)
    const out = this.other
    const across = 1 - axis
    let n = 0
    let b = size - 2
    let isBefore = sign * (points[b + axis] - bound) >= 0
    for (let i = 0; i < size; b = i, i += 2) {
      const isHere = sign * (points[i + axis] - bound) >= 0
      if (isHere !== isBefore) {
        const t = (bound - points[b + axis]) / (points[i + axis] - points[b + axis])
        const along = points[b + across] + t * (points[i + across] - points[b + across])
        out[n + axis] = bound
        out[n + across] = Math.round(along)
        n += 2
      }
      if (isHere) {
        out[n] = points[i]
        out[n + 1] = points[i + 1]
        n += 2
      }
      isBefore = isHere
    }
    this.other = points
    this.points = out
    this.size = n
  }

  private clean(): void {
    const { points } = this
    let n = 0
    for (let i = 0; i < this.size; i += 2) {
      const x = points[i]
      const y = points[i + 1]
      while (n >= 4 && isStraight(points, n - 4, n - 2, x, y)) n -= 2
      if (n === 2 && points[0] === x && points[1] === y) continue
      points[n] = x
      points[n + 1] = y
      n += 2
    }
    // The end of the ring meets its beginning.
    let from = 0
    while (n - from >= 6) {
      if (isStraight(points, n - 4, n - 2, points[from], points[from + 1])) n -= 2
      else if (isStraight(points, n - 2, from, points[from + 2], points[from + 3])) from += 2
      else break
    }
    if (n - from < 6) n = from
    if (from > 0) points.copyWithin(0, from, n)
    this.size = n - from
  }

  private grow(size: number): void {
    this.points = new Int32Array(size)
    this.other = new Int32Array(size)
  }
}

/** Whether b lies on the line from a to (x, y), before, between or past them. */
function isStraight(points: Int32Array, a: number, b: number, x: number, y: number): boolean {
  const dx = points[b] - points[a]
  const dy = points[b + 1] - points[a + 1]
  return dx * (y - points[b + 1]) === dy * (x - points[b])
}
