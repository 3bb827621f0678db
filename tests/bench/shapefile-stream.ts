import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { type Box, boundsOf, GRID, type Polygons } from '../../geometry/polygons.ts'

/** A text (C) or number (N) column of the .dbf. */
export interface ShapeField {
  name: string
  type: 'C' | 'N'
  length: number
}

const POLYGON = 5
const HEADER_BYTES = 100
const BUFFER_BYTES = 16 * 2 ** 20

/** NAD83 lon/lat as ESRI spells it. */
const WKT =
  'GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",' +
  'SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],' +
  'UNIT["Degree",0.0174532925199433]]'

/** Writes bytes through one buffer; what was written can be patched afterwards. */
class BufferedFile {
  size = 0
  private used = 0
  private readonly buffer = Buffer.alloc(BUFFER_BYTES)
  private readonly descriptor: number

  constructor(path: string) {
    this.descriptor = openSync(path, 'w')
  }

  /** Room for `bytes` more; the caller fills all of it. Larger than the buffer is refused. */
  take(bytes: number): { buffer: Buffer; at: number } {
    if (bytes > BUFFER_BYTES) throw new Error(`one record of ${bytes} bytes`)
    if (this.used + bytes > BUFFER_BYTES) this.flush()
    const at = this.used
    this.used += bytes
    this.size += bytes
    return { buffer: this.buffer, at }
  }

  close(patches: { at: number; bytes: Buffer }[]): void {
    this.flush()
    for (const { at, bytes } of patches) writeSync(this.descriptor, bytes, 0, bytes.length, at)
    closeSync(this.descriptor)
  }

  private flush(): void {
    writeSync(this.descriptor, this.buffer, 0, this.used)
    this.used = 0
  }
}

/**
 * Writes a polygon shapefile in lon/lat row by row, at about a million a few seconds: the sample
 * county's writer holds all of a file in memory. Shells run clockwise (ESRI, July 1998).
 */
export class ShapefileStream {
  rows = 0
  private readonly stem: string
  private readonly fields: readonly ShapeField[]
  private readonly shp: BufferedFile
  private readonly shx: BufferedFile
  private readonly dbf: BufferedFile
  private readonly bounds: Box = [Infinity, Infinity, -Infinity, -Infinity]

  /** `stem` is the path without a suffix. */
  constructor(stem: string, fields: readonly ShapeField[]) {
    this.stem = stem
    this.fields = fields
    this.shp = new BufferedFile(`${stem}.shp`)
    this.shx = new BufferedFile(`${stem}.shx`)
    this.dbf = new BufferedFile(`${stem}.dbf`)
    for (const file of [this.shp, this.shx]) file.take(HEADER_BYTES)
    this.writeDbfHead()
  }

  add(polygons: Polygons, row: Record<string, string | number | null>): void {
    const bounds = boundsOf(polygons)
    for (const side of [0, 1]) this.bounds[side] = Math.min(this.bounds[side], bounds[side])
    for (const side of [2, 3]) this.bounds[side] = Math.max(this.bounds[side], bounds[side])
    this.rows++
    this.addShape(polygons, bounds)
    this.addRow(row)
  }

  finish(): void {
    const end = this.dbf.take(1)
    end.buffer[end.at] = 0x1a
    const count = Buffer.alloc(4)
    count.writeUInt32LE(this.rows)
    this.dbf.close([{ at: 4, bytes: count }])
    for (const file of [this.shp, this.shx]) file.close([{ at: 0, bytes: this.header(file.size) }])
    writeFileSync(`${this.stem}.prj`, WKT)
    writeFileSync(`${this.stem}.cpg`, 'UTF-8')
  }

  private addShape({ coords, ringEnds }: Polygons, bounds: Box): void {
    const points = coords.length / 2 + ringEnds.length
    const content = 44 + 4 * ringEnds.length + 16 * points
    const index = this.shx.take(8)
    // Offsets and lengths are counted in 16-bit words.
    index.buffer.writeInt32BE(this.shp.size / 2, index.at)
    index.buffer.writeInt32BE(content / 2, index.at + 4)
    const { buffer, at } = this.shp.take(8 + content)
    buffer.writeInt32BE(this.rows, at)
    buffer.writeInt32BE(content / 2, at + 4)
    buffer.writeInt32LE(POLYGON, at + 8)
    for (const [i, side] of bounds.entries()) buffer.writeDoubleLE(side / GRID, at + 12 + 8 * i)
    buffer.writeInt32LE(ringEnds.length, at + 44)
    buffer.writeInt32LE(points, at + 48)
    let to = at + 52 + 4 * ringEnds.length
    let start = 0
    for (const [ring, end] of ringEnds.entries()) {
      buffer.writeInt32LE(start + ring, at + 52 + 4 * ring)
      // Our rings run the other way round, and are open.
      for (let i = end; i >= start; i--) {
        const from = (i === end ? start : i) * 2
        buffer.writeDoubleLE(coords[from] / GRID, to)
        buffer.writeDoubleLE(coords[from + 1] / GRID, to + 8)
        to += 16
      }
      start = end
    }
  }

  private addRow(row: Record<string, string | number | null>): void {
    let line = ' '
    for (const { name, type, length } of this.fields) {
      const text = `${row[name] ?? ''}`
      if (text.length > length) throw new Error(`column ${name} cannot hold ${text}`)
      line += type === 'N' ? text.padStart(length) : text.padEnd(length)
    }
    const { buffer, at } = this.dbf.take(line.length)
    buffer.write(line, at, 'latin1')
  }

  private writeDbfHead(): void {
    const bytes = 33 + this.fields.length * 32
    const { buffer, at } = this.dbf.take(bytes)
    buffer.fill(0, at, at + bytes)
    buffer.set([3, 125, 7, 1], at)
    buffer.writeUInt16LE(bytes, at + 8)
    buffer.writeUInt16LE(1 + this.fields.reduce((sum, { length }) => sum + length, 0), at + 10)
    for (const [i, { name, type, length }] of this.fields.entries()) {
      const field = at + 32 + i * 32
      buffer.write(name, field, 'latin1')
      buffer.write(type, field + 11, 'latin1')
      buffer[field + 16] = length
    }
    buffer[at + bytes - 1] = 0x0d
  }

  private header(fileBytes: number): Buffer {
    const header = Buffer.alloc(HEADER_BYTES)
    header.writeInt32BE(9994, 0)
    header.writeInt32BE(fileBytes / 2, 24)
    header.writeInt32LE(1000, 28)
    header.writeInt32LE(POLYGON, 32)
    for (const [i, side] of this.bounds.entries()) header.writeDoubleLE(side / GRID, 36 + 8 * i)
    return header
  }
}
