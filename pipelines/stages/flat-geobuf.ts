import { ByteBuffer } from 'flatbuffers'
import { fromByteBuffer } from 'flatgeobuf/lib/mjs/header-meta.js'

const MAGIC_BYTES = 8

/** Positions of fields in the vtables of FlatGeobuf's tables (feature.fbs of version 3). */
const FEATURE = { geometry: 4, properties: 6 }
const GEOMETRY = { ends: 4, xy: 6, type: 16, parts: 18 }

/**
 * Reads a FlatGeobuf without a spatial index in place, by byte positions: the package's own classes
 * make an object and a view for every geometry, part and list. Positions are 0 where there is none.
 */
export class FlatGeobuf {
  readonly columns: { name: string; type: number }[]
  /** The type of all geometries; 0 when each feature states its own. */
  readonly geometryType: number
  readonly bytes: Buffer
  readonly view: DataView
  private readonly firstFeature: number

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const buffer = new ByteBuffer(bytes)
    buffer.setPosition(MAGIC_BYTES)
    const header = fromByteBuffer(buffer)
    this.columns = (header.columns ?? []).map(({ name, type }) => ({ name, type }))
    this.geometryType = header.geometryType
    this.firstFeature = MAGIC_BYTES + 4 + this.view.getUint32(MAGIC_BYTES, true)
  }

  featureStarts(): number[] {
    const starts: number[] = []
    const end = this.view.byteLength
    for (let at = this.firstFeature; at < end; at += 4 + this.view.getUint32(at, true))
      starts.push(at)
    return starts
  }

  geometryOf(feature: number): number {
    return this.table(this.root(feature), FEATURE.geometry)
  }

  propertiesOf(feature: number): number {
    return this.list(this.root(feature), FEATURE.properties)
  }

  typeOf(geometry: number): number {
    const field = this.field(geometry, GEOMETRY.type)
    return field === 0 ? 0 : this.view.getUint8(geometry + field)
  }

  xyOf(geometry: number): number {
    return this.list(geometry, GEOMETRY.xy)
  }

  endsOf(geometry: number): number {
    return this.list(geometry, GEOMETRY.ends)
  }

  partsOf(geometry: number): number {
    return this.list(geometry, GEOMETRY.parts)
  }

  /** The table that a list of tables has at an index. */
  itemOf(list: number, index: number): number {
    const at = list + index * 4
    return at + this.view.getUint32(at, true)
  }

  /** Items in a list. */
  countOf(list: number): number {
    return list === 0 ? 0 : this.view.getUint32(list - 4, true)
  }

  private root(feature: number): number {
    return feature + 4 + this.view.getUint32(feature + 4, true)
  }

  private field(table: number, place: number): number {
    const vtable = table - this.view.getInt32(table, true)
    return place < this.view.getUint16(vtable, true) ? this.view.getUint16(vtable + place, true) : 0
  }

  private table(table: number, place: number): number {
    const field = this.field(table, place)
    return field === 0 ? 0 : table + field + this.view.getUint32(table + field, true)
  }

  private list(table: number, place: number): number {
    const list = this.table(table, place)
    return list === 0 ? 0 : list + 4
  }
}
