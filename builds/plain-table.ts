import { commentStatements } from './comment-statements.ts'

/** A table of the DuckDB file that belongs to no layer: the counts, and the guides. */
export interface PlainTable {
  name: string
  /** One sentence: what one row is. */
  about: string
  columns: Readonly<Record<string, readonly [type: string, about: string]>>
}

/** SQL that creates the table, empty and with its comments. */
export function createPlain({ name, about, columns }: PlainTable): string[] {
  const each = Object.entries(columns)
  return [
    `CREATE TABLE ${name} (${each.map(([column, [type]]) => `${column} ${type}`).join(', ')})`,
    ...commentStatements(
      'TABLE',
      name,
      about,
      each.map(([column, [, comment]]) => ({ name: column, comment })),
    ),
  ]
}
