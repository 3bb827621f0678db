import { createHash } from 'node:crypto'
import { type FileHandle, open, rename } from 'node:fs/promises'
import Flatbush from 'flatbush'
import type { GridPoint } from '../geometry/grid-point.ts'
import { type Box, boundsOf, type Polygons, type Rings } from '../geometry/polygons.ts'
import { subdivide } from '../geometry/subdivide.ts'
import { packedColumnsOf, type Table } from '../table.ts'
import { GrowingArray } from './growing-array.ts'
import { keySlots, lookupOf } from './key-slots.ts'
import {
  ALIGNMENT,
  type ColumnType,
  FORMAT,
  MAGIC,
  NULL_BOOLEAN,
  NULL_TEXT,
  type PackHeader,
  type PackValue,
  PREAMBLE_BYTES,
  SECTIONS,
} from './pack-format.ts'

export interface PackColumn {
  name: string
  type: ColumnType
}

type ColumnArray = GrowingArray<Float64Array> | GrowingArray<Uint32Array> | GrowingArray<Uint8Array>

/**
 * Writes a lookup pack. Rows are added in the table's order and the same rows give the same bytes.
 * Memory: the whole pack is held until `finish`, about 8 bytes a point and 8 bytes a value.
 */
export class PackWriter {
  private rows = 0
  private readonly columns: { column: PackColumn; values: ColumnArray }[]
  private readonly texts = new Map<string, number>()
  private readonly textEnd = new GrowingArray(Float64Array)
  private readonly text = new GrowingArray(Uint8Array)
  private readonly coords = new GrowingArray(Int32Array)
  private readonly ringEnd = new GrowingArray(Uint32Array)
  private readonly polygonEnd = new GrowingArray(Uint32Array)
  private readonly rowRing = new GrowingArray(Uint32Array)
  private readonly rowPolygon = new GrowingArray(Uint32Array)
  private readonly pieces: { row: number; box: Box; rings: Rings | null }[] = []
  private readonly keys: string[] = []
  private readonly lookups = new Map<string, (string | null)[]>()
  private readonly encoder = new TextEncoder()
  private readonly table: string
  private readonly key: string | null
  private readonly geometry: Table['geometry']

  constructor(
    table: string,
    columns: PackColumn[],
    options: { key: string | null; geometry: Table['geometry']; lookups?: readonly string[] },
  ) {
    this.table = table
    this.key = options.key
    this.geometry = options.geometry
    for (const column of options.lookups ?? []) {
      if (!columns.some(({ name, type }) => name === column && type === 'text'))
        throw new Error(`${table}: the lookup ${column} is not a packed text column`)
      this.lookups.set(column, [])
    }
    this.columns = columns.map((column) => ({
      column,
      values:
        column.type === 'text'
          ? new GrowingArray(Uint32Array)
          : column.type === 'boolean'
            ? new GrowingArray(Uint8Array)
            : new GrowingArray(Float64Array),
    }))
  }

  /** A writer of the table's packed columns, in their order. */
  static of(table: Table): PackWriter {
    return new PackWriter(table.name, packedColumnsOf(table), table)
  }

  /** Adds a row: its values in column order, and its shape where the table has one. */
  add(values: PackValue[], shape: Polygons | GridPoint | null): void {
    const row = this.rows++
    this.columns.forEach(({ column, values: array }, i) => {
      const value = values[i]
      if (column.type === 'text') array.push(value === null ? NULL_TEXT : this.textCode(`${value}`))
      else if (column.type === 'boolean')
        array.push(value === null ? NULL_BOOLEAN : +Boolean(value))
      else array.push(value === null ? Number.NaN : Number(value))
      if (column.name === this.key) this.keys.push(`${value}`)
      this.lookups.get(column.name)?.push(value as string | null)
    })
    this.rowRing.push(this.ringEnd.length)
    this.rowPolygon.push(this.polygonEnd.length)
    if (this.geometry === 'points') this.addPoint(row, shape)
    else if (shape) this.addGeometry(row, shape as Polygons)
  }

  /** A row's point stands at the row's own place: one without would shift all after it. */
  private addPoint(row: number, shape: Polygons | GridPoint | null): void {
    if (!Array.isArray(shape)) throw new Error(`row ${row} of ${this.table} has no point`)
    const [x, y] = shape as unknown as GridPoint
    this.coords.append([x, y])
    this.pieces.push({ row, box: [x, y, x, y], rings: null })
  }

  private addGeometry(row: number, polygons: Polygons): void {
    const rings = this.ringEnd.length
    this.addRings(polygons)
    for (const end of polygons.polygonEnds) this.polygonEnd.push(rings + end)
    const pieces = subdivide(polygons)
    if (pieces.length === 1) this.pieces.push({ row, box: boundsOf(polygons), rings: null })
    else for (const piece of pieces) this.pieces.push({ row, box: boundsOf(piece), rings: piece })
  }

  private addRings(rings: Rings): void {
    const points = this.coords.length / 2
    this.coords.append(rings.coords)
    for (const end of rings.ringEnds) this.ringEnd.push(points + end)
  }

  private textCode(text: string): number {
    let code = this.texts.get(text)
    if (code === undefined) {
      code = this.texts.size
      this.texts.set(text, code)
      this.text.append(this.encoder.encode(text))
      this.textEnd.push(this.text.length)
    }
    return code
  }

