import type { ColumnType } from '../../packs/pack-format.ts'
import { StepError } from '../../terminal/step-error.ts'
import { cleanText, identifier, literal } from '../../values/sql-text.ts'
import { sqlTypeOf } from '../stages/load.ts'
import { MAPPED_COLUMNS, ownName, type RollMapping } from './mapping.ts'

/** A table that raw columns come from, and the SQL name it goes by. */
export interface RawTable {
  /** Name in messages: the file. */
  title: string
  alias: string
  names: readonly string[]
  /** Names of columns in which `cleanText` would change nothing, so that it is left out. */
  clean?: ReadonlySet<string>
}

/**
 * Columns of the raw tables as trimmed texts. Each is defined once, in a subquery, however many
 * columns of the table read it.
 */
export class RawTexts {
  private readonly defined = new Map<string, string>()
  private readonly tables: readonly RawTable[]
  private readonly title: string

  constructor(tables: readonly RawTable[], title: string) {
    this.tables = tables
    this.title = title
  }

  /** The definitions used so far, for the subquery. */
  definitions(): string[] {
    return [...this.defined].map(([name, sql]) => `${sql} AS ${identifier(name)}`)
  }

  has(columns: readonly string[]): boolean {
    return columns.every((column) => this.find(column) !== null)
  }

  /** The first of several columns that has a value, as SQL. */
  first(columns: readonly string[]): string {
    const texts = this.texts(columns)
    return texts.length === 1 ? texts[0] : `coalesce(${texts.join(', ')})`
  }

  /** Columns joined by a blank, as SQL; null when none has a value. */
  joined(columns: readonly string[]): string {
    const texts = this.texts(columns)
    return texts.length === 1 ? texts[0] : `nullif(concat_ws(' ', ${texts.join(', ')}), '')`
  }

  /** One column's text over the raw tables themselves. Throws `StepError` when there is none. */
  definition(column: string): string {
    const found = this.find(column)
    if (!found) throw missingColumn([column], this.tables, this.title)
    const raw = `${found.table.alias}.${identifier(found.own)}`
    return found.table.clean?.has(found.own) ? raw : cleanText(raw)
  }

  private texts(columns: readonly string[]): string[] {
    const missing = columns.filter((column) => this.find(column) === null)
    if (missing.length > 0) throw missingColumn(missing, this.tables, this.title)
    return columns.map((column) => {
      const { table, own } = this.find(column)!
      const name = `${table.alias} ${own}`
      if (!this.defined.has(name)) this.defined.set(name, this.definition(column))
      return identifier(name)
    })
  }

  private find(column: string): { table: RawTable; own: string } | null {
    for (const table of this.tables) {
      const own = ownName(column, table.names)
      if (own !== null) return { table, own }
    }
    return null
  }
}

/** A column of the table as SQL over the joined raw tables. */
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
 * has is an error that names it, unless it is optional in the mapping.
 */
export function compileMapping(mapping: RollMapping, texts: RawTexts): MappedColumn[] {
  return MAPPED_COLUMNS.map(({ name, type }) => {
    const rule = mapping.columns[name]
    const sqlType = sqlTypeOf(type)
    if (rule === undefined) return { name, type, sql: `NULL::${sqlType}`, rawSql: null }
    if ('constant' in rule)
      return { name, type, sql: `${literal(`${rule.constant}`)}::${sqlType}`, rawSql: null }
    if (rule.optional && !texts.has(rule.columns))
      return { name, type, sql: `NULL::${sqlType}`, rawSql: null }
    const raw = texts.joined(rule.columns)
    const known = rule.null_if.reduce((sql, value) => `nullif(${sql}, ${literal(value)})`, raw)
    if ('groups' in rule) {
      const isAny = (codes: readonly string[]) => `${known} IN (${codes.map(literal).join(', ')})`
      const groups = Object.entries(rule.groups).map(
        ([group, codes]) => `WHEN ${isAny(codes)} THEN ${literal(group)}`,
      )
      const rawSql =
        rule.without_group.length > 0
          ? `CASE WHEN NOT ${isAny(rule.without_group)} THEN ${known} END`
          : known
      return { name, type, sql: `CASE ${groups.join(' ')} END`, rawSql }
    }
    if (type === 'text') {
      const sql = TEXT_READINGS[rule.as](known)
      return { name, type, sql, rawSql: rule.as === 'zip5' ? known : null }
    }
    // Rolls write whole numbers as 1880 and as 1880.00000000.
    const number = `try_cast(${known} AS DOUBLE)`
    const sql = `CASE WHEN ${NUMBER_TESTS[type](number)} THEN try_cast(${number} AS ${sqlType}) END`
    // A zero written as 0.0 means the same as 0 where 0 means "not known".
    const zeroless = rule.null_if.includes('0') ? `nullif(${sql}, 0)` : sql
    const isZero = rule.null_if.includes('0')
      ? `CASE WHEN ${number} = 0 THEN NULL ELSE ${known} END`
      : known
    return { name, type, sql: zeroless, rawSql: isZero }
  })
}

/** SQL that is true for a number of the type. */
const NUMBER_TESTS: Record<Exclude<ColumnType, 'text'>, (number: string) => string> = {
  integer: (number) => `${number} = trunc(${number})`,
  // NaN is not a value.
  real: (number) => `isfinite(${number})`,
  boolean: (number) => `isfinite(${number})`,
}

const TEXT_READINGS = {
  verbatim: (text: string) => text,
  zip5: (text: string) => `nullif(regexp_extract(${text}, '^[0-9]{5}'), '')`,
  street_address: (text: string) => `nullif(regexp_replace(${text}, '^0+( |$)', ''), '')`,
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
