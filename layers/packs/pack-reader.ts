import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import Flatbush from 'flatbush'
import { StepError } from '../../terminal/step-error.ts'
import { containsPoint, INSIDE, locateInPiece, OUTSIDE } from '../geometry/contains.ts'
import { boxesAround, distanceM } from '../geometry/distance.ts'
import type { GridPoint } from '../geometry/grid-point.ts'
import { overlapM2, type Subject } from '../geometry/overlap.ts'
import { boundsOf, type Polygons, type Rings } from '../geometry/polygons.ts'
import {
  ALIGNMENT,
  type ColumnType,
  hashKey,
  MAGIC,
  NULL_BOOLEAN,
  NULL_TEXT,
  PackHeader,
  type PackValue,
  PREAMBLE_BYTES,
  SECTIONS,
  type SectionName,
} from './pack-format.ts'
import { packRowMaker } from './pack-row.ts'

/** Cutting rounds vertices by at most one unit in x and y: 2 units hold both. */
const EDGE_MARGIN = 2

export interface PackOptions {
  /** Whole files up to this size are held in shared memory; larger ones are read by position. */
  memoryLimitBytes: number
}

const COLUMN_ARRAYS = {
  text: Uint32Array,
  boolean: Uint8Array,
  real: Float64Array,
  integer: Float64Array,
} as const

/** Overlap of a row with a subject, in square metres. */
export interface RowOverlap {
  row: number
  area_m2: number
}

/** A row of points and how far it lies from the point that was asked about. */
export interface RowNear {
  row: number
  distance_m: number
}

/**
 * Reads one lookup pack. Rows are numbers from 0; `values` decodes one. Boxes, rows and rings stay
 * in memory; coordinates, texts and columns come from shared memory or, when the file is over the
 * limit, from the disk (`tests/bench/lookup.ts` says what that costs).
 */
export class Pack {
  readonly header: PackHeader
  readonly isInMemory: boolean
  private readonly descriptor: number
  private readonly bodyStart: number
  private readonly memory: ArrayBuffer | null
  private readonly index: Flatbush | null
  private readonly arrays: { [name in SectionName]?: InstanceType<(typeof SECTIONS)[name]> } = {}
  /** Columns in memory, in header order; null where they are read by position. */
  private readonly columns: (Float64Array | Uint32Array | Uint8Array | null)[]
  private readonly columnNumbers = new Map<string, number>()
  private readonly texts: Buffer | null
  /** Arrays of the lookups by column. */
  private readonly lookups = new Map<string, { slot: Uint32Array; next: Uint32Array }>()
  private readonly makeRow: (row: number) => Record<string, PackValue>

  constructor(options: { file: string } & PackOptions) {
    const { file, memoryLimitBytes } = options
    this.descriptor = openSync(file, 'r')
    try {
      const { header, bodyStart } = readHeader(this.descriptor, file)
      this.header = header
      this.bodyStart = bodyStart
    } catch (error) {
      closeSync(this.descriptor)
      throw error
    }
    this.isInMemory = this.header.bytes <= memoryLimitBytes
    this.memory = this.isInMemory ? this.readShared(0, this.header.bytes) : null
    for (const name of Object.keys(this.header.sections) as SectionName[]) {
      if (!this.isInMemory && (name === 'coords' || name === 'text')) continue
      // biome-ignore lint/suspicious/noExplicitAny: one cast instead of one per section type
      this.arrays[name] = this.section(name) as any
    }
    for (const { column, slot, next } of this.header.lookups)
      this.lookups.set(column, { slot: this.numbers(slot), next: this.numbers(next) })
    this.header.columns.forEach((column, i) => void this.columnNumbers.set(column.name, i))
    this.columns = this.header.columns.map(({ type, extent: { offset, length } }) => {
      if (!this.memory) return null
      const Maker = COLUMN_ARRAYS[type]
      return new Maker(this.memory, offset, length / Maker.BYTES_PER_ELEMENT)
    })
    this.index = this.arrays.index ? openIndex(this.arrays.index) : null
    // A Buffer reads texts out of shared memory without a copy; TextDecoder refuses it.
    const { text } = this.arrays
    this.texts = text ? Buffer.from(text.buffer, text.byteOffset, text.byteLength) : null
    const names = this.header.columns.map(({ name }) => name)
    this.makeRow = packRowMaker(names, (row, column) => this.columnValue(row, column))
  }

  get rows(): number {
    return this.header.rows
  }

  close(): void {
    closeSync(this.descriptor)
  }

  /** Rows whose polygons hold the point (grid units), ascending. */
  rowsAt(x: number, y: number): number[] {
    if (!this.index || this.header.geometry !== 'polygons') return []
    const m = EDGE_MARGIN
    const found: number[] = []
    const undecided = new Set<number>()
    for (const piece of this.index.search(x - m, y - m, x + m, y + m)) {
      const row = this.arrays.piece_row![piece]
      const place = locateInPiece(this.piece(piece), x, y, m)
      if (place === INSIDE) found.push(row)
      else if (place !== OUTSIDE) undecided.add(row)
    }
    for (const row of undecided)
      if (!found.includes(row) && containsPoint(this.polygons(row), x, y)) found.push(row)
    return found.sort((a, b) => a - b)
  }

