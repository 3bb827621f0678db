import { z } from 'zod'
import type { ColumnType } from './pack-format.ts'

/**
 * One table of a layer. The same definition makes the Parquet columns, the comments that an analyst
 * reads in DuckDB, the columns of the lookup pack and the check of every row.
 */
export interface Table {
  /** snake_case, unique in the platform: `flood_zones`. */
  name: string
  /** One sentence: what one row is. */
  grain: string
  /** Column schemas without the geometry, each with `.describe()`: the column's comment. */
  row: z.ZodObject
  /** The column that identifies a row in every build; unique within the table. */
  key: string
  /** Columns that identify a row together with `key`, where it alone does not. */
  keyWith?: readonly string[]
  /** Shape of a row (WKB in lon/lat, `OGC:CRS84`). */
  geometry: 'polygons' | 'points' | 'lines' | 'none'
  /** Text columns by whose value rows are found at serve time; rows may share a value. */
  lookups?: readonly string[]
  /**
   * Columns of a table whose rows describe raster files: the path of the file in the folder of the
   * build, and its least and greatest value.
   */
  raster?: { file: string; min: string; max: string }
  /**
   * Columns that addresses are gathered from, together with the shape: a change of other columns
   * gathers none anew.
   */
  addressColumns?: readonly string[]
  /** Columns left out of the lookup pack because no section reads them. */
  unpacked?: readonly string[]
}

/** True for a geometry whose rows have an area. */
export const HAS_AREA: Record<Table['geometry'], boolean> = {
  polygons: true,
  points: false,
  lines: false,
  none: false,
}

/** The columns that together identify a row. */
export function keyColumnsOf({ key, keyWith = [] }: Table): string[] {
  return [key, ...keyWith]
}

/** The columns that a lookup pack has. */
export function packedColumnsOf(table: Table): Column[] {
  return columnsOf(table).filter(({ name }) => !table.unpacked?.includes(name))
}

export interface Column {
  name: string
  type: ColumnType
  nullable: boolean
  comment: string
}

/** The columns of a table in the order of its row schema. */
export function columnsOf(table: Pick<Table, 'name' | 'row'>): Column[] {
  return Object.entries(table.row.shape).map(([name, schema]) => {
    const field = schema as z.ZodType
    const nullable = field instanceof z.ZodNullable
    const inner = nullable ? (field.unwrap() as z.ZodType) : field
    const comment = field.description ?? inner.description
    if (!comment) throw new Error(`column ${table.name}.${name} has no description`)
    return { name, type: columnType(inner, `${table.name}.${name}`), nullable, comment }
  })
}

function columnType(schema: z.ZodType, where: string): ColumnType {
  if (schema instanceof z.ZodBoolean) return 'boolean'
  if (schema instanceof z.ZodNumber) return schema.isInt ? 'integer' : 'real'
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) return 'text'
  if (schema instanceof z.ZodISODate) return 'text'
  throw new Error(`column ${where}: a column is text, real, integer or boolean`)
}
