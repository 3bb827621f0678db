import { literal } from '../values/sql-text.ts'

/** SQL that tells what a table or view of the DuckDB file and its columns are. */
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
