import { bytesAt } from './bytes-at.ts'
import { DbfRows } from './dbf-rows.ts'
import { type PropertyVisitor, REAL_TYPE, TEXT_TYPE } from './flat-properties.ts'
import { type MeasuredSlice, measureShapes } from './measured-slice.ts'
import { DELETED, INDEX_ENTRY_BYTES, SHP_HEAD_BYTES, type Shapefile } from './shapefile.ts'
import { ShapefileShapes } from './shapefile-shapes.ts'
import { sliceProperties } from './slice-properties.ts'

/** Records of a shapefile from one to before another, with the columns that are read. */
export interface ShapefileRange {
  shapefile: Shapefile
  from: number
  to: number
  wantsTexts: boolean
}

/** Number and length of a record. */
const RECORD_HEAD_BYTES = 8
const NULL_SHAPE = 0
/** Most bytes of shapes in a slice: those of a file in disorder may lie far apart. */
const SHAPE_BYTES_MAX = 2 ** 29

/** Records that are read, in order: place in the range, place and bytes of the content. */
interface Records {
  numbers: Uint32Array
  starts: Uint32Array
  lengths: Uint32Array
  count: number
}

/**
 * Reads a range of a shapefile as GDAL and a FlatGeobuf would bring it, without both: no deleted
 * rows, no records without a shape. Null where GDAL alone knows what a record is: one that the
 * files disagree about or that is cut off, rings that touch along their whole length, a number that
 * is none. It needs no GDAL, so that it runs in any thread.
 */
export function readShapefileSlice(range: ShapefileRange): MeasuredSlice | null {
  const { shapefile, from, to, wantsTexts } = range
  const { shp, shx, dbf, headBytes, rowBytes, columns, encoding, type } = shapefile
  const records = to - from
  const index = bytesAt(shx, SHP_HEAD_BYTES + from * INDEX_ENTRY_BYTES, records * INDEX_ENTRY_BYTES)
  const table = bytesAt(dbf, headBytes + from * rowBytes, records * rowBytes)
  if (index === null || table === null) return null
  const span = spanOf(index)
  if (span === null) return null
  const bytes = bytesAt(shp, span.start, span.end - span.start)
  const found = bytes && findRecords(index, bytes, { span, table, rowBytes })
  if (!found) return null

  const shapes = new ShapefileShapes(bytes, found.count, type)
  for (let i = 0; i < found.count; i++)
    if (!shapes.addRecord(found.starts[i], found.lengths[i])) return null
  const rows = new DbfRows(table, columns, encoding)
  const visit = (feature: number, visitor: PropertyVisitor) =>
    rows.visit(found.numbers[feature] * rowBytes, visitor)
  const named = columns.map(({ name, kind }) => ({
    name,
    type: kind === 'integer' || kind === 'real' ? REAL_TYPE : TEXT_TYPE,
  }))
  const properties = sliceProperties(named, found.count, wantsTexts, visit)
  return properties && { ...measureShapes(shapes.finishShapes()), ...properties }
}

/** Where the records begin and end; null where that is much more than they are. */
function spanOf(index: Buffer): { start: number; end: number } | null {
  let start = Infinity
  let end = 0
  for (let at = 0; at < index.length; at += INDEX_ENTRY_BYTES) {
    const first = index.readUInt32BE(at) * 2
    start = Math.min(start, first)
    end = Math.max(end, first + RECORD_HEAD_BYTES + index.readUInt32BE(at + 4) * 2)
  }
  return start >= SHP_HEAD_BYTES && end - start <= SHAPE_BYTES_MAX ? { start, end } : null
}

/** Null where the index and a record's own head state different lengths. */
function findRecords(
  index: Buffer,
  bytes: Buffer,
  { span, table, rowBytes }: { span: { start: number }; table: Buffer; rowBytes: number },
): Records | null {
  const records = index.length / INDEX_ENTRY_BYTES
  const numbers = new Uint32Array(records)
  const starts = new Uint32Array(records)
  const lengths = new Uint32Array(records)
  let count = 0
  for (let i = 0; i < records; i++) {
    if (table[i * rowBytes] === DELETED) continue
    const at = index.readUInt32BE(i * INDEX_ENTRY_BYTES) * 2 - span.start
    const length = index.readUInt32BE(i * INDEX_ENTRY_BYTES + 4) * 2
    if (bytes.readUInt32BE(at + 4) * 2 !== length || length < 4) return null
    if (bytes.readInt32LE(at + RECORD_HEAD_BYTES) === NULL_SHAPE) continue
    numbers[count] = i
    starts[count] = at + RECORD_HEAD_BYTES
    lengths[count] = length
    count++
  }
  return { numbers, starts, lengths, count }
}
