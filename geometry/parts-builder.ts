import { GRID } from './polygons.ts'

/** Beyond any coordinate and inside 32 bits: it marks a point that is not on the earth. */
const OFF_EARTH = 2 ** 31 - 1

/**
 * Collects rings or lines of points in degrees and rounds them to the grid; a point that repeats
 * the one before is dropped. It can be used again after `reset`, as readers of a million features
 * do.
 */
export class PartsBuilder {
  protected coords = new Int32Array(256)
  /** Used length of `coords`. */
  protected length = 0
  /** Per part, the index one past its last point. */
  protected partEnds: number[] = []
  /** Start of the current part in `coords`. */
  protected partStart = 0

  reset(): void {
    this.length = 0
    this.partEnds = []
    this.partStart = 0
  }

  /** Makes room for so many more points at once. */
  reserve(points: number): void {
    if (this.length + points * 2 > this.coords.length) this.grow(this.length + points * 2)
  }

  /** Adds a point in degrees. */
  point(lng: number, lat: number): void {
    const x = Math.round(lng * GRID)
    const y = Math.round(lat * GRID)
    // False for NaN too.
    if (x >= -OFF_EARTH && x <= OFF_EARTH && y >= -OFF_EARTH && y <= OFF_EARTH) this.gridPoint(x, y)
    else this.gridPoint(OFF_EARTH, OFF_EARTH)
  }

  /** Adds a point in grid units. */
  gridPoint(x: number, y: number): void {
    const { length } = this
    if (length === this.coords.length) this.grow()
    const { coords } = this
    if (length > this.partStart && coords[length - 2] === x && coords[length - 1] === y) return
    coords[length] = x
    coords[length + 1] = y
    this.length = length + 2
  }

  /** Ends the part, or drops it if it has fewer than two points. Returns true if it was a line. */
  protected finishLine(): boolean {
    const isLine = this.length - this.partStart >= 4
    if (isLine) this.finishPart()
    else this.dropPart()
    return isLine
  }

  /** Ends the part. */
  protected finishPart(): void {
    this.partStart = this.length
    this.partEnds.push(this.length / 2)
  }

  /** Drops the points since the last part. */
  protected dropPart(): void {
    this.length = this.partStart
  }

  /** A copy of the collected points. */
  protected drawn(): Int32Array {
    return copyOf(this.coords.subarray(0, this.length))
  }

  private grow(least = 0): void {
    const larger = new Int32Array(Math.max(least, this.coords.length * 2))
    larger.set(this.coords)
    this.coords = larger
  }
}

const SLAB_LENGTH = 2 ** 17
let slab = new Int32Array(0)
let slabAt = 0

/**
 * A copy of the numbers. Small ones share slabs of half a megabyte: a million parcels with a buffer
 * each would be a million allocations outside of the heap.
 */
function copyOf(numbers: Int32Array): Int32Array {
  if (numbers.length > SLAB_LENGTH / 16) return numbers.slice()
  if (slabAt + numbers.length > slab.length) {
    slab = new Int32Array(SLAB_LENGTH)
    slabAt = 0
  }
  slab.set(numbers, slabAt)
  slabAt += numbers.length
  return slab.subarray(slabAt - numbers.length, slabAt)
}
