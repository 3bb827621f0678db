import type { ColumnType } from '../../layers/packs/pack-format.ts'
import { StepError } from '../../terminal/step-error.ts'
import { sqlTypeOf } from '../stages/load.ts'
import { type ColumnRule, MAPPED_COLUMNS, ownName, type RollMapping } from './mapping.ts'

/** A table that raw columns come from, and the SQL name it goes by. */
export interface RawTable {
  /** Name in messages: the file. */
  title: string
  alias: string
  names: readonly string[]
}

/** One of our columns as SQL over the joined raw tables. */
export interface MappedColumn {
  name: string
  type: ColumnType
  /** Null where the value is missing or cannot be read as the type. */
  sql: string
  /** The trimmed text behind it: a text without a value is a number that could not be read. */
  rawSql: string | null
}

/**
 * Compiles a mapping to SQL over the roll (looked at first) and the fabric. A column that neither
 * has is an error that names it, unless the mapping calls it optional.
 */
export function compileMapping(mapping: RollMapping, tables: readonly RawTable[]): MappedColumn[] {
  return MAPPED_COLUMNS.map(({ name, type }) => {
    const rule = mapping.columns[name]
    const sqlType = sqlTypeOf(type)
    if (rule === undefined) return { name, type, sql: `NULL::${sqlType}`, rawSql: null }
    if ('constant' in rule)
      return { name, type, sql: `${literal(`${rule.constant}`)}::${sqlType}`, rawSql: null }
    const raw = rawText(rule, tables, mapping.title)
    if (raw === null) return { name, type, sql: `NULL::${sqlType}`, rawSql: null }
    const known = rule.null_if.reduce((sql, value) => `nullif(${sql}, ${literal(value)})`, raw)
    if (type === 'text') {
      const sql = rule.as === 'zip5' ? `nullif(regexp_extract(${known}, '^[0-9]{5}'), '')` : known
      return { name, type, sql, rawSql: rule.as === 'zip5' ? known : null }
    }
    // Rolls write whole numbers as 1880 and as 1880.00000000.
    const number = `try_cast(${known} AS DOUBLE)`
    const holds = type === 'integer' ? `${number} = trunc(${number})` : `isfinite(${number})` // NaN is no value
    const sql = `CASE WHEN ${holds} THEN try_cast(${number} AS ${sqlType}) END`
    // A zero written as 0.0 means the same as 0 where 0 means "not known".
    const zeroless = rule.null_if.includes('0') ? `nullif(${sql}, 0)` : sql
    const isZero = rule.null_if.includes('0')
      ? `CASE WHEN ${number} = 0 THEN NULL ELSE ${known} END`
      : known
    return { name, type, sql: zeroless, rawSql: isZero }
  })
}

/** The first of several columns that has a value, as SQL. */
export function firstValue(columns: readonly string[], tables: readonly RawTable[], title: string) {
  const parts = columns.map((column) => textOf(column, tables))
  const missing = columns.filter((_, i) => parts[i] === null)
  if (missing.length > 0) throw missingColumn(missing, tables, title)
  return parts.length === 1 ? parts[0]! : `coalesce(${parts.join(', ')})`
}

/** Columns joined by a blank, as SQL; null when none has a value. */
export function joinedText(columns: readonly string[], tables: readonly RawTable[], title: string) {
  const parts = columns.map((column) => textOf(column, tables))
  const missing = columns.filter((_, i) => parts[i] === null)
  if (missing.length > 0) throw missingColumn(missing, tables, title)
  return `nullif(concat_ws(' ', ${parts.join(', ')}), '')`
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function rawText(
  rule: Exclude<ColumnRule, { constant: unknown }>,
  tables: readonly RawTable[],
  title: string,
) {
  const parts = rule.columns.map((column) => textOf(column, tables))
  const missing = rule.columns.filter((_, i) => parts[i] === null)
  if (missing.length > 0) {
    if (rule.optional) return null
    throw missingColumn(missing, tables, title)
  }
  return parts.length === 1 ? parts[0]! : `nullif(concat_ws(' ', ${parts.join(', ')}), '')`
}

/** A raw column with runs of white space folded and blanks as null. */
function textOf(column: string, tables: readonly RawTable[]): string | null {
  for (const { alias, names } of tables) {
    const own = ownName(column, names)
    if (own === null) continue
    const raw = `${alias}.${identifier(own)}`
    return `nullif(trim(regexp_replace(${raw}, '\\s+', ' ', 'g')), '')`
  }
  return null
}

function missingColumn(missing: string[], tables: readonly RawTable[], title: string): StepError {
  const has = tables.map((table) => `${table.title} has ${table.names.join(', ')}`).join('; ')
  return new StepError(
    'map the roll',
    title,
    `there is no column ${missing.join(', ')}`,
    `The schema changed, or the mapping is of another roll. ${has}.`,
  )
}
