import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { appendFile, truncate } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js'
import { ByteWriter } from 'hyparquet-writer'
import { serializeTCompactProtocol } from 'hyparquet-writer/src/thrift.js'
import { bytesAt } from './bytes-at.ts'

/** First and last bytes of a Parquet file. */
const MAGIC = 'PAR1'
/** Length of the footer, and `PAR1`. */
const TAIL_BYTES = 8

/** Bytes that are copied at a time. */
const COPY_BYTES = 2 ** 20

/**
 * A struct of the footer with its fields by number, as Parquet's schema of it numbers them:
 * https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift
 */
// biome-ignore lint/suspicious/noExplicitAny: what a field holds is in that schema
type Struct = { [field: `field_${number}`]: any }

interface Footer {
  /** `FileMetaData`. */
  metadata: Struct
  /** Where the data ends and the footer begins. */
  start: number
}

/** Kinds of shapes in the order of their numbers in WKB, which is DuckDB's in GeoParquet. */
const GEOMETRY_TYPES = [
  ...['Point', 'LineString', 'Polygon'],
  ...['MultiPoint', 'MultiLineString', 'MultiPolygon', 'GeometryCollection'],
]

/**
 * Appends Parquet files of one schema to the first of them: their row groups are copied as they
 * are, and one footer names them all. Of its pairs of keys and values only "geo" is written, the
 * one that DuckDB writes. Returns the number of rows.
 */
export async function joinParquet(files: readonly string[]): Promise<number> {
  const footers = files.map(readFooter)
  const metadata = footers.map((footer) => footer.metadata)
  for (const [i, { field_2 }] of metadata.entries())
    if (!isDeepStrictEqual(field_2, metadata[0].field_2))
      throw new Error(`${files[i]} has another schema than ${files[0]}`)
  const [into, ...others] = files
  if (others.length > 0) await truncate(into, footers[0].start)
  let end = footers[0].start
  for (const [i, file] of others.entries()) {
    const { start } = footers[i + 1]
    if (start === MAGIC.length) continue // no rows
    const data = { start: MAGIC.length, end: start - 1, highWaterMark: COPY_BYTES }
    await pipeline(createReadStream(file, data), createWriteStream(into, { flags: 'a' }))
    for (const group of metadata[i + 1].field_4) move(group, end - MAGIC.length)
    end += start - MAGIC.length
  }
  const joined = joinMetadata(metadata)
  if (others.length > 0) await appendFile(into, footerWithTail(joined))
  return Number(joined.field_3)
}

function readFooter(file: string): Footer {
  const { size } = statSync(file)
  const tail = bytesAt(file, Math.max(0, size - TAIL_BYTES), TAIL_BYTES)
  const length = tail?.readUInt32LE(0) ?? 0
  const start = size - TAIL_BYTES - length
  const isWhole = tail?.toString('latin1', 4) === MAGIC && start >= MAGIC.length
  const bytes = isWhole ? bytesAt(file, start, length) : null
  if (bytes === null) throw new Error(`${file} is not a whole Parquet file`)
  return { metadata: parseFooter(bytes), start }
}

export function parseFooter(bytes: Buffer): Struct {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  return deserializeTCompactProtocol({ view, offset: 0 })
}

export function footerBytes(metadata: Struct): Uint8Array {
  const writer = new ByteWriter()
  serializeTCompactProtocol(writer, metadata)
  return writer.getBytes()
}

function footerWithTail(metadata: Struct): Buffer {
  const bytes = footerBytes(metadata)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return Buffer.concat([bytes, length, Buffer.from(MAGIC)])
}

/** Moves a `RowGroup` in its file: all positions of it are from the file's beginning. */
function move(group: Struct, by: number): void {
  moveField(group, 'field_5', by) // file_offset
  for (const column of group.field_1 as Struct[]) {
    moveField(column, 'field_4', by) // offset_index_offset
    moveField(column, 'field_6', by) // column_index_offset
    const data = column.field_3 as Struct
    moveField(data, 'field_9', by) // data_page_offset
    moveField(data, 'field_10', by) // index_page_offset
    moveField(data, 'field_11', by) // dictionary_page_offset
    moveField(data, 'field_14', by) // bloom_filter_offset
  }
}

function moveField(struct: Struct, field: `field_${number}`, by: number): void {
  if (struct[field] !== undefined) struct[field] += BigInt(by)
}

function joinMetadata(all: readonly Struct[]): Struct {
  // A file without any shape has no "geo".
  const pairs: Struct[] = all.flatMap(({ field_5 }) => field_5 ?? [])
  const geo = pairs.filter(({ field_1 }) => textOf(field_1) === 'geo')
  const texts = geo.map(({ field_2 }) => textOf(field_2))
  const { field_1, field_2, field_6, field_7 } = all[0]
  // Thrift wants the fields in order.
  return {
    field_1,
    field_2,
    field_3: all.reduce((rows, { field_3 }) => rows + field_3, 0n),
    field_4: all.flatMap(({ field_4 }) => field_4),
    field_5: geo.length > 0 ? [{ ...geo[0], field_2: Buffer.from(joinGeo(texts)) }] : undefined,
    field_6,
    field_7,
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString()
}

interface GeoColumn {
  geometry_types: string[]
  /** Absent where no row has a shape. */
  bbox?: number[]
}

/** The "geo" metadata of all files together: https://geoparquet.org/releases/v1.0.0/ */
function joinGeo(texts: readonly string[]): string {
  const all: { columns: Record<string, GeoColumn> }[] = texts.map((text) => JSON.parse(text))
  const columns = Object.entries(all[0].columns).map(([name, column]) => {
    const each = all.map(({ columns }) => columns[name])
    const types = new Set(each.flatMap(({ geometry_types }) => geometry_types))
    const boxes = each.flatMap(({ bbox }) => (bbox ? [bbox] : []))
    const joined = { ...column, geometry_types: GEOMETRY_TYPES.filter((type) => types.has(type)) }
    return [name, boxes.length > 0 ? { ...joined, bbox: joinBoxes(boxes) } : joined]
  })
  return JSON.stringify({ ...all[0], columns: Object.fromEntries(columns) })
}

/** Least values of all boxes, then the largest. */
function joinBoxes(boxes: readonly number[][]): number[] {
  const half = boxes[0].length / 2
  return boxes[0].map((_, side) => {
    const values = boxes.map((box) => box[side])
    return side < half ? Math.min(...values) : Math.max(...values)
  })
}
