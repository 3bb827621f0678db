import { GRID } from './polygons.ts'

/** Beyond any degree and inside 32 bits: what is not a place stays recognisable as none. */
const OFF_EARTH = 2 ** 31 - 1

/**
 * Collects parts, rings or lines, of points in degrees and puts them on the grid: points that
 * repeat the one before fall together. It can be used again after `reset`, which a reader of a
 * million features does.
 */
export class PartsBuilder {
  protected coords = new Int32Array(256)
  /** Numbers in `coords` that are taken. */
  protected length = 0
  /** Per part, the index one past its last point. */
  protected partEnds: number[] = []
  /** Where the part that is being drawn begins in `coords`. */
  protected partStart = 0

  reset(): void {
    this.length = 0
    this.partEnds = []
    this.partStart = 0
  }

  /** Adds a point in degrees. */
  point(lng: number, lat: number): void {
    const x = Math.round(lng * GRID)
    const y = Math.round(lat * GRID)
    // Written so that NaN fails it too.
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

  /** Keeps the part if it is a line, of two points or more. Answers whether it was. */
  protected finishLine(): boolean {
    const isLine = this.length - this.partStart >= 4
    if (isLine) this.finishPart()
    else this.dropPart()
    return isLine
  }

  /** Keeps the part as it is drawn. */
  protected finishPart(): void {
    this.partStart = this.length
    this.partEnds.push(this.length / 2)
  }

  /** Forgets the points since the last part. */
  protected dropPart(): void {
    this.length = this.partStart
  }

  /** A copy of what was drawn. */
  protected drawn(): Int32Array {
    return kept(this.coords.subarray(0, this.length))
  }

  private grow(): void {
    const larger = new Int32Array(this.coords.length * 2)
    larger.set(this.coords)
    this.coords = larger
  }
}

const SLAB_LENGTH = 2 ** 17
let slab = new Int32Array(0)
let slabAt = 0

/**
 * A copy of the numbers. Small ones are laid side by side in slabs of half a megabyte: a buffer of
 * its own for each of a million parcels is a million allocations outside of the heap.
 */
function kept(numbers: Int32Array): Int32Array {
  if (numbers.length > SLAB_LENGTH / 16) return numbers.slice()
  if (slabAt + numbers.length > slab.length) {
    slab = new Int32Array(SLAB_LENGTH)
    slabAt = 0
  }
  slab.set(numbers, slabAt)
  slabAt += numbers.length
  return slab.subarray(slabAt - numbers.length, slabAt)
}
