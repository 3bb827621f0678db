import type { FlatRing } from './ring-nesting.ts'
import { EXTENT } from './world-grid.ts'

/** What one zoom covers, measured at samples of the ground that the highest zoom's tiles have. */
export interface ZoomGround {
  zoom: number
  /** Ground covered, in percent of the ground that the highest zoom covers. */
  covered_pct: number
  /** Ground inside the layer that this zoom leaves empty, in percent. */
  gap_pct: number
  /** Ground that more features cover than at the highest zoom, in percent. */
  overlap_pct: number
  /** Distance of two samples in tile units of the zoom. A rim between two samples is not seen. */
  spacing: number
}

/** Bound of the samples of an archive, unless it has more than a quarter of it in tiles. */
const SAMPLES_MAX = 2 ** 22
/** Most and least samples along a side of a tile. */
const SIDE_MAX = 256
const SIDE_MIN = 2
/** Place of a sample in its cell. No vertex of any zoom lies on a row of samples. */
const PLACE = 0.371
/**
 * Ground so near to the rim of the layer counts neither as gap nor as overlap, in tile units of a
 * zoom: half a pixel, by which simplifying and rounding may move an outline.
 */
const RIM = 4

/**
 * Samples of the ground in the tiles of the highest zoom, and how many features of a zoom cover
 * each. The highest zoom is drawn first: the others are compared with it.
 */
export class GroundSamples {
  private readonly maxZoom: number
  private readonly side: number
  private readonly tileOf = new Map<number, number>()
  private readonly tiles: [x: number, y: number][]
  private readonly reference: Uint8Array
  private counts: Uint8Array
  private readonly crossings: number[][] = []

  /** `tiles` are the columns and rows of all tiles of the highest zoom. */
  constructor(maxZoom: number, tiles: [x: number, y: number][]) {
    this.maxZoom = maxZoom
    this.tiles = tiles
    const side = Math.floor(Math.sqrt(SAMPLES_MAX / Math.max(1, tiles.length)))
    this.side = Math.max(SIDE_MIN, Math.min(SIDE_MAX, side))
    tiles.forEach(([x, y], i) => void this.tileOf.set(this.key(x, y), i))
    this.reference = new Uint8Array(tiles.length * this.side ** 2)
    this.counts = this.reference
  }

  /** Adds the features of a tile, each a list of rings in tile units. */
  add(zoom: number, x: number, y: number, features: readonly FlatRing[][]): void {
    const scale = (this.side * 2 ** (this.maxZoom - zoom)) / EXTENT
    for (const rings of features) this.addFeature(rings, scale, x * EXTENT, y * EXTENT)
  }

  /** Ends a zoom and measures it. */
  measure(zoom: number): ZoomGround {
    const { counts, reference, side } = this
    const units = EXTENT / (side * 2 ** (this.maxZoom - zoom))
    const margin = Math.ceil(RIM / units)
    const whole = { covered: 0, reference: 0, gaps: 0, overlaps: 0 }
    for (let i = 0; i < counts.length; i++) {
      const [count, highest] = [counts[i], reference[i]]
      if (count > 0) whole.covered++
      if (highest > 0) whole.reference++
      if (count === 0 ? highest === 0 : count === 1 || count <= highest) continue
      // The ground of stacked units may widen as that of others does.
      const { least, most } = this.around(i, margin)
      if (least === 0) continue
      if (count === 0) whole.gaps++
      else if (count > most) whole.overlaps++
    }
    this.counts = new Uint8Array(reference.length)
    const percent = (part: number) => Math.round((1e6 * part) / Math.max(1, whole.reference)) / 1e4
    return {
      zoom,
      covered_pct: percent(whole.covered),
      gap_pct: percent(whole.gaps),
      overlap_pct: percent(whole.overlaps),
      spacing: units,
    }
  }

  private addFeature(rings: FlatRing[], scale: number, left: number, top: number): void {
    // Neighbours draw what is beyond the tile.
    const firstRow = Math.ceil(top * scale - PLACE)
    const lastRow = Math.ceil((top + EXTENT) * scale - PLACE) - 1
    let low = lastRow + 1
    let high = firstRow - 1
    for (const ring of rings) {
      let x0 = ring[ring.length - 2]
      let y0 = ring[ring.length - 1]
      for (let i = 0; i < ring.length; i += 2) {
        const [x1, y1] = [ring[i], ring[i + 1]]
        const from = Math.max(firstRow, Math.ceil((top + Math.min(y0, y1)) * scale - PLACE))
        const to = Math.min(lastRow, Math.ceil((top + Math.max(y0, y1)) * scale - PLACE) - 1)
        for (let row = from; row <= to; row++) {
          const across = ((row + PLACE) / scale - top - y0) / (y1 - y0)
          this.rowOf(row - firstRow).push(left + x0 + across * (x1 - x0))
        }
        if (from <= to) {
          low = Math.min(low, from)
          high = Math.max(high, to)
        }
        ;[x0, y0] = [x1, y1]
      }
    }
    for (let row = low; row <= high; row++) {
      const list = this.rowOf(row - firstRow).sort((a, b) => a - b)
      for (let i = 0; i + 1 < list.length; i += 2) {
        const from = Math.max(left, list[i])
        const to = Math.min(left + EXTENT, list[i + 1])
        this.fill(row, Math.ceil(from * scale - PLACE), Math.ceil(to * scale - PLACE))
      }
      list.length = 0
    }
  }

  private rowOf(row: number): number[] {
    while (this.crossings.length <= row) this.crossings.push([])
    return this.crossings[row]
  }

  /** Counts one feature more at the samples of a row from a column up to another. */
  private fill(row: number, from: number, end: number): void {
    const { side, counts } = this
    const y = Math.floor(row / side)
    for (let column = from; column < end; ) {
      const x = Math.floor(column / side)
      const next = Math.min(end, (x + 1) * side)
      const tile = this.tileOf.get(this.key(x, y))
      if (tile !== undefined) {
        const at = (tile * side + (row - y * side)) * side - x * side
        for (let i = at + column; i < at + next; i++) if (counts[i] < 255) counts[i]++
      }
      column = next
    }
  }

  /** Least and most features at the highest zoom within a margin, in eight directions. */
  private around(sample: number, margin: number): { least: number; most: number } {
    const { side, reference } = this
    const [x, y] = this.tiles[Math.floor(sample / side ** 2)]
    const column = x * side + (sample % side)
    const row = y * side + (Math.floor(sample / side) % side)
    const step = Math.max(1, Math.floor(margin / 8))
    let least = reference[sample]
    let most = least
    for (let far = step; far <= margin; far += step)
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++) {
          const count = this.highestAt(column + dx * far, row + dy * far)
          if (count === 0) return { least: 0, most }
          least = Math.min(least, count)
          most = Math.max(most, count)
        }
    return { least, most }
  }

  private highestAt(column: number, row: number): number {
    const { side } = this
    const [x, y] = [Math.floor(column / side), Math.floor(row / side)]
    const tile = this.tileOf.get(this.key(x, y))
    if (tile === undefined) return 0
    return this.reference[(tile * side + (row - y * side)) * side + (column - x * side)]
  }

  private key(x: number, y: number): number {
    return y * 2 ** this.maxZoom + x
  }
}
