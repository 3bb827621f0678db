import { twiceArea } from '../plan/areas.ts'
import { type DbfField, type DbfRow, writeDbf } from './dbf.ts'
import type { ArchiveEntry } from './stored-zip.ts'

/** x, y in the file's CRS. */
export type ShapePoint = readonly [x: number, y: number]

export interface ShapeRecord {
  /** Open rings, any direction: the first is the shell, the rest are its holes. */
  rings: readonly (readonly ShapePoint[])[]
  row: DbfRow
}

/** A record of lines, in the direction in which they are drawn. */
export interface LineRecord {
  lines: readonly (readonly ShapePoint[])[]
  row: DbfRow
}

const POLYLINE = 3
const POLYGON = 5

/**
 * A polygon shapefile: .shp, .shx, .dbf, .prj and .cpg. Shells run clockwise and holes
 * counter-clockwise (ESRI Shapefile Technical Description, July 1998).
 */
export function writeShapefile(
  name: string,
  wkt: string,
  fields: readonly DbfField[],
  records: readonly ShapeRecord[],
): ArchiveEntry[] {
  const parts = records.map(({ rings }) => rings.map((ring, i) => closedRing(ring, i === 0)))
  const rows = records.map(({ row }) => row)
  return writeParts({ name, wkt, fields }, POLYGON, parts, rows)
}

/** A shapefile of lines: the same five files. */
export function writeLineShapefile(
  name: string,
  wkt: string,
  fields: readonly DbfField[],
  records: readonly LineRecord[],
): ArchiveEntry[] {
  const parts = records.map(({ lines }) => lines)
  const rows = records.map(({ row }) => row)
  return writeParts({ name, wkt, fields }, POLYLINE, parts, rows)
}

/** Both kinds are laid out alike: a type, a box, and parts of points. */
function writeParts(
  { name, wkt, fields }: { name: string; wkt: string; fields: readonly DbfField[] },
  type: number,
  shapes: readonly ShapeRecord['rings'][],
  rows: readonly DbfRow[],
): ArchiveEntry[] {
  const contents = shapes.map((parts) => partsContent(type, parts))
  const length = contents.reduce((sum, content) => sum + 8 + content.length, 100)
  const shp = Buffer.alloc(length)
  const shx = Buffer.alloc(100 + 8 * rows.length)
  const bounds = boundsOf(shapes.flatMap(([first]) => first))
  writeHeader(shp, type, bounds)
  writeHeader(shx, type, bounds)
  let at = 100
  for (const [i, content] of contents.entries()) {
    // Offsets and lengths are counted in 16-bit words.
    shx.writeInt32BE(at / 2, 100 + 8 * i)
    shx.writeInt32BE(content.length / 2, 104 + 8 * i)
    shp.writeInt32BE(i + 1, at)
    shp.writeInt32BE(content.length / 2, at + 4)
    content.copy(shp, at + 8)
    at += 8 + content.length
  }
  return [
    { name: `${name}.shp`, content: shp },
    { name: `${name}.shx`, content: shx },
    { name: `${name}.dbf`, content: writeDbf(fields, rows) },
    { name: `${name}.prj`, content: Buffer.from(wkt) },
    { name: `${name}.cpg`, content: Buffer.from('UTF-8') },
  ]
}

function writeHeader(file: Buffer, type: number, bounds: number[]): void {
  file.writeInt32BE(9994, 0)
  file.writeInt32BE(file.length / 2, 24)
  file.writeInt32LE(1000, 28)
  file.writeInt32LE(type, 32)
  for (const [i, bound] of bounds.entries()) file.writeDoubleLE(bound, 36 + 8 * i)
}

function partsContent(type: number, parts: ShapeRecord['rings']): Buffer {
  const points = parts.flat()
  const content = Buffer.alloc(44 + 4 * parts.length + 16 * points.length)
  content.writeInt32LE(type, 0)
  for (const [i, bound] of boundsOf(points).entries()) content.writeDoubleLE(bound, 4 + 8 * i)
  content.writeInt32LE(parts.length, 36)
  content.writeInt32LE(points.length, 40)
  let start = 0
  for (const [i, part] of parts.entries()) {
    content.writeInt32LE(start, 44 + 4 * i)
    start += part.length
  }
  let at = 44 + 4 * parts.length
  for (const [x, y] of points) {
    content.writeDoubleLE(x, at)
    content.writeDoubleLE(y, at + 8)
    at += 16
  }
  return content
}

function closedRing(ring: readonly ShapePoint[], isShell: boolean): ShapePoint[] {
  const isClockwise = twiceArea(ring) < 0
  const turned = isClockwise === isShell ? [...ring] : [...ring].reverse()
  return [...turned, turned[0]]
}

function boundsOf(points: readonly ShapePoint[]): number[] {
  const bounds = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    bounds[0] = Math.min(bounds[0], x)
    bounds[1] = Math.min(bounds[1], y)
    bounds[2] = Math.max(bounds[2], x)
    bounds[3] = Math.max(bounds[3], y)
  }
  return bounds
}
