import { createReadStream } from 'node:fs'
import { appendFile, open, rm, writeFile } from 'node:fs/promises'
import { Builder, ByteBuffer } from 'flatbuffers'
import { Column } from 'flatgeobuf/lib/mjs/flat-geobuf/column.js'
import { Crs } from 'flatgeobuf/lib/mjs/flat-geobuf/crs.js'
import { Header } from 'flatgeobuf/lib/mjs/flat-geobuf/header.js'
import { fromByteBuffer, type HeaderMeta } from 'flatgeobuf/lib/mjs/header-meta.js'
import { gdal } from './gdal.ts'

/** What the head of a FlatGeobuf states besides its columns. */
export interface FlatGeobufNotes {
  title: string
  description: string
  /** JSON. */
  metadata: string
  /** Meanings of columns by name. */
  comments: ReadonlyMap<string, string>
}

/** Magic bytes, then the length of the header. */
const MAGIC_BYTES = 8
const LENGTH_BYTES = 4

/**
 * Writes the only layer of a GeoPackage as FlatGeobuf with a spatial index, by GDAL, and puts the
 * notes into its head, for which GDAL before 3.9 has no option. Returns the number of features:
 * GDAL leaves out those without a shape. It holds some 130 bytes a feature in memory for the index;
 * the rest is on disk, next to the file.
 */
export async function writeFlatGeobuf(
  geoPackage: string,
  file: string,
  notes: FlatGeobufNotes,
): Promise<number> {
  // GDAL makes a folder of layers where the name has another ending.
  const plain = `${file}.plain.fgb`
  try {
    const source = gdal.open(geoPackage)
    try {
      const written = await gdal.vectorTranslateAsync(plain, source, ['-f', 'FlatGeobuf'])
      written.close()
    } finally {
      source.close()
    }
    return await copyWithNotes(plain, file, notes)
  } finally {
    await rm(plain, { force: true })
  }
}

/** Copies a FlatGeobuf under another head. Its index counts from its end, not from its start. */
async function copyWithNotes(from: string, to: string, notes: FlatGeobufNotes): Promise<number> {
  const { magic, header, start } = await readHead(from)
  await writeFile(to, Buffer.concat([magic, encodeHeader(header, notes)]))
  await appendFile(to, createReadStream(from, { start }))
  return header.featuresCount
}

async function readHead(
  file: string,
): Promise<{ magic: Uint8Array; header: HeaderMeta; start: number }> {
  const handle = await open(file)
  try {
    const first = Buffer.alloc(MAGIC_BYTES + LENGTH_BYTES)
    await handle.read(first, 0, first.length, 0)
    const length = LENGTH_BYTES + first.readUInt32LE(MAGIC_BYTES)
    const head = Buffer.alloc(length)
    await handle.read(head, 0, length, MAGIC_BYTES)
    const header = fromByteBuffer(new ByteBuffer(head))
    return { magic: first.subarray(0, MAGIC_BYTES), header, start: MAGIC_BYTES + length }
  } finally {
    await handle.close()
  }
}

function encodeHeader(header: HeaderMeta, notes: FlatGeobufNotes): Uint8Array {
  const builder = new Builder()
  const text = (value: string | null | undefined) =>
    value === null || value === undefined ? 0 : builder.createString(value)
  const { crs, envelope } = header
  const columns = (header.columns ?? []).map((column) =>
    Column.createColumn(
      builder,
      builder.createString(column.name),
      column.type,
      text(column.title),
      text(notes.comments.get(column.name) ?? column.description),
      column.width,
      column.precision,
      column.scale,
      column.nullable,
      column.unique,
      column.primary_key,
      0,
    ),
  )
  const columnsAt = Header.createColumnsVector(builder, columns)
  const envelopeAt = envelope ? Header.createEnvelopeVector(builder, envelope) : 0
  const crsAt = crs
    ? Crs.createCrs(
        builder,
        text(crs.org),
        crs.code,
        text(crs.name),
        text(crs.description),
        text(crs.wkt),
        text(crs.code_string),
      )
    : 0
  const [title, description, metadata] = [notes.title, notes.description, notes.metadata].map(text)
  Header.startHeader(builder)
  Header.addName(builder, title)
  if (envelope) Header.addEnvelope(builder, envelopeAt)
  Header.addGeometryType(builder, header.geometryType)
  Header.addColumns(builder, columnsAt)
  Header.addFeaturesCount(builder, BigInt(header.featuresCount))
  Header.addIndexNodeSize(builder, header.indexNodeSize)
  if (crs) Header.addCrs(builder, crsAt)
  Header.addTitle(builder, title)
  Header.addDescription(builder, description)
  Header.addMetadata(builder, metadata)
  Header.finishSizePrefixedHeaderBuffer(builder, Header.endHeader(builder))
  return builder.asUint8Array()
}