  /** Rows that share area with the subject, ascending, slivers included. */
  overlaps(subject: Subject): RowOverlap[] {
    if (!this.index || this.header.geometry !== 'polygons') return []
    const areas = new Map<number, number>()
    for (const piece of this.index.search(...subject.bounds)) {
      const area = overlapM2(subject, this.piece(piece))
      if (area === 0) continue
      const row = this.arrays.piece_row![piece]
      areas.set(row, (areas.get(row) ?? 0) + area)
    }
    return [...areas].map(([row, area_m2]) => ({ row, area_m2 })).sort((a, b) => a.row - b.row)
  }

  /** Rows of a table of points whose point lies in the polygons, ascending. */
  rowsWithin(area: Polygons): number[] {
    if (!this.index || this.header.geometry !== 'points') return []
    return this.index
      .search(...boundsOf(area))
      .filter((row) => containsPoint(area, ...this.point(row)))
      .sort((a, b) => a - b)
  }

  /** Rows of a table of points at most `radius_m` from the point, the nearest first. */
  rowsNear(x: number, y: number, radius_m: number): RowNear[] {
    const { index } = this
    if (!index || this.header.geometry !== 'points') return []
    return boxesAround([x, y], radius_m)
      .flatMap((box) => index.search(...box))
      .map((row) => ({ row, distance_m: distanceM([x, y], this.point(row)) }))
      .filter(({ distance_m }) => distance_m <= radius_m)
      .sort((a, b) => a.distance_m - b.distance_m || a.row - b.row)
  }

  /** The point of a row in a table of points. */
  point(row: number): GridPoint {
    const { coords } = this.arrays
    if (coords) return [coords[row * 2], coords[row * 2 + 1]]
    const bytes = this.read(this.header.sections.coords.offset + row * 8, 8)
    const [x, y] = new Int32Array(bytes.buffer)
    return [x, y]
  }

  /** Rows with this value in a column that the table declares as a lookup, ascending. */
  rowsOf(column: string, value: string): number[] {
    const lookup = this.lookups.get(column)
    if (!lookup) throw new Error(`table ${this.header.table} has no lookup ${column}`)
    const { slot, next } = lookup
    const mask = slot.length - 1
    for (let at = hashKey(value) & mask; slot[at] !== 0; at = (at + 1) & mask) {
      if (this.value(slot[at] - 1, column) !== value) continue
      const rows: number[] = []
      for (let row = slot[at]; row !== 0; row = next[row - 1]) rows.push(row - 1)
      return rows
    }
    return []
  }

  /** The row with this value in the key column, or null. */
  rowOfKey(key: string): number | null {
    const slots = this.arrays.key_slot
    if (!slots || this.header.key === null) return null
    const mask = slots.length - 1
    for (let slot = hashKey(key) & mask; slots[slot] !== 0; slot = (slot + 1) & mask)
      if (this.value(slots[slot] - 1, this.header.key) === key) return slots[slot] - 1
    return null
  }

  /** The whole polygons of a row. */
  polygons(row: number): Polygons {
    const { row_ring, row_polygon, polygon_end } = this.arrays
    const rings = this.rings(row_ring![row], row_ring![row + 1])
    const ends = polygon_end!.slice(row_polygon![row], row_polygon![row + 1])
    return { ...rings, polygonEnds: ends.map((end) => end - row_ring![row]) }
  }

  /** All values of a row by column name. */
  values(row: number): Record<string, PackValue> {
    const values: Record<string, PackValue> = {}
    this.header.columns.forEach(({ name }, column) => {
      values[name] = this.columnValue(row, column)
    })
    return values
  }

  /** The row, its values decoded when they are looked at: not for copying with `...`. */
  row(row: number): Record<string, PackValue> {
    return this.makeRow(row)
  }

  value(row: number, name: string): PackValue {
    const index = this.columnNumbers.get(name)
    if (index === undefined) throw new Error(`table ${this.header.table} has no column ${name}`)
    return this.columnValue(row, index)
  }

  private columnValue(row: number, column: number): PackValue {
    const { extent, type } = this.header.columns[column]
    const number = this.columns[column]?.[row] ?? this.readNumber(extent.offset, row, type)
    if (type === 'boolean') return number === NULL_BOOLEAN ? null : number === 1
    if (type === 'text') return number === NULL_TEXT ? null : this.textOf(number)
    return Number.isNaN(number) ? null : number
  }

