import type { GridPoint } from '../../geometry/grid-point.ts'
import type { Lines } from '../../geometry/lines.ts'
import { GRID, type Polygons } from '../../geometry/polygons.ts'
import { PolygonsBuilder } from '../../geometry/polygons-builder.ts'
import type { FlatGeobuf } from './flat-geobuf.ts'

const POINT = 1
const LINESTRING = 2
const POLYGON = 3
const MULTIPOINT = 4
const MULTILINESTRING = 5
const MULTIPOLYGON = 6

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

/** Reads the shapes of the features that begin at the positions. */
export function readShapes(file: FlatGeobuf, starts: readonly number[]): FlatShapes {
  const count = starts.length
  const builder = new SliceBuilder(file)
  const shapes = {
    kinds: new Uint8Array(count),
    points: new Float64Array(count * 2).fill(NaN),
    collapsedRings: new Uint32Array(count),
    coordsEnds: new Uint32Array(count),
    ringEndsEnds: new Uint32Array(count),
    polygonEndsEnds: new Uint32Array(count),
  }
  for (let i = 0; i < count; i++) {
    const geometry = file.geometryOf(starts[i])
    if (geometry === 0) shapes.kinds[i] = NOTHING
    else if (isAreal(file, geometry)) builder.addPolygons(geometry)
    else if (isLinear(file, geometry)) {
      shapes.kinds[i] = LINES
      builder.addLines(geometry)
    } else {
      shapes.kinds[i] = OTHER
      shapes.points.set(pointOf(file, geometry, file.geometryType) ?? NO_POINT, i * 2)
    }
    const { points, rings, polygons, collapsed } = builder.endFeature()
    shapes.coordsEnds[i] = points * 2
    shapes.ringEndsEnds[i] = rings
    shapes.polygonEndsEnds[i] = polygons
    shapes.collapsedRings[i] = collapsed
  }
  const all = builder.finish()
  // In memory of its own, which a thread can give away.
  const coords = all.coords.slice()
  return { ...shapes, ...all, coords, ...featureEnds(all, shapes) }
}

const NO_POINT: GridPoint = [NaN, NaN]

/** Whether a geometry is polygons and nothing else. */
function isAreal(file: FlatGeobuf, geometry: number): boolean {
  const parts = file.partsOf(geometry)
  const count = file.countOf(parts)
  const type = file.typeOf(geometry)
  if (type !== MULTIPOLYGON && count === 0) return type === POLYGON
  for (let i = 0; i < count; i++) if (!isAreal(file, file.itemOf(parts, i))) return false
  return true
}

/** Whether a geometry is lines and nothing else. GDAL translates all lines to multilines. */
function isLinear(file: FlatGeobuf, geometry: number): boolean {
  // Where the header names the type, the features do not.
  const type = file.typeOf(geometry) || file.geometryType
  return type === LINESTRING || type === MULTILINESTRING
}

/** GDAL translates points to multipoints: one of a single point is that point. */
function pointOf(file: FlatGeobuf, geometry: number, layerType: number): GridPoint | null {
  // Where the header names the type, the features do not.
  const type = file.typeOf(geometry) || layerType
  const parts = file.partsOf(geometry)
  if (type === MULTIPOINT && file.countOf(parts) === 1)
    return pointOf(file, file.itemOf(parts, 0), POINT)
  const xy = file.xyOf(geometry)
  if ((type !== POINT && type !== MULTIPOINT) || file.countOf(xy) !== 2) return null
  const x = Math.round(file.view.getFloat64(xy, true) * GRID)
  const y = Math.round(file.view.getFloat64(xy + 8, true) * GRID)
  return Number.isSafeInteger(x) && Number.isSafeInteger(y) ? [x, y] : null
}

/** Ends of rings and polygons as each feature counts them. */
function featureEnds(
  { ringEnds, polygonEnds }: Polygons,
  {
    coordsEnds,
    ringEndsEnds,
    polygonEndsEnds,
  }: Pick<FlatShapes, 'coordsEnds' | 'ringEndsEnds' | 'polygonEndsEnds'>,
) {
  for (let i = coordsEnds.length - 1; i > 0; i--) {
    for (let ring = ringEndsEnds[i - 1]; ring < ringEndsEnds[i]; ring++)
      ringEnds[ring] -= coordsEnds[i - 1] / 2
    for (let polygon = polygonEndsEnds[i - 1]; polygon < polygonEndsEnds[i]; polygon++)
      polygonEnds[polygon] -= ringEndsEnds[i - 1]
  }
  return { ringEnds, polygonEnds }
}

/** Takes the polygons and lines of many features one after the other. */
class SliceBuilder extends PolygonsBuilder {
  private readonly file: FlatGeobuf
  private collapsedBefore = 0
  private collapsedLines = 0

  constructor(file: FlatGeobuf) {
    super()
    this.file = file
  }

  addPolygons(geometry: number): void {
    const { file } = this
    const parts = file.partsOf(geometry)
    const count = file.countOf(parts)
    for (let i = 0; i < count; i++) this.addPolygons(file.itemOf(parts, i))
    if (count > 0 || file.typeOf(geometry) === MULTIPOLYGON) return
    if (file.xyOf(geometry) === 0) return
    this.addParts(geometry, () => this.endRing())
    this.endPolygon()
  }

  addLines(geometry: number): void {
    this.addParts(geometry, () => {
      if (!this.finishLine()) this.collapsedLines++
    })
  }

  private addParts(geometry: number, endPart: () => void): void {
    const { file } = this
    const { view } = file
    const xy = file.xyOf(geometry)
    const ends = file.endsOf(geometry)
    const parts = ends === 0 ? 1 : file.countOf(ends)
    let at = xy
    for (let part = 0; part < parts; part++) {
      const end = ends === 0 ? file.countOf(xy) / 2 : view.getUint32(ends + part * 4, true)
      for (; at < xy + end * 16; at += 16)
        this.point(view.getFloat64(at, true), view.getFloat64(at + 8, true))
      endPart()
    }
  }

  /** Records the ends after a feature, and how many of its rings or lines vanished. */
  endFeature() {
    const vanished = this.collapsedRings + this.collapsedLines
    const collapsed = vanished - this.collapsedBefore
    this.collapsedBefore = vanished
    const points = this.length / 2
    const rings = this.partEnds.length
    const polygons = this.polygonEnds.length
    return { points, rings, polygons, collapsed }
  }
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
