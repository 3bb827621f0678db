import type { Box, Polygons } from '../../geometry/polygons.ts'
import { draw } from '../fixtures/drawn-number.ts'
import { alongHilbert } from './county.ts'
import { onePolygon } from './county-shapes.ts'

/**
 * Blobs on a square lattice over a box, seeded. `salt` separates the draws of one layer from
 * another's.
 */
export interface BlobLattice {
  seed: number
  box: Box
  /** Fewest and most points; sizes are spread evenly over the logarithm. */
  points: readonly [few: number, many: number]
  salt: number
}

/** One blob of a lattice: its number in Hilbert order, its cell, and the cells on a side. */
export interface Blob {
  number: number
  i: number
  j: number
  side: number
  shape: Polygons
}

/** Draws `count` blobs on the smallest lattice that has room for them, along its Hilbert curve. */
export function* blobsOn(lattice: BlobLattice, count: number): Generator<Blob> {
  const side = Math.ceil(Math.sqrt(count))
  let number = 0
  for (const [i, j] of alongHilbert(side)) {
    if (number >= count) return
    yield { number: number++, i, j, side, shape: blobAt(lattice, side, i, j) }
  }
}

/** A simple polygon around the middle of a lattice cell; most do not reach their neighbours. */
function blobAt(lattice: BlobLattice, side: number, i: number, j: number): Polygons {
  const { seed, box, points, salt } = lattice
  const [west, south, east, north] = box
  const [width, height] = [(east - west) / side, (north - south) / side]
  const [few, many] = points
  const count = Math.floor(few * (many / few) ** draw(seed, i, j, salt))
  const radius = 0.25 + 0.2 * draw(seed, i, j, salt + 1)
  const phase = draw(seed, i, j, salt + 2) * 6
  const coords: number[] = []
  for (let k = 0; k < count; k++) {
    const angle = (k / count) * 2 * Math.PI
    const reach =
      radius *
      (0.78 +
        0.16 * Math.sin(3 * angle + phase) +
        0.05 * Math.sin(7 * angle + phase) +
        0.02 * draw(seed, i * 4096 + j, k, salt + 3))
    coords.push(
      Math.round(west + (i + 0.5 + reach * Math.cos(angle)) * width),
      Math.round(south + (j + 0.5 + reach * Math.sin(angle)) * height),
    )
  }
  return onePolygon(coords)
}

/** Giants: winding bands, every second one northward. */
export interface BandSeries {
  seed: number
  box: Box
  /** Number of giants. */
  count: number
  points: readonly [few: number, many: number]
  /** Half of a band's width, grid units, in the mean. */
  halfWidth: number
  salt: number
}

/** A band along 30 to 80 % of the box: the lower bank one way, the upper bank back. */
export function bandAt(series: BandSeries, number: number): Polygons {
  const { seed, count, salt } = series
  const [west, south, east, north] = series.box
  const isNorthward = number % 2 === 1
  const [from, to, low, high] = isNorthward
    ? [south, north, west, east]
    : [west, east, south, north]
  // Sizes are spread evenly over the range, so that every size class has its share.
  const size = count === 1 ? 1 : ((number * 7) % count) / (count - 1)
  const points = series.points[0] + size * (series.points[1] - series.points[0])
  const bank = Math.floor(points / 2)
  const length = (to - from) * (0.3 + 0.5 * draw(seed, number, 0, salt))
  const start = from + (to - from - length) * draw(seed, number, 0, salt + 1)
  const middle = low + (high - low) * (0.1 + 0.8 * draw(seed, number, 0, salt + 2))
  const swing = (high - low) * 0.04
  const halfWidth = series.halfWidth * (0.6 + draw(seed, number, 0, salt + 3))
  const phase = draw(seed, number, 0, salt + 4) * 6
  const at = (k: number, side: -1 | 1): [number, number] => {
    const t = k / (bank - 1)
    const centre = middle + swing * (Math.sin(t * 9 + phase) + 0.3 * Math.sin(t * 41 + phase * 2))
    const width = halfWidth * (1 + 0.3 * Math.sin(t * 173 + side) + 0.2 * Math.sin(t * 1117 + side))
    const rough = halfWidth * 0.02 * draw(seed, number, k, salt + 5 + side)
    const across = Math.round(centre + side * (width + rough))
    const along = Math.round(start + t * length)
    return isNorthward ? [across, along] : [along, across]
  }
  const coords: number[] = []
  for (let k = 0; k < bank; k++) coords.push(...at(k, -1))
  for (let k = bank - 1; k >= 0; k--) coords.push(...at(k, 1))
  return onePolygon(coords)
}
