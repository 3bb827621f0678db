import type { Table } from '../packs/table.ts'
import { openReadingConnection } from '../pipelines/stages/reading-database.ts'
import { SHAPE_WKB } from '../pipelines/stages/table-rows.ts'
import { literal } from '../values/sql-text.ts'
import type { BuildSteps } from './build-steps.ts'
import type { MadeTable } from './made-table.ts'

/**
 * Hashes of some columns of the rows of each partition and of their shapes. What is made of these
 * alone does not change with other columns: new values of a roll are the usual change, and neither
 * addresses nor tiles have them. To hash a row takes about 2 us, and each file is hashed once.
 */
export async function contentsOf(
  { table, partitions }: Pick<MadeTable, 'table' | 'partitions'>,
  columns: readonly string[],
  steps: BuildSteps,
): Promise<string[]> {
  const read = withShape(table, columns)
  const contents: string[] = []
  for (const { id, file, hashed } of partitions) {
    const { value } = await steps.find('content', [hashed.sha256, read], async () => {
      await steps.bring([hashed.file])
      return await contentOf(file, read)
    })
    contents.push(`${id} ${value}`)
  }
  return contents
}

/**
 * The rows of a table are in an order that follows from their shapes and keys, so the hash is one
 * of a set: the exclusive or of 128 bits a row.
 */
async function contentOf(file: string, columns: readonly string[]): Promise<string> {
  const connection = await openReadingConnection()
  try {
    const hashed = await connection.runAndReadAll(`
      SELECT count(*)::VARCHAR, bit_xor(${rowHash(columns)})::VARCHAR
      FROM read_parquet(${literal(file)})`)
    return hashed.getRows()[0].join(' ')
  } finally {
    connection.closeSync()
  }
}

/** Columns of a table with its shape, where its rows have one. */
export function withShape({ geometry }: Table, columns: readonly string[]): readonly string[] {
  return geometry === 'none' ? columns : [...columns, 'geometry']
}

/** SQL of a hash of 128 bits of these columns of a row; `geometry` is its shape. */
export function rowHash(columns: readonly string[]): string {
  const values = columns.map((name) => {
    const text = name === 'geometry' ? SHAPE_WKB : `"${name}"::VARCHAR`
    return `coalesce(md5(${text}), '-')`
  })
  return `md5_number(concat(${values.join(', ')}))`
}
