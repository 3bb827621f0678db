import { GRID, type Polygons } from './polygons.ts'
import { signedRingArea } from './rings.ts'

/** Beyond any degree and inside 32 bits: what is not a place stays recognisable as none. */
const OFF_EARTH = 2 ** 31 - 1

/**
 * Collects rings in degrees and gives `Polygons` on the grid: repeated points fall together, rings
 * of fewer than three points or of no area vanish (`collapsedRings` counts them), windings are set.
 * It can be used again after `reset`, which a reader of a million features does.
 */
export class PolygonsBuilder {
  collapsedRings = 0
  private coords = new Int32Array(256)
  protected length = 0
  protected ringEnds: number[] = []
  protected polygonEnds: number[] = []
  private ringStart = 0
  private lostShell = false

  reset(): void {
    this.collapsedRings = 0
    this.length = 0
    this.ringEnds = []
    this.polygonEnds = []
    this.ringStart = 0
    this.lostShell = false
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
    if (length > this.ringStart && coords[length - 2] === x && coords[length - 1] === y) return
    coords[length] = x
    coords[length + 1] = y
    this.length = length + 2
  }

  endRing(): void {
    const { coords } = this
    const start = this.ringStart
    while (
      this.length > start + 2 &&
      coords[start] === coords[this.length - 2] &&
      coords[start + 1] === coords[this.length - 1]
    )
      this.length -= 2
    const isShell = this.ringEnds.length === (this.polygonEnds.at(-1) ?? 0)
    const area = this.length - start < 6 ? 0 : signedRingArea(coords, start, this.length)
    if (area === 0 || this.lostShell) {
      // Without its shell a polygon has no holes either.
      if (area === 0) this.collapsedRings++
      if (isShell) this.lostShell = true
      this.length = start
      return
    }
    if (area > 0 !== isShell) reversePoints(coords, start, this.length)
    startLowest(coords, start, this.length)
    this.ringStart = this.length
    this.ringEnds.push(this.length / 2)
  }

  endPolygon(): void {
    this.lostShell = false
    const rings = this.ringEnds.length
    if (rings > (this.polygonEnds.at(-1) ?? 0)) this.polygonEnds.push(rings)
  }

  finish(): Polygons {
    return {
      coords: kept(this.coords.subarray(0, this.length)),
      ringEnds: new Uint32Array(this.ringEnds),
      polygonEnds: new Uint32Array(this.polygonEnds),
    }
  }

  private grow(): void {
    const larger = new Int32Array(this.coords.length * 2)
    larger.set(this.coords)
    this.coords = larger
  }
}

/** Turns a ring so that it starts at its lowest point by x, then y: `canonical` form. */
function startLowest(coords: Int32Array, start: number, end: number): void {
  let lowest = start
  for (let i = start + 2; i < end; i += 2)
    if (
      coords[i] < coords[lowest] ||
      (coords[i] === coords[lowest] && coords[i + 1] < coords[lowest + 1])
    )
      lowest = i
  if (lowest === start) return
  const head = coords.slice(start, lowest)
  coords.copyWithin(start, lowest, end)
  coords.set(head, end - head.length)
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

function reversePoints(coords: Int32Array, start: number, end: number): void {
  for (let i = start, j = end - 2; i < j; i += 2, j -= 2) {
    const x = coords[i]
    const y = coords[i + 1]
    coords[i] = coords[j]
    coords[i + 1] = coords[j + 1]
    coords[j] = x
    coords[j + 1] = y
  }
}
