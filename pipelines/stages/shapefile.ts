import { statSync } from 'node:fs'
import { bytesAt } from './bytes-at.ts'
import { type DbfHead, readDbfHead } from './dbf-head.ts'
import type { GdalField } from './gdal-field.ts'

/** Where the records of a shapefile are, and what each of them is. */
export interface Shapefile extends Omit<DbfHead, 'rows'> {
  shp: string
  shx: string
  dbf: string
  /** ESRI's number of the shapes' type. */
  type: number
  records: number
}

/** Type of surfaces in space, which no layer of land is. */
export const MULTIPATCH = 31
export const SHP_HEAD_BYTES = 100
export const INDEX_ENTRY_BYTES = 8
/** The first byte of a deleted row: an asterisk. */
export const DELETED = 0x2a
/** Bytes of the table that are read at a time to find deleted rows. */
const BLOCK_BYTES = 4 * 2 ** 20

/**
 * Opens a shapefile whose parts agree with each other and with GDAL's description of its layer.
 * Null for any other file, and for any other format: GDAL then reads it.
 */
export function openShapefile(
  file: string,
  layer: { fields: readonly GdalField[]; features: number },
): Shapefile | null {
  if (!/\.shp$/i.test(file)) return null
  const shx = sidecarOf(file, 'shx')
  const dbf = sidecarOf(file, 'dbf')
  if (shx === null || dbf === null) return null
  const head = bytesAt(file, 0, SHP_HEAD_BYTES)
  const table = readDbfHead(dbf, sidecarOf(file, 'cpg'), layer.fields)
  if (head === null || table === null) return null
  const { rows: records, ...rows } = table
  const entries = (statSync(shx).size - SHP_HEAD_BYTES) / INDEX_ENTRY_BYTES
  if (records !== entries || records !== layer.features) return null
  return { shp: file, shx, dbf, type: head.readInt32LE(32), records, ...rows }
}

/** The records whose row is marked as deleted, in order. */
export function deletedRecords({ dbf, records, headBytes, rowBytes }: Shapefile): number[] {
  const deleted: number[] = []
  const rows = Math.max(1, Math.floor(BLOCK_BYTES / rowBytes))
  for (let first = 0; first < records; first += rows) {
    const count = Math.min(rows, records - first)
    const block = bytesAt(dbf, headBytes + first * rowBytes, count * rowBytes)
    for (let row = 0; block && row < count; row++)
      if (block[row * rowBytes] === DELETED) deleted.push(first + row)
  }
  return deleted
}

/** A file of the same name with another ending in small or in capital letters, as GDAL finds it. */
function sidecarOf(shp: string, suffix: string): string | null {
  const stem = shp.slice(0, -'shp'.length)
  const paths = [suffix, suffix.toUpperCase()].map((end) => stem + end)
  return paths.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile()) ?? null
}
