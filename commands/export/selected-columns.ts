import { type DuckDBPreparedStatement, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api'
import type { ExportColumn, ExportType } from '../../exports/export-layer.ts'
import { StepError } from '../../terminal/step-error.ts'
import { identifier } from '../../values/sql-text.ts'

/** Columns of a query, as files for GIS programs have them. */
export interface SelectedColumns {
  /** Names of the columns of shapes. */
  geometries: string[]
  /** All others, in order. */
  columns: ExportColumn[]
}

/** How a type of DuckDB is read: its type in files, and the SQL that converts it. */
interface Reading {
  type: ExportType
  convert(column: string): string
}

const asIs = (type: ExportType): Reading => ({ type, convert: (column) => column })
const cast = (type: ExportType, to: string): Reading => ({
  type,
  convert: (column) => `${column}::${to}`,
})
const WHOLE = cast('integer', 'BIGINT')
/** Milliseconds since 1970 in UTC: files have no finer instants. */
const INSTANT: Reading = { type: 'datetime', convert: (column) => `epoch_ms(${column}::TIMESTAMP)` }
const ZONED: Reading = { type: 'datetime', convert: (column) => `epoch_ms(${column})` }
const NESTED: Reading = { type: 'json', convert: (column) => `to_json(${column})::VARCHAR` }
const WKT: Reading = { type: 'text', convert: (column) => `ST_AsText(${column})` }
/** Texts stand for types that files have no place for: intervals, times of day, UUIDs. */
const TEXT = cast('text', 'VARCHAR')

const READINGS: Partial<Record<DuckDBTypeId, Reading>> = {
  [DuckDBTypeId.BOOLEAN]: asIs('boolean'),
  [DuckDBTypeId.TINYINT]: WHOLE,
  [DuckDBTypeId.SMALLINT]: WHOLE,
  [DuckDBTypeId.INTEGER]: WHOLE,
  [DuckDBTypeId.BIGINT]: WHOLE,
  [DuckDBTypeId.UTINYINT]: WHOLE,
  [DuckDBTypeId.USMALLINT]: WHOLE,
  [DuckDBTypeId.UINTEGER]: WHOLE,
  // A sum of whole numbers is a HUGEINT. DuckDB refuses a value that 64 bits cannot hold.
  [DuckDBTypeId.UBIGINT]: WHOLE,
  [DuckDBTypeId.HUGEINT]: WHOLE,
  [DuckDBTypeId.UHUGEINT]: WHOLE,
  [DuckDBTypeId.FLOAT]: cast('real', 'DOUBLE'),
  [DuckDBTypeId.DOUBLE]: asIs('real'),
  [DuckDBTypeId.DECIMAL]: cast('real', 'DOUBLE'),
  [DuckDBTypeId.DATE]: cast('date', 'VARCHAR'),
  [DuckDBTypeId.TIMESTAMP]: INSTANT,
  [DuckDBTypeId.TIMESTAMP_S]: INSTANT,
  [DuckDBTypeId.TIMESTAMP_MS]: INSTANT,
  [DuckDBTypeId.TIMESTAMP_NS]: INSTANT,
  [DuckDBTypeId.TIMESTAMP_TZ]: ZONED,
  [DuckDBTypeId.BLOB]: asIs('blob'),
  [DuckDBTypeId.LIST]: NESTED,
  [DuckDBTypeId.ARRAY]: NESTED,
  [DuckDBTypeId.STRUCT]: NESTED,
  [DuckDBTypeId.MAP]: NESTED,
  [DuckDBTypeId.UNION]: NESTED,
}

function readingOf({ typeId, alias }: DuckDBType): Reading {
  if (typeId === DuckDBTypeId.VARCHAR) return asIs(alias === 'JSON' ? 'json' : 'text')
  return READINGS[typeId] ?? TEXT
}

/** SQL that reads a column in the form of its type in files. */
export type Conversions = ReadonlyMap<string, string>

/** Name by which GDAL and QGIS recognize the column of shapes of a CSV. */
const WKT_COLUMN = 'WKT'

/**
 * The columns of a prepared query and how to read them. With `areTexts` shapes are columns of WKT,
 * of which the only one gets the name that GIS programs recognize. `comments` are meanings by name.
 * Throws `StepError` for two names that are equal or differ in case alone: files do not distinguish
 * those.
 */
export function selectedColumns(
  prepared: DuckDBPreparedStatement,
  comments: ReadonlyMap<string, string>,
  { areTexts }: { areTexts: boolean },
): SelectedColumns & { conversions: Conversions } {
  const selected = Array.from({ length: prepared.columnCount }, (_, i) => ({
    name: prepared.columnName(i),
    type: prepared.columnType(i),
  }))
  expectDistinct(selected.map(({ name }) => name))
  const isShape = ({ type }: { type: DuckDBType }) => type.typeId === DuckDBTypeId.GEOMETRY
  const geometries = selected.filter(isShape).map(({ name }) => name)
  const hasOwn = selected.some(({ name }) => name.toLowerCase() === WKT_COLUMN.toLowerCase())
  const isRenamed = geometries.length === 1 && !hasOwn
  const columns: ExportColumn[] = []
  const conversions = new Map<string, string>()
  for (const { name, type } of selected) {
    const isText = type.typeId === DuckDBTypeId.GEOMETRY
    if (isText && !areTexts) continue
    const reading = isText ? WKT : readingOf(type)
    const written = isText && isRenamed ? WKT_COLUMN : name
    columns.push({ name: written, type: reading.type, comment: comments.get(name) ?? null })
    conversions.set(written, reading.convert(identifier(name)))
  }
  return { geometries: areTexts ? [] : geometries, columns, conversions }
}

function expectDistinct(names: readonly string[]): void {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name.toLowerCase()))
      throw new StepError(
        'export',
        name,
        'two columns of the query have this name',
        'Give one of them another name with AS, or list the columns that you need.',
      )
    seen.add(name.toLowerCase())
  }
}
