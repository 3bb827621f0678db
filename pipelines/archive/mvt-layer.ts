import { type ByteSink, varintSize } from './byte-sink.ts'
import type { ValueTable } from './value-table.ts'

/** Geometry types of MVT. */
export const POINT = 1
export const POLYGON = 3
/** The command that begins a geometry: one MoveTo. */
export const MOVE_TO_ONE = (1 << 3) | 1

/** Writes a feature of a layer; an id of 0 is none. */
export function writeFeature(
  sink: ByteSink,
  id: number,
  type: number,
  tags: ByteSink,
  geometry: ByteSink,
): void {
  let length = 2 + 1 + varintSize(geometry.at) + geometry.at
  if (id > 0) length += 1 + varintSize(id)
  if (tags.at > 0) length += 1 + varintSize(tags.at) + tags.at
  sink.reserve(length + 12)
  sink.varint(0x12)
  sink.varint(length)
  if (id > 0) {
    sink.varint(0x08)
    sink.varint(id)
  }
  if (tags.at > 0) {
    sink.varint(0x12)
    sink.varint(tags.at)
    sink.copy(tags.bytes, 0, tags.at)
  }
  sink.varint(0x18)
  sink.varint(type)
  sink.varint(0x22)
  sink.varint(geometry.at)
  sink.copy(geometry.bytes, 0, geometry.at)
}

/** A layer whose features are written. */
export interface WrittenLayer {
  name: Uint8Array
  features: ByteSink
  keys: readonly Uint8Array[]
  values: ValueTable
  /** The bytes that the values lie in. */
  bytes: Uint8Array
  /** Units along the side of its tile. */
  side: number
}

/** Writes a layer of a tile, MVT 2.1, over what the sink holds. */
export function writeLayer(
  out: ByteSink,
  { name, features, keys, values, bytes, side }: WrittenLayer,
): Uint8Array {
  let length = 2 + 1 + varintSize(side) + 1 + varintSize(name.length) + name.length + features.at
  for (const { length: size } of keys) length += 1 + varintSize(size) + size
  for (const size of values.lengths) length += 1 + varintSize(size) + size
  out.at = 0
  out.reserve(length + 16)
  out.varint(0x1a)
  out.varint(length)
  out.varint(0x78) // version
  out.varint(2)
  writeBytes(out, 0x0a, name, 0, name.length)
  out.copy(features.bytes, 0, features.at)
  for (const key of keys) writeBytes(out, 0x1a, key, 0, key.length)
  const { at, lengths } = values
  for (let v = 0; v < at.length; v++) writeBytes(out, 0x22, bytes, at[v], at[v] + lengths[v])
  out.varint(0x28) // extent
  out.varint(side)
  return out.bytes.subarray(0, out.at)
}

function writeBytes(out: ByteSink, tag: number, source: Uint8Array, from: number, to: number) {
  out.varint(tag)
  out.varint(to - from)
  out.copy(source, from, to)
}
