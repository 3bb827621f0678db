import { createHash } from 'node:crypto'
import { type FileHandle, open, rename } from 'node:fs/promises'
import Flatbush from 'flatbush'
import type { GridPoint } from '../geometry/grid-point.ts'
import type { Lines } from '../geometry/lines.ts'
import { type Box, boundsOf, type Polygons } from '../geometry/polygons.ts'
import { GrowingArray } from './growing-array.ts'
import { type CodedColumn, keySlots, lookupOf } from './key-slots.ts'
import {
  ALIGNMENT,
  type Extent,
  FORMAT,
  hashKey,
  MAGIC,
  type PackHeader,
  type PackValue,
  PREAMBLE_BYTES,
  SECTION_NAMES,
  type SectionName,
} from './pack-format.ts'
import { type PackColumn, RecordWriter } from './record-writer.ts'
import { ShapeWriter } from './shape-writer.ts'
import { packedColumnsOf, type Table } from './table.ts'

/** A column of texts that grows. */
type GrowingColumn = Record<keyof CodedColumn, GrowingArray<Uint32Array>>

/** A part of the file, in one or more arrays. */
type Part = readonly Uint8Array[]

/** Sections that hold the shapes of a geometry: one point a row, or shapes in pieces. */
const STORED_AS: Record<Table['geometry'], 'points' | 'pieces' | null> = {
  points: 'points',
  polygons: 'pieces',
  lines: 'pieces',
  none: null,
}

/**
 * Writes a lookup pack. Rows are added in the table's order and the same rows give the same bytes.
 * Memory: the whole pack until `finish`, about 8 bytes a point and 8 bytes a value, outside of the
 * heap.
 */
export class PackWriter {
  private rows = 0
  private readonly records: RecordWriter
  private readonly shapes = new ShapeWriter()
  private readonly points = new GrowingArray(Int32Array)
  /** Hashes of the keys: the table of keys has no more of them. */
  private readonly keys = new GrowingArray(Uint32Array)
  private readonly lookups = new Map<string, GrowingColumn>()
  private readonly table: string
  private readonly key: string | null
  private readonly geometry: Table['geometry']
  private readonly columns: PackColumn[]

  constructor(
    table: string,
    columns: PackColumn[],
    options: { key: string | null; geometry: Table['geometry']; lookups?: readonly string[] },
  ) {
    this.table = table
    this.columns = columns
    this.key = options.key
    this.geometry = options.geometry
    for (const column of options.lookups ?? []) {
      if (!columns.some(({ name, type }) => name === column && type === 'text'))
        throw new Error(`${table}: the lookup ${column} is not a packed text column`)
      const numbers = () => new GrowingArray(Uint32Array)
      this.lookups.set(column, { codes: numbers(), hashes: numbers() })
    }
    this.records = new RecordWriter(columns)
  }

  /** A writer of the table's packed columns, in their order. */
  static of(table: Table): PackWriter {
    return new PackWriter(table.name, packedColumnsOf(table), table)
  }

  /** Adds a row: its values in column order, and its shape if the table has shapes. */
  add(values: PackValue[], shape: Polygons | Lines | GridPoint | null): void {
    const row = this.rows++
    this.records.add(values)
    this.columns.forEach(({ name }, i) => {
      const lookup = this.lookups.get(name)
      if (name !== this.key && !lookup) return
      const hash = hashKey(`${values[i]}`)
      if (name === this.key) this.keys.push(hash)
      lookup?.codes.push(this.records.codeIn(i))
      lookup?.hashes.push(hash)
    })
    const { geometry } = this
    switch (geometry) {
      case 'points':
        this.addPoint(row, shape)
        break
      case 'polygons':
        this.shapes.add(row, shape as Polygons | null)
        break
      case 'lines':
        this.addLines(row, shape)
        break
      case 'none':
        break
      default:
        geometry satisfies never
    }
  }

  /** Points are stored by row number: a row without one would shift all that follow. */
  private addPoint(row: number, shape: Polygons | Lines | GridPoint | null): void {
    if (!Array.isArray(shape)) throw new Error(`row ${row} of ${this.table} has no point`)
    this.points.append(shape as unknown as GridPoint)
  }

  private addLines(row: number, shape: Polygons | Lines | GridPoint | null): void {
    if (!shape || !('lineEnds' in shape)) throw new Error(`row ${row} of ${this.table} has no line`)
    this.shapes.addLines(row, shape)
  }

