import { createPlain, type PlainTable } from './plain-table.ts'

const TABLES: PlainTable = {
  name: 'guide_tables',
  about: 'One table or view of this file, with what one row of it is.',
  columns: {
    name: ['VARCHAR', 'Name of the table or view'],
    kind: ['VARCHAR', 'view or table'],
    rows: ['BIGINT', 'Rows of a table; null for a view'],
    about: ['VARCHAR', 'What one row is, and what names it'],
  },
}

const COLUMNS: PlainTable = {
  name: 'guide_columns',
  about: 'One column of a table or view of this file, with its meaning.',
  columns: {
    table_name: ['VARCHAR', 'Name of the table or view'],
    column_name: ['VARCHAR', 'Name of the column'],
    data_type: ['VARCHAR', 'Type in DuckDB'],
    comment: ['VARCHAR', 'Its meaning, with its unit'],
  },
}

/**
 * SQL that copies the comments of an attached database into two tables, since not every client
 * shows comments. Run it when everything else is committed.
 */
export function guideStatements(database: string): string[] {
  const own = `database_name = '${database}' AND NOT internal`
  return [
    ...createPlain(TABLES),
    ...createPlain(COLUMNS),
    `INSERT INTO guide_columns SELECT table_name, column_name, data_type, comment
      FROM duckdb_columns() WHERE ${own} ORDER BY table_name, column_index`,
    `INSERT INTO guide_tables
      SELECT view_name AS name, 'view', NULL, comment FROM duckdb_views() WHERE ${own}
      UNION ALL SELECT table_name, 'table', estimated_size, comment FROM duckdb_tables()
        WHERE ${own} AND table_name NOT LIKE 'guide_%'
      ORDER BY 2 DESC, 1`,
  ]
}
