import { lowestPoint } from './canonical.ts'
import { PartsBuilder } from './parts-builder.ts'
import type { Polygons } from './polygons.ts'
import { signedRingArea } from './rings.ts'

/**
 * Builds `Polygons` on the grid from rings in degrees: repeated points are dropped, rings of fewer
 * than three points or without area vanish (`collapsedRings` counts them), windings are set.
 */
export class PolygonsBuilder extends PartsBuilder {
  collapsedRings = 0
  protected polygonEnds: number[] = []
  private lostShell = false

  override reset(): void {
    super.reset()
    this.collapsedRings = 0
    this.polygonEnds = []
    this.lostShell = false
  }

  endRing(): void {
    const { coords } = this
    const start = this.partStart
    while (
      this.length > start + 2 &&
      coords[start] === coords[this.length - 2] &&
      coords[start + 1] === coords[this.length - 1]
    )
      this.length -= 2
    const isShell = this.partEnds.length === (this.polygonEnds.at(-1) ?? 0)
    const area = this.length - start < 6 ? 0 : signedRingArea(coords, start, this.length)
    if (area === 0 || this.lostShell) {
      // A polygon without its shell loses its holes too.
      if (area === 0) this.collapsedRings++
      if (isShell) this.lostShell = true
      this.dropPart()
      return
    }
    if (area > 0 !== isShell) reversePoints(coords, start, this.length)
    startLowest(coords, start, this.length)
    this.finishPart()
  }

  endPolygon(): void {
    this.lostShell = false
    const rings = this.partEnds.length
    if (rings > (this.polygonEnds.at(-1) ?? 0)) this.polygonEnds.push(rings)
  }

  finish(): Polygons {
    return {
      coords: this.drawn(),
      ringEnds: new Uint32Array(this.partEnds),
      polygonEnds: new Uint32Array(this.polygonEnds),
    }
  }
}

/** Rotates a ring so that it starts at its lowest point by x, then y: `canonical` form. */
function startLowest(coords: Int32Array, start: number, end: number): void {
  const lowest = lowestPoint(coords, start, end)
  if (lowest === start) return
  const head = coords.slice(start, lowest)
  coords.copyWithin(start, lowest, end)
  coords.set(head, end - head.length)
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