  /** Writes the file under a temporary name, syncs it and renames it when it is complete. */
  async finish(file: string): Promise<PackHeader> {
    const sections = this.sections()
    const lookups = [...this.lookups].map(([column, { codes, hashes }]) => ({
      column,
      ...lookupOf({ codes: codes.view(), hashes: hashes.view() }),
    }))
    const parts: Part[] = []
    // Offsets are counted from the start of the body, so that they do not depend on the header.
    let offset = 0
    const body = createHash('sha256')
    const lay = (part: Part): Extent => {
      const length = part.reduce((sum, bytes) => sum + bytes.length, 0)
      const padded = [...part, new Uint8Array((ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT)]
      for (const bytes of padded) body.update(bytes)
      parts.push(padded)
      offset += padded.reduce((sum, bytes) => sum + bytes.length, 0)
      return { offset: offset - length - padded.at(-1)!.length, length }
    }
    const laid: PackHeader['sections'] = {}
    for (const name of SECTION_NAMES) if (sections[name]) laid[name] = lay(sections[name])
    const header: PackHeader = {
      format: FORMAT,
      table: this.table,
      rows: this.rows,
      ...this.counts(),
      geometry: this.geometry,
      key: this.key,
      lookups: lookups.map(({ column, slot, next }) => ({
        column,
        slot: lay([bytesOf(slot)]),
        next: lay([bytesOf(next)]),
      })),
      columns: this.records.columns,
      record_bytes: this.records.recordBytes,
      sections: laid,
      bytes: offset,
      body_sha256: body.digest('hex'),
    }
    await writeFile(file, header, parts)
    return header
  }

  private counts(): Pick<PackHeader, 'pieces' | 'points' | 'bounds'> {
    const { points, shapes } = this
    if (STORED_AS[this.geometry] !== 'points')
      return { pieces: shapes.pieces, points: shapes.points, bounds: shapes.bounds }
    const count = points.length / 2
    return {
      pieces: count,
      points: count,
      bounds: count > 0 ? boundsOf({ coords: points.view() }) : null,
    }
  }

  private sections(): { [name in SectionName]?: Part } {
    const { records, shapes, points } = this
    return {
      ...(this.key !== null && { key_slot: [bytesOf(keySlots(this.keys.view()))] }),
      text: [records.texts.bytes()],
      records: [records.bytes()],
      ...(STORED_AS[this.geometry] === 'points' && {
        ...indexOf(this.rows, (row) => {
          const [x, y] = points.view().subarray(row * 2, row * 2 + 2)
          return [x, y, x, y]
        }),
        points: [bytesOf(points.view())],
      }),
      ...(STORED_AS[this.geometry] === 'pieces' && {
        ...indexOf(shapes.pieces, (piece) => shapes.box(piece)),
        piece_row: [bytesOf(shapes.pieceRow())],
        piece_shape: [bytesOf(shapes.pieceShape())],
        shape_end: [bytesOf(shapes.shapeEnd())],
        shapes: shapes.words().map(bytesOf),
      }),
    }
  }
}

function indexOf(count: number, boxOf: (i: number) => Box): { index?: Part } {
  if (count === 0) return {}
  const index = new Flatbush(count, 16, Int32Array)
  for (let i = 0; i < count; i++) index.add(...boxOf(i))
  index.finish()
  return { index: [new Uint8Array(index.data)] }
}

function bytesOf(array: Int32Array | Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}

async function writeFile(file: string, header: PackHeader, parts: readonly Part[]): Promise<void> {
  const temporary = `${file}.part`
  const handle = await open(temporary, 'w')
  try {
    await writePreamble(handle, header)
    for (const bytes of parts.flat()) await writeAll(handle, bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
}

async function writePreamble(handle: FileHandle, header: PackHeader): Promise<void> {
  const json = new TextEncoder().encode(JSON.stringify(header))
  const length = Math.ceil((PREAMBLE_BYTES + json.length) / ALIGNMENT) * ALIGNMENT
  const start = Buffer.alloc(length)
  start.write(MAGIC, 'latin1')
  start.writeUInt32LE(json.length, 8)
  createHash('sha256').update(json).digest().copy(start, 12)
  start.set(json, PREAMBLE_BYTES)
  await writeAll(handle, start)
}

/** One write call moves at most 2 GiB: large sections go in slices. */
async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  const SLICE = 2 ** 28
  for (let at = 0; at < bytes.length; at += SLICE)
    await handle.writeFile(bytes.subarray(at, Math.min(at + SLICE, bytes.length)))
}
