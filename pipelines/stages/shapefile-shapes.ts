import type { GridPoint } from '../../geometry/grid-point.ts'
import { GRID } from '../../geometry/polygons.ts'
import { LINES, OTHER, POLYGONS } from './flat-shapes.ts'
import { FlatShapesBuilder } from './flat-shapes-builder.ts'
import { nestRings, SHELL } from './ring-nesting.ts'

const POINT = 1
const LINE = 3
const POLYGON = 5
/** Types with Z are 10 more than those without, those with M 20 more. */
const PLAIN_TYPES = 10
const TYPES = new Set([1, 3, 5, 11, 13, 15, 21, 23, 25])

/** Type, box, number of parts and number of points. */
const HEAD_BYTES = 44
const PARTS_AT = 36
const POINTS_AT = 40
const POSITION_BYTES = 16
const COUNT_BYTES = 4
const LEAST_POINT_BYTES = COUNT_BYTES + POSITION_BYTES

/** Whether records of this type can be read; GDAL reads more. */
export function isReadableType(type: number): boolean {
  return TYPES.has(type)
}

/** Takes the shapes of a shapefile's records. Heights and measures are left out. */
export class ShapefileShapes extends FlatShapesBuilder {
  private readonly view: DataView
  private readonly type: number
  /** Ends of a record's parts, in points. */
  private ends = new Uint32Array(0)

  constructor(bytes: Buffer, features: number, type: number) {
    super(features)
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.type = type
    this.reserve(Math.ceil(bytes.length / POSITION_BYTES))
  }

  /** Adds the shape of a record's content. False where GDAL alone knows what it is. */
  addRecord(at: number, bytes: number): boolean {
    const { view, type } = this
    if (bytes < COUNT_BYTES || view.getInt32(at, true) !== type) return false
    if (type % PLAIN_TYPES === POINT) return this.addPoint(at, bytes)
    const xyAt = this.readParts(at, bytes)
    if (xyAt === null) return false
    if (type % PLAIN_TYPES === LINE) return this.addLines(xyAt)
    return type % PLAIN_TYPES === POLYGON && this.addPolygons(xyAt)
  }

  private addPoint(at: number, bytes: number): boolean {
    // A point with Z has its height at least; the measure is optional.
    const hasZ = this.type > PLAIN_TYPES && this.type < 2 * PLAIN_TYPES
    if (bytes < LEAST_POINT_BYTES + (hasZ ? 8 : 0)) return false
    const lng = this.view.getFloat64(at + COUNT_BYTES, true)
    const lat = this.view.getFloat64(at + COUNT_BYTES + 8, true)
    if (!Number.isFinite(lng) || !Number.isFinite(lat)) return false
    const point: GridPoint = [Math.round(lng * GRID), Math.round(lat * GRID)]
    this.endFeature(OTHER, point.every(Number.isSafeInteger) ? point : null)
    return true
  }

  /** Reads the ends of the parts into `ends`; returns the place of the first position. */
  private readParts(at: number, bytes: number): number | null {
    const { view } = this
    if (bytes < HEAD_BYTES) return null
    const parts = view.getInt32(at + PARTS_AT, true)
    const points = view.getInt32(at + POINTS_AT, true)
    if (parts < 1 || points < 1) return null
    const hasZ = this.type > PLAIN_TYPES && this.type < 2 * PLAIN_TYPES
    const zBytes = hasZ ? POSITION_BYTES + points * 8 : 0
    if (HEAD_BYTES + parts * COUNT_BYTES + points * POSITION_BYTES + zBytes > bytes) return null
    if (this.ends.length !== parts) this.ends = new Uint32Array(parts)
    for (let part = 0, before = 0; part < parts; part++) {
      if (view.getInt32(at + HEAD_BYTES + part * COUNT_BYTES, true) !== before) return null
      const next = at + HEAD_BYTES + (part + 1) * COUNT_BYTES
      const end = part + 1 < parts ? view.getInt32(next, true) : points
      if (end <= before || end > points) return null
      this.ends[part] = end
      before = end
    }
    return at + HEAD_BYTES + parts * COUNT_BYTES
  }

  private addLines(xyAt: number): boolean {
    for (let part = 0; part < this.ends.length; part++) {
      if (this.ends[part] - this.startOf(part) < 2) return false
      this.addPart(xyAt, part)
      this.endLine()
    }
    this.endFeature(LINES)
    return true
  }

  private addPolygons(xyAt: number): boolean {
    const { ends } = this
    if (ends.length === 1) {
      if (ends[0] < 4) return false
      this.addPart(xyAt, 0)
      this.endRing()
      this.endPolygon()
    } else {
      const shells = this.nested(xyAt)
      if (shells === null) return false
      this.addNested(xyAt, shells)
    }
    this.endFeature(POLYGONS)
    return true
  }

  private nested(xyAt: number): Int32Array | null {
    const { view, ends } = this
    const xy = new Float64Array(ends[ends.length - 1] * 2)
    for (let i = 0; i < xy.length; i++) xy[i] = view.getFloat64(xyAt + i * 8, true)
    return nestRings({ xy, ends })
  }

  /** Polygons in the order of their shells, holes in their own. */
  private addNested(xyAt: number, shells: Int32Array): void {
    const holes = new Map<number, number[]>()
    for (let ring = 0; ring < shells.length; ring++) {
      const shell = shells[ring]
      if (shell === SHELL) continue
      const known = holes.get(shell)
      if (known) known.push(ring)
      else holes.set(shell, [ring])
    }
    for (let shell = 0; shell < shells.length; shell++) {
      if (shells[shell] !== SHELL) continue
      for (const ring of [shell, ...(holes.get(shell) ?? [])]) {
        this.addPart(xyAt, ring)
        this.endRing()
      }
      this.endPolygon()
    }
  }

  private addPart(xyAt: number, part: number): void {
    const { view } = this
    const end = xyAt + this.ends[part] * POSITION_BYTES
    for (let at = xyAt + this.startOf(part) * POSITION_BYTES; at < end; at += POSITION_BYTES)
      this.point(view.getFloat64(at, true), view.getFloat64(at + 8, true))
  }

  private startOf(part: number): number {
    return part === 0 ? 0 : this.ends[part - 1]
  }
}
