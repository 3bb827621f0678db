import type { GridPoint } from '../../geometry/grid-point.ts'
import { GRID } from '../../geometry/polygons.ts'
import { WkbReader } from '../../geometry/wkb-reader.ts'
import { LINES, OTHER, POLYGONS } from './flat-shapes.ts'
import { FlatShapesBuilder } from './flat-shapes-builder.ts'

const POINT = 1
const LINE = 2
const POLYGON = 3
const MULTIPOINT = 4
const MULTILINE = 5
const MULTIPOLYGON = 6

/** Magic bytes, version, flags, and the number of the reference system. */
const HEAD_BYTES = 8
const MAGIC = 0x5047
const EMPTY_FLAG = 0x10
const EXTENDED_FLAG = 0x20
/** Bytes of the envelope by its code in the flags. */
const ENVELOPE_BYTES = [0, 32, 48, 48, 64]
/** A ring repeats its first point; GDAL alone knows what shorter ones are. */
const RING_POINTS_MIN = 4
/** A line of fewer points is GDAL's too. */
const LINE_POINTS_MIN = 2

/** Whether a column's value is a shape that states that it is empty. */
export function isEmptyShape(blob: Uint8Array): boolean {
  return blob.length >= HEAD_BYTES && (blob[3] & EMPTY_FLAG) !== 0
}

/** Takes shapes as a GeoPackage holds them: a head, then WKB. Heights and measures are left out. */
export class GeoPackageShapes extends FlatShapesBuilder {
  private readonly types: readonly number[] | null

  constructor(features: number, types: readonly number[] | null) {
    super(features)
    this.types = types
  }

  /** Adds a shape. False where GDAL alone knows what it is. */
  addShape(blob: Uint8Array): boolean {
    try {
      return this.addWkb(blob)
    } catch (error) {
      // The WKB ends before its points do.
      if (error instanceof RangeError) return false
      throw error
    }
  }

  private addWkb(blob: Uint8Array): boolean {
    const head = new DataView(blob.buffer, blob.byteOffset, blob.byteLength)
    const flags = head.getUint8(3)
    const envelope = ENVELOPE_BYTES[(flags >> 1) & 7]
    const isPlain = head.getUint16(0, true) === MAGIC && (flags & EXTENDED_FLAG) === 0
    if (!isPlain || envelope === undefined) return false
    const reader = new WkbReader(blob.subarray(HEAD_BYTES + envelope))
    const type = reader.header()
    if (this.types && !this.types.includes(type)) return false
    switch (type) {
      case POINT:
      case MULTIPOINT:
        return this.addPoints(reader, type)
      case LINE:
      case MULTILINE:
        return this.addEach(reader, type, () => this.addLine(reader)) && this.end(LINES)
      case POLYGON:
      case MULTIPOLYGON:
        return this.addEach(reader, type, () => this.addPolygon(reader)) && this.end(POLYGONS)
      default:
        return false
    }
  }

  private end(kind: number): true {
    this.endFeature(kind)
    return true
  }

  /** Adds a shape, or those of a multiple one, whose type is 3 more. */
  private addEach(reader: WkbReader, type: number, add: () => boolean): boolean {
    if (type < MULTIPOINT) return add()
    const parts = reader.count()
    if (parts === 0) return false
    for (let part = 0; part < parts; part++)
      if (reader.header() !== type - MULTIPOINT + POINT || !add()) return false
    return true
  }

  private addLine(reader: WkbReader): boolean {
    if (reader.points(this) < LINE_POINTS_MIN) return false
    this.endLine()
    return true
  }

  private addPolygon(reader: WkbReader): boolean {
    const rings = reader.count()
    if (rings === 0) return false
    for (let ring = 0; ring < rings; ring++) {
      if (reader.points(this) < RING_POINTS_MIN) return false
      this.endRing()
    }
    this.endPolygon()
    return true
  }

  /** A feature of one point is that point; one of several has no place. */
  private addPoints(reader: WkbReader, type: number): boolean {
    let point: GridPoint | null = null
    let points = 0
    const taker = {
      point(lng: number, lat: number) {
        point = [Math.round(lng * GRID), Math.round(lat * GRID)]
        points++
      },
    }
    const add = () => {
      reader.point(taker)
      return point!.every(Number.isFinite)
    }
    if (!this.addEach(reader, type, add)) return false
    const isPlace = points === 1 && point!.every(Number.isSafeInteger)
    this.endFeature(OTHER, isPlace ? point : null)
    return true
  }
}
