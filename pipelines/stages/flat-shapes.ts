import type { Lines } from '../../geometry/lines.ts'
import type { Polygons } from '../../geometry/polygons.ts'

/** Kinds of shapes. */
export const POLYGONS = 0
export const NOTHING = 1
export const OTHER = 2
export const LINES = 3

/**
 * Shapes of features on the 1e-7 degree grid: one entry per feature in each list except the three
 * that hold all parts.
 */
export interface FlatShapes {
  /** `POLYGONS`, `NOTHING`, `LINES` or `OTHER`. */
  kinds: Uint8Array
  /** x and y of a feature that is one point, else NaN. */
  points: Float64Array
  /**
   * As in `Polygons`, but of all features, each counting from its own first point and ring. Lines
   * are rings of no polygon.
   */
  coords: Int32Array
  ringEnds: Uint32Array
  polygonEnds: Uint32Array
  /** End of each feature's part in each of these lists. */
  coordsEnds: Uint32Array
  ringEndsEnds: Uint32Array
  polygonEndsEnds: Uint32Array
  /** Rings, or lines, that vanished on the grid. */
  collapsedRings: Uint32Array
}

const ONE_RING = Uint32Array.of(1)

/** Iterates over the polygons of each feature. Each is valid until the next one is taken. */
export class PolygonsCursor {
  private readonly shapes: FlatShapes
  /** Ring ends of features with one ring: they are many, and views of their own would cost most. */
  private readonly onlyRing = new Uint32Array(1)

  constructor(shapes: FlatShapes) {
    this.shapes = shapes
  }

  at(i: number): Polygons {
    const { ringEndsEnds } = this.shapes
    const ring = i === 0 ? 0 : ringEndsEnds[i - 1]
    if (ringEndsEnds[i] - ring !== 1) return polygonsAt(this.shapes, i)
    this.onlyRing[0] = this.shapes.ringEnds[ring]
    const { coords, coordsEnds } = this.shapes
    return { coords: part(coords, coordsEnds, i), ringEnds: this.onlyRing, polygonEnds: ONE_RING }
  }
}

/** The polygons of one feature, as views. */
export function polygonsAt(shapes: FlatShapes, i: number): Polygons {
  return {
    coords: part(shapes.coords, shapes.coordsEnds, i),
    ringEnds: part(shapes.ringEnds, shapes.ringEndsEnds, i),
    polygonEnds: part(shapes.polygonEnds, shapes.polygonEndsEnds, i),
  }
}

/** The lines of one feature, as views. */
export function linesAt(shapes: FlatShapes, i: number): Lines {
  const lineEnds = part(shapes.ringEnds, shapes.ringEndsEnds, i)
  return { coords: part(shapes.coords, shapes.coordsEnds, i), lineEnds }
}

/** The part of a list that belongs to one feature. */
export function part<List extends { subarray(from: number, to: number): List }>(
  list: List,
  ends: Uint32Array,
  i: number,
): List {
  return list.subarray(i === 0 ? 0 : ends[i - 1], ends[i])
}
