import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { type Box, GRID, type Polygons } from '../../geometry/polygons.ts'
import { type DbfField, type DbfRow, formatDbfValue } from '../../sample/files/dbf.ts'
import { GEOGRAPHIC_WKT } from '../../sample/plan/transverse-mercator.ts'

/** The coordinate system of a shapefile, and its coordinates of longitude and latitude. */
export interface ShapeFrame {
  wkt: string
  /** Degrees to the coordinates of the file; left out where these are degrees. */
  project?: (at: readonly [lng: number, lat: number]) => readonly [x: number, y: number]
}

const POLYGON = 5
const HEADER_BYTES = 100
/** More than a record of 100,000 points, the largest of the bench county. */
const BUFFER_BYTES = 4 * 2 ** 20

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
 * Writes a polygon shapefile row by row, at about a million a few seconds: the sample county's
 * writer holds all of a file in memory. Shells run clockwise (ESRI, July 1998).
 */
export class ShapefileStream {
  rows = 0
  private readonly stem: string
  private readonly fields: readonly DbfField[]
  private readonly frame: ShapeFrame
  private readonly shp: BufferedFile
  private readonly shx: BufferedFile
  private readonly dbf: BufferedFile
  private readonly bounds: Box = [Infinity, Infinity, -Infinity, -Infinity]

  /** `stem` is the path without a suffix. */
  constructor(
    stem: string,
    fields: readonly DbfField[],
    frame: ShapeFrame = { wkt: GEOGRAPHIC_WKT },
  ) {
    this.stem = stem
    this.frame = frame
    this.fields = fields
    this.shp = new BufferedFile(`${stem}.shp`)
    this.shx = new BufferedFile(`${stem}.shx`)
    this.dbf = new BufferedFile(`${stem}.dbf`)
    for (const file of [this.shp, this.shx]) file.take(HEADER_BYTES)
    this.writeDbfHead()
  }

  add(polygons: Polygons, row: DbfRow): void {
    this.rows++
    this.addShape(polygons)
    this.addRow(row)
  }

  finish(): void {
    const end = this.dbf.take(1)
    end.buffer[end.at] = 0x1a
    const count = Buffer.alloc(4)
    count.writeUInt32LE(this.rows)
    this.dbf.close([{ at: 4, bytes: count }])
    for (const file of [this.shp, this.shx]) file.close([{ at: 0, bytes: this.header(file.size) }])
    writeFileSync(`${this.stem}.prj`, this.frame.wkt)
    writeFileSync(`${this.stem}.cpg`, 'UTF-8')
  }

  private addShape({ coords, ringEnds }: Polygons): void {
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
    buffer.writeInt32LE(ringEnds.length, at + 44)
    buffer.writeInt32LE(points, at + 48)
    const bounds: Box = [Infinity, Infinity, -Infinity, -Infinity]
    let to = at + 52 + 4 * ringEnds.length
    let start = 0
    for (const [ring, end] of ringEnds.entries()) {
      buffer.writeInt32LE(start + ring, at + 52 + 4 * ring)
      // Our rings run the other way round, and are open.
      for (let i = end; i >= start; i--) {
        const from = (i === end ? start : i) * 2
        const [x, y] = this.placed(coords[from] / GRID, coords[from + 1] / GRID)
        widen(bounds, x, y)
        buffer.writeDoubleLE(x, to)
        buffer.writeDoubleLE(y, to + 8)
        to += 16
      }
      start = end
    }
    for (const [i, side] of bounds.entries()) buffer.writeDoubleLE(side, at + 12 + 8 * i)
    widen(this.bounds, bounds[0], bounds[1])
    widen(this.bounds, bounds[2], bounds[3])
  }

  private placed(lng: number, lat: number): readonly [number, number] {
    return this.frame.project?.([lng, lat]) ?? [lng, lat]
  }

  private addRow(row: DbfRow): void {
    let line = ' '
    for (const field of this.fields) line += formatDbfValue(field, row[field.name] ?? null)
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
    for (const [i, { name, type, length, decimals = 0 }] of this.fields.entries()) {
      const field = at + 32 + i * 32
      buffer.write(name, field, 'latin1')
      buffer.write(type, field + 11, 'latin1')
      buffer[field + 16] = length
      buffer[field + 17] = decimals
    }
    buffer[at + bytes - 1] = 0x0d
  }

  private header(fileBytes: number): Buffer {
    const header = Buffer.alloc(HEADER_BYTES)
    header.writeInt32BE(9994, 0)
    header.writeInt32BE(fileBytes / 2, 24)
    header.writeInt32LE(1000, 28)
    header.writeInt32LE(POLYGON, 32)
    for (const [i, side] of this.bounds.entries()) header.writeDoubleLE(side, 36 + 8 * i)
    return header
  }
}

function widen(box: Box, x: number, y: number): void {
  box[0] = Math.min(box[0], x)
  box[1] = Math.min(box[1], y)
  box[2] = Math.max(box[2], x)
  box[3] = Math.max(box[3], y)
}
