import type { Polygons } from '../../geometry/polygons.ts'
import { polygonsToWkb } from '../../geometry/wkb.ts'

/**
 * Polygons whose WKB was written in another thread. A changed copy, `{ ...polygons }`, does not
 * have that WKB.
 */
export class SlicePolygons implements Polygons {
  readonly coords: Int32Array
  readonly ringEnds: Uint32Array
  readonly polygonEnds: Uint32Array
  readonly #wkb: Uint8Array

  constructor({ coords, ringEnds, polygonEnds }: Polygons, wkb: Uint8Array) {
    this.coords = coords
    this.ringEnds = ringEnds
    this.polygonEnds = polygonEnds
    this.#wkb = wkb
  }

  /** As `polygonsToWkb` writes it. */
  static wkbOf(polygons: Polygons): Uint8Array {
    return polygons instanceof SlicePolygons ? polygons.#wkb : polygonsToWkb(polygons)
  }
}
