import type { GridPoint } from '../../geometry/grid-point.ts'
import { GRID } from '../../geometry/polygons.ts'
import type { FlatGeobuf } from './flat-geobuf.ts'
import { type FlatShapes, LINES, NOTHING, OTHER, POLYGONS } from './flat-shapes.ts'
import { FlatShapesBuilder } from './flat-shapes-builder.ts'

const POINT = 1
const LINESTRING = 2
const POLYGON = 3
const MULTIPOINT = 4
const MULTILINESTRING = 5
const MULTIPOLYGON = 6

/** Reads the shapes of the features that begin at the positions. */
export function readShapes(file: FlatGeobuf, starts: readonly number[]): FlatShapes {
  const builder = new FlatGeobufShapes(file, starts.length)
  for (const start of starts) {
    const geometry = file.geometryOf(start)
    if (geometry === 0) builder.endFeature(NOTHING)
    else if (isAreal(file, geometry)) {
      builder.addPolygons(geometry)
      builder.endFeature(POLYGONS)
    } else if (isLinear(file, geometry)) {
      builder.addLines(geometry)
      builder.endFeature(LINES)
    } else builder.endFeature(OTHER, pointOf(file, geometry, file.geometryType))
  }
  return builder.finishShapes()
}

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

/** Takes the polygons and lines of a FlatGeobuf's geometries. */
class FlatGeobufShapes extends FlatShapesBuilder {
  private readonly file: FlatGeobuf

  constructor(file: FlatGeobuf, features: number) {
    super(features)
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
    this.addParts(geometry, () => this.endLine())
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
}
