import { GRID, type Polygons } from './polygons.ts'
import { signedRingArea } from './rings.ts'

const POLYGON = 3
const MULTIPOLYGON = 6

/** Little-endian OGC WKB in lon/lat degrees. One polygon is a POLYGON, several a MULTIPOLYGON. */
export function polygonsToWkb(polygons: Polygons): Uint8Array {
  const { coords, ringEnds, polygonEnds } = polygons
  const points = coords.length / 2 + ringEnds.length // each ring repeats its first point
  const multi = polygonEnds.length !== 1
  const bytes = (multi ? 9 : 0) + polygonEnds.length * 9 + ringEnds.length * 4 + points * 16
  const out = new Uint8Array(bytes)
  const view = new DataView(out.buffer)
  let at = 0
  const head = (type: number, count: number) => {
    view.setUint8(at, 1)
    view.setUint32(at + 1, type, true)
    view.setUint32(at + 5, count, true)
    at += 9
  }
  const point = (index: number) => {
    view.setFloat64(at, coords[index * 2] / GRID, true)
    view.setFloat64(at + 8, coords[index * 2 + 1] / GRID, true)
    at += 16
  }
  if (multi) head(MULTIPOLYGON, polygonEnds.length)
  let ring = 0
  let start = 0
  for (const polygonEnd of polygonEnds) {
    head(POLYGON, polygonEnd - ring)
    for (; ring < polygonEnd; ring++) {
      const end = ringEnds[ring]
      view.setUint32(at, end - start + 1, true)
      at += 4
      for (let i = start; i < end; i++) point(i)
      point(start)
      start = end
    }
  }
  return out
}

/**
 * Reads POLYGON and MULTIPOLYGON WKB of either byte order, with or without Z, M or an EWKB SRID,
 * and snaps it to the grid. Rings lose their repeated last point and get the winding of
 * `Polygons`. Anything else throws: callers decide whether that is a dirty row.
 */
export function wkbToPolygons(wkb: Uint8Array): Polygons {
  const view = new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength)
  let at = 0
  const builder = new PolygonsBuilder()
  const header = () => {
    const little = view.getUint8(at) === 1
    let type = view.getUint32(at + 1, little)
    at += 5
    let dimensions = 2
    if (type & 0x80000000) dimensions++
    if (type & 0x40000000) dimensions++
    if (type & 0x20000000) at += 4 // EWKB SRID: the column declares the CRS
    type &= 0x0fffffff
    if (type >= 3000) dimensions += 2
    else if (type >= 1000) dimensions++
    return { little, type: type % 1000, dimensions }
  }
  const readPolygon = (little: boolean, dimensions: number) => {
    const rings = view.getUint32(at, little)
    at += 4
    for (let r = 0; r < rings; r++) {
      const count = view.getUint32(at, little)
      at += 4
      for (let i = 0; i < count; i++) {
        builder.point(view.getFloat64(at, little), view.getFloat64(at + 8, little))
        at += dimensions * 8
      }
      builder.endRing()
    }
    builder.endPolygon()
  }
  const top = header()
  if (top.type === POLYGON) readPolygon(top.little, top.dimensions)
  else if (top.type === MULTIPOLYGON) {
    const count = view.getUint32(at, top.little)
    at += 4
    for (let i = 0; i < count; i++) {
      const part = header()
      if (part.type !== POLYGON) throw new Error(`WKB type ${part.type} inside a MULTIPOLYGON`)
      readPolygon(part.little, part.dimensions)
    }
  } else throw new Error(`WKB type ${top.type} is not areal`)
  return builder.finish()
}

/**
 * Collects rings in degrees and gives `Polygons` on the grid: repeated points fall together, rings
 * of fewer than three points or of no area vanish (`collapsedRings` counts them), windings are set.
 */
export class PolygonsBuilder {
  collapsedRings = 0
  private coords: number[] = []
  private ringEnds: number[] = []
  private polygonEnds: number[] = []
  private ringStart = 0
  private lostShell = false

  /** Adds a point in degrees. */
  point(lng: number, lat: number): void {
    this.gridPoint(Math.round(lng * GRID), Math.round(lat * GRID))
  }

  /** Adds a point in grid units. */
  gridPoint(x: number, y: number): void {
    const { coords } = this
    const length = coords.length
    if (length > this.ringStart && coords[length - 2] === x && coords[length - 1] === y) return
    coords.push(x, y)
  }

  endRing(): void {
    const { coords } = this
    const start = this.ringStart
    while (
      coords.length > start + 2 &&
      coords[start] === coords[coords.length - 2] &&
      coords[start + 1] === coords[coords.length - 1]
    )
      coords.length -= 2
    const isShell = this.ringEnds.length === (this.polygonEnds.at(-1) ?? 0)
    const area = coords.length - start < 6 ? 0 : signedRingArea(coords, start, coords.length)
    if (area === 0 || this.lostShell) {
      // Without its shell a polygon has no holes either.
      if (area === 0) this.collapsedRings++
      if (isShell) this.lostShell = true
      coords.length = start
      return
    }
    if (area > 0 !== isShell) reversePoints(coords, start)
    this.ringStart = coords.length
    this.ringEnds.push(coords.length / 2)
  }

  endPolygon(): void {
    this.lostShell = false
    const rings = this.ringEnds.length
    if (rings > (this.polygonEnds.at(-1) ?? 0)) this.polygonEnds.push(rings)
  }

  finish(): Polygons {
    return {
      coords: new Int32Array(this.coords),
      ringEnds: new Uint32Array(this.ringEnds),
      polygonEnds: new Uint32Array(this.polygonEnds),
    }
  }
}

function reversePoints(coords: number[], start: number): void {
  for (let i = start, j = coords.length - 2; i < j; i += 2, j -= 2) {
    const x = coords[i]
    const y = coords[i + 1]
    coords[i] = coords[j]
    coords[i + 1] = coords[j + 1]
    coords[j] = x
    coords[j + 1] = y
  }
}
