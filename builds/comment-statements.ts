import { literal } from '../values/sql-text.ts'

/** SQL that sets the comments of a table or view of the DuckDB file and of its columns. */
export function commentStatements(
  kind: 'TABLE' | 'VIEW',
  name: string,
  about: string,
  columns: readonly { name: string; comment: string }[],
): string[] {
  return [
    `COMMENT ON ${kind} ${name} IS ${literal(about)}`,
    ...columns.map(
      (column) => `COMMENT ON COLUMN ${name}."${column.name}" IS ${literal(column.comment)}`,
    ),
  ]
}
