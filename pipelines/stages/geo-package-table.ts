import { DatabaseSync } from 'node:sqlite'
import { identifier, literal } from '../../values/sql-text.ts'
import type { GdalField } from './gdal-field.ts'

/** How GDAL understands the values of a column. */
export type GeoPackageKind = 'text' | 'flag' | 'integer' | 'real' | 'date'

export interface GeoPackageColumn {
  name: string
  kind: GeoPackageKind
  /** Least and largest integer that GDAL passes on as it is. */
  least: number
  largest: number
}

/** A table of features, in parts of equally many rows. */
export interface GeoPackageTable {
  file: string
  table: string
  /** Column of the row numbers, by which rows are in order, and column of the shapes. */
  key: string
  geometry: string
  columns: GeoPackageColumn[]
  /** Kinds of WKB that the layer's own type allows; null for all of them. */
  types: readonly number[] | null
  /** Rows as GDAL counts them. */
  rows: number
  partRows: number
  /** Row number with which each part begins. */
  partKeys: number[]
}

/** Bits of the integers of a column by its declared type. */
const INTEGER_BITS: Record<string, number> = {
  TINYINT: 16,
  SMALLINT: 16,
  MEDIUMINT: 32,
  INT: 54,
  INTEGER: 54,
}
const TYPES: Record<string, readonly number[] | null> = {
  GEOMETRY: null,
  POINT: [1, 4],
  MULTIPOINT: [1, 4],
  LINESTRING: [2, 5],
  MULTILINESTRING: [2, 5],
  POLYGON: [3, 6],
  MULTIPOLYGON: [3, 6],
}

/**
 * Opens a table of a GeoPackage that is as GDAL describes its layer. Null for any other file, and
 * where GDAL alone knows what the rows are: a view, a column of a rare type.
 */
export function openGeoPackage(
  file: string,
  layer: { name: string; fields: readonly GdalField[]; features: number },
  partRows: number,
): GeoPackageTable | null {
  if (!/\.gpkg$/i.test(file)) return null
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      return tableOf(database, file, layer, partRows)
    } finally {
      database.close()
    }
  } catch {
    // GDAL has opened the file: what SQLite does not do with it, GDAL may.
    return null
  }
}

function tableOf(
  database: DatabaseSync,
  file: string,
  { name: table, fields, features }: Parameters<typeof openGeoPackage>[1],
  partRows: number,
): GeoPackageTable | null {
  const isTable = database
    .prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?")
    .get(table)
  const shapes = database
    .prepare(
      'SELECT column_name, geometry_type_name FROM gpkg_geometry_columns WHERE table_name = ?',
    )
    .all(table) as { column_name: string; geometry_type_name: string }[]
  const types = shapes.length === 1 ? TYPES[shapes[0].geometry_type_name.toUpperCase()] : undefined
  if (!isTable || types === undefined) return null
  const declared = database.prepare(`PRAGMA table_info(${literal(table)})`).all() as {
    name: string
    type: string
    pk: number
  }[]
  const keys = declared.filter(({ pk }) => pk > 0)
  if (keys.length !== 1 || keys[0].type.toUpperCase() !== 'INTEGER') return null
  const typeOf = new Map(declared.map(({ name, type }) => [name, type.toUpperCase()]))
  const columns: GeoPackageColumn[] = []
  for (const field of fields) {
    const column = columnOf(field, typeOf.get(field.name) ?? '')
    if (column === null) return null
    columns.push(column)
  }
  const key = keys[0].name
  const rows = { table, key, rows: features }
  const partKeys = partKeysOf(database, rows, partRows)
  const geometry = shapes[0].column_name
  return { file, ...rows, geometry, columns, types, partRows, partKeys }
}

function columnOf({ name, type }: GdalField, declared: string): GeoPackageColumn | null {
  const column = (kind: GeoPackageKind, bits = 54) => {
    return { name, kind, least: -(2 ** (bits - 1)), largest: 2 ** (bits - 1) - 1 }
  }
  if (/^TEXT(\(\d+\))?$/.test(declared) && type === 'string') return column('text')
  if (/^(DOUBLE|REAL)$/.test(declared) && type === 'real') return column('real')
  if (declared === 'BOOLEAN' && type === 'integer') return column('flag')
  if (declared === 'DATE' && type === 'date') return column('date')
  const bits = INTEGER_BITS[declared]
  return bits && /^integer(64)?$/.test(type) ? column('integer', bits) : null
}

/**
 * The row numbers with which parts begin. Those without gaps follow from the first and the last, as
 * GDAL counts the rows; others are walked over, which takes 0.5 us a row.
 */
function partKeysOf(
  database: DatabaseSync,
  { table, key, rows }: Pick<GeoPackageTable, 'table' | 'key' | 'rows'>,
  partRows: number,
): number[] {
  const own = identifier(key)
  const from = `FROM ${identifier(table)}`
  const { first, last } = database
    .prepare(`SELECT min(${own}) AS first, max(${own}) AS last ${from}`)
    .get() as { first: number | null; last: number }
  if (first === null) return []
  const parts = Math.ceil(rows / partRows)
  if (last - first + 1 === rows)
    return Array.from({ length: parts }, (_, i) => first + i * partRows)
  const next = database.prepare(
    `SELECT ${own} AS key ${from} WHERE ${own} >= ? ORDER BY ${own} LIMIT 1 OFFSET ?`,
  )
  const keys = [first]
  for (let part = 1; part < parts; part++) {
    const found = next.get(keys[part - 1], partRows) as { key: number } | undefined
    if (!found) break
    keys.push(found.key)
  }
  return keys
}