  /** Writes the file under a temporary name, syncs it and renames it when whole. */
  async finish(file: string): Promise<PackHeader> {
    this.rowRing.push(this.ringEnd.length)
    this.rowPolygon.push(this.polygonEnd.length)
    const { sections, bounds } = this.spatialSections()
    if (this.key !== null) sections.key_slot = keySlots(this.keys)
    sections.text_end = this.textEnd.view()
    sections.text = this.text.view()
    sections.coords = this.coords.view()

    const parts: {
      name: string
      bytes: Uint8Array
      column?: PackColumn
      lookup?: 'slot' | 'next'
    }[] = []
    for (const name of Object.keys(SECTIONS)) {
      const array = sections[name]
      if (array) parts.push({ name, bytes: bytesOf(array) })
    }
    for (const { column, values } of this.columns)
      parts.push({ name: column.name, bytes: bytesOf(values.view()), column })
    for (const [column, values] of this.lookups) {
      const { slot, next } = lookupOf(values)
      parts.push({ name: column, bytes: bytesOf(slot), lookup: 'slot' })
      parts.push({ name: column, bytes: bytesOf(next), lookup: 'next' })
    }

    // Offsets are counted from the start of the body, so that they do not depend on the header.
    let offset = 0
    const body = createHash('sha256')
    const header: PackHeader = {
      format: FORMAT,
      table: this.table,
      rows: this.rows,
      pieces: this.pieces.length,
      points: this.coords.length / 2,
      geometry: this.geometry,
      key: this.key,
      lookups: [...this.lookups.keys()].map((column) => ({ column, slot: NOWHERE, next: NOWHERE })),
      bounds,
      columns: [],
      sections: {},
      bytes: 0,
      body_sha256: '',
    }
    for (const part of parts) {
      const extent = { offset, length: part.bytes.length }
      if (part.column) header.columns.push({ ...part.column, extent })
      else if (part.lookup)
        header.lookups.find(({ column }) => column === part.name)![part.lookup] = extent
      else header.sections[part.name] = extent
      const padding = padTo(part.bytes.length)
      body.update(part.bytes).update(new Uint8Array(padding))
      offset += part.bytes.length + padding
    }
    header.bytes = offset
    header.body_sha256 = body.digest('hex')

    const temporary = `${file}.part`
    const handle = await open(temporary, 'w')
    try {
      await writePreamble(handle, header)
      for (const part of parts) {
        await writeAll(handle, part.bytes)
        await writeAll(handle, new Uint8Array(padTo(part.bytes.length)))
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
    return header
  }

  private spatialSections() {
    const sections: Record<string, Parameters<typeof bytesOf>[0]> = {}
    if (this.geometry === 'none') return { sections, bounds: null }
    const count = this.pieces.length
    const pieceRow = new Uint32Array(count)
    const pieceStart = new Uint32Array(count)
    const pieceEnd = new Uint32Array(count)
    const index = count > 0 ? new Flatbush(count, 16, Int32Array) : null
    const wholeRings = this.rowRing.view()
    const bounds: Box = [Infinity, Infinity, -Infinity, -Infinity]
    this.pieces.forEach(({ row, box, rings }, i) => {
      pieceRow[i] = row
      pieceStart[i] = rings ? this.ringEnd.length : wholeRings[row]
      if (rings) this.addRings(rings)
      pieceEnd[i] = rings ? this.ringEnd.length : wholeRings[row + 1]
      index?.add(...box)
      for (const side of [0, 1]) bounds[side] = Math.min(bounds[side], box[side])
      for (const side of [2, 3]) bounds[side] = Math.max(bounds[side], box[side])
    })
    index?.finish()
    if (index) sections.index = new Uint8Array(index.data)
    // Piece i of a table of points is row i, and nothing has rings.
    if (this.geometry === 'points') return { sections, bounds: count > 0 ? bounds : null }
    sections.piece_row = pieceRow
    sections.piece_ring_start = pieceStart
    sections.piece_ring_end = pieceEnd
    sections.row_ring = this.rowRing.view()
    sections.row_polygon = this.rowPolygon.view()
    sections.polygon_end = this.polygonEnd.view()
    sections.ring_end = this.ringEnd.view()
    return { sections, bounds: count > 0 ? bounds : null }
  }
}

/** Filled in when the parts are laid out. */
const NOWHERE = { offset: 0, length: 0 }

function bytesOf(array: Int32Array | Uint32Array | Float64Array | Uint8Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}

function padTo(length: number): number {
  return (ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT
}

async function writePreamble(handle: FileHandle, header: PackHeader): Promise<void> {
  const json = new TextEncoder().encode(JSON.stringify(header))
  const start = Buffer.alloc(PREAMBLE_BYTES)
  start.write(MAGIC, 'latin1')
  start.writeUInt32LE(json.length, 8)
  createHash('sha256').update(json).digest().copy(start, 12)
  await writeAll(handle, start)
  await writeAll(handle, json)
  await writeAll(handle, new Uint8Array(padTo(PREAMBLE_BYTES + json.length)))
}

/** One write call moves at most 2 GiB: large sections go in slices. */
async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  const SLICE = 2 ** 28
  for (let at = 0; at < bytes.length; at += SLICE)
    await handle.writeFile(bytes.subarray(at, Math.min(at + SLICE, bytes.length)))
}
