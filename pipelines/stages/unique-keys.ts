import type { DuckDBConnection } from '@duckdb/node-api'
import { columnsOf, type Table } from '../../packs/table.ts'
import type { Tally } from './tally.ts'

/** Hex digits of a SHA-256 in a key: 64 bits, for at most a few million polygons a partition. */
const HASH_DIGITS = 16

/**
 * Gives the staged rows of `table` keys that are unique within a partition, and leaves them in the
 * view it names, with a `shape_hash`: the publisher's id, else the geometry's hash; rows that share
 * an id add their geometry, and where that is the same too, their values. A row that repeats
 * another in id, geometry and values is merged into it. The order of the rows does not matter;
 * every case is counted.
 */
export async function keyRows(
  staging: DuckDBConnection,
  table: Table,
  partition: string,
  tally: Tally,
): Promise<string> {
  const keyed = `keyed_${table.name}`
  const values = columnsOf(table)
    .filter(({ name }) => name !== table.key)
    .map(({ name }) => `coalesce("${name}"::VARCHAR, chr(30))`)
  // Hashes alone are compared and counted: shapes stay where they are until rows are written.
  await staging.run(`
    CREATE OR REPLACE TABLE ${keyed}_cases AS
    WITH hashed AS (
      SELECT rowid AS row, "${table.key}" AS id, left(sha256(wkb), ${HASH_DIGITS}) AS shape,
        left(sha256(concat_ws(chr(31), ${values.join(', ')})), ${HASH_DIGITS}) AS values_hash
      FROM ${table.name}),
    different AS (
      SELECT *, coalesce(id, shape) AS first FROM hashed
      QUALIFY row_number() OVER (PARTITION BY id, shape, values_hash) = 1)
    SELECT *, count(*) OVER (PARTITION BY first) AS of_first,
      count(*) OVER (PARTITION BY first, shape) AS of_shape
    FROM different`)
  await staging.run(`
    CREATE OR REPLACE VIEW ${keyed} AS
    SELECT staged.* REPLACE (
      concat_ws(':', '${partition}', first,
        CASE WHEN of_first > 1 AND id IS NOT NULL THEN shape END,
        CASE WHEN of_shape > 1 THEN cases.values_hash END) AS "${table.key}"),
      shape AS shape_hash
    FROM ${table.name} staged JOIN ${keyed}_cases cases ON staged.rowid = cases.row`)
  const counted = await staging.runAndReadAll(`
    SELECT (SELECT count(*) FROM ${table.name}) - count(*), count(*) FILTER (id IS NULL),
      count(*) FILTER (of_first > 1 AND of_shape = 1), count(*) FILTER (of_shape > 1)
    FROM ${keyed}_cases`)
  const [merged, nameless, byGeometry, byValues] = counted.getRows()[0].map(Number)
  tally.add('key.merged_identical', merged)
  tally.add('key.from_geometry', nameless)
  tally.add('key.tied_told_by_shape', byGeometry)
  tally.add('key.tied_told_by_facts', byValues)
  return keyed
}