  /** The SHA-256 of the body against the header: reads the whole file. */
  verifyBody(): boolean {
    const hash = createHash('sha256')
    const CHUNK = 2 ** 24
    for (let at = 0; at < this.header.bytes; at += CHUNK)
      hash.update(this.read(at, Math.min(CHUNK, this.header.bytes - at)))
    return hash.digest('hex') === this.header.body_sha256
  }

  private piece(piece: number): Rings {
    const { piece_ring_start, piece_ring_end } = this.arrays
    return this.rings(piece_ring_start![piece], piece_ring_end![piece])
  }

  private rings(start: number, end: number): Rings {
    const ends = this.arrays.ring_end!
    const first = start === 0 ? 0 : ends[start - 1]
    const last = end === 0 ? 0 : ends[end - 1]
    const extent = this.header.sections.coords
    let coords: Int32Array
    if (this.arrays.coords) coords = this.arrays.coords.subarray(first * 2, last * 2)
    else {
      const bytes = this.read(extent.offset + first * 8, (last - first) * 8)
      coords = new Int32Array(bytes.buffer, bytes.byteOffset, (last - first) * 2)
    }
    const ringEnds = new Uint32Array(end - start)
    for (let i = start; i < end; i++) ringEnds[i - start] = ends[i] - first
    return { coords, ringEnds }
  }

  private textOf(code: number): string {
    const ends = this.arrays.text_end!
    const start = code === 0 ? 0 : ends[code - 1]
    if (this.texts) return this.texts.toString('utf8', start, ends[code])
    const bytes = this.read(this.header.sections.text.offset + start, ends[code] - start)
    return Buffer.from(bytes.buffer).toString('utf8')
  }

  private readNumber(offset: number, row: number, type: ColumnType): number {
    const bytes = COLUMN_ARRAYS[type].BYTES_PER_ELEMENT
    const { buffer } = this.read(offset + row * bytes, bytes)
    return new COLUMN_ARRAYS[type](buffer as ArrayBuffer)[0]
  }

  private section(name: SectionName) {
    const { offset, length } = this.header.sections[name]
    const memory = this.memory ?? this.readShared(offset, length)
    const Maker = SECTIONS[name]
    return new Maker(memory, this.memory ? offset : 0, length / Maker.BYTES_PER_ELEMENT)
  }

  private numbers({ offset, length }: { offset: number; length: number }): Uint32Array {
    const memory = this.memory ?? this.readShared(offset, length)
    return new Uint32Array(memory, this.memory ? offset : 0, length / 4)
  }

  /** Bytes of the body, copied. */
  private read(offset: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length)
    readFully(this.descriptor, bytes, this.bodyStart + offset)
    return bytes
  }

  private readShared(offset: number, length: number): ArrayBuffer {
    // Worker threads share it. Typed as ArrayBuffer, whose views have the same reading methods.
    const memory = new SharedArrayBuffer(length) as unknown as ArrayBuffer
    readFully(this.descriptor, new Uint8Array(memory), this.bodyStart + offset)
    return memory
  }
}

function openIndex(bytes: Uint8Array): Flatbush {
  // biome-ignore lint/suspicious/noExplicitAny: flatbush accepts SharedArrayBuffer, its types do not
  return Flatbush.from(bytes.buffer as any, bytes.byteOffset)
}

function readFully(descriptor: number, into: Uint8Array, position: number): void {
  const SLICE = 2 ** 30
  for (let at = 0; at < into.length; ) {
    const read = readSync(descriptor, into, at, Math.min(SLICE, into.length - at), position + at)
    if (read === 0) throw new Error(`the file ends ${into.length - at} bytes early`)
    at += read
  }
}

function readHeader(descriptor: number, file: string): { header: PackHeader; bodyStart: number } {
  const broken = (problem: string) =>
    new StepError('open pack', file, problem, 'Build again, or roll back with `plat rollback`.')
  const size = fstatSync(descriptor).size
  if (size < PREAMBLE_BYTES) throw broken('it is shorter than a pack header')
  const start = Buffer.alloc(PREAMBLE_BYTES)
  readFully(descriptor, start, 0)
  if (start.toString('latin1', 0, 8) !== MAGIC) throw broken('it is not a lookup pack')
  const length = start.readUInt32LE(8)
  if (PREAMBLE_BYTES + length > size) throw broken('it is cut off inside its header')
  const json = new Uint8Array(length)
  readFully(descriptor, json, PREAMBLE_BYTES)
  if (!createHash('sha256').update(json).digest().equals(start.subarray(12, 44)))
    throw broken('its header does not match its checksum')
  const parsed = PackHeader.safeParse(JSON.parse(new TextDecoder().decode(json)))
  if (!parsed.success) throw broken('its header is of another format version')
  const bodyStart = Math.ceil((PREAMBLE_BYTES + length) / ALIGNMENT) * ALIGNMENT
  if (bodyStart + parsed.data.bytes !== size)
    throw broken(`it has ${size} bytes where its header says ${bodyStart + parsed.data.bytes}`)
  return { header: parsed.data, bodyStart }
}
