import type { DuckDBConnection } from '@duckdb/node-api'
import type { Tally } from '../stages/tally.ts'

/** Lines of a staging table that are refused, or loaded without a value. */
export interface LeftOut {
  stat: string
  /** SQL: which lines. */
  where: string
  /** Column that the example quotes. */
  what: string
}

/** Counts lines under their name, with the text of the first as the example. */
export async function countLeftOut(
  staging: DuckDBConnection,
  table: string,
  { stat, where, what }: LeftOut,
  tally: Tally,
): Promise<void> {
  const found = await staging.runAndReadAll(`
    SELECT count(*)::INTEGER, min(line)::INTEGER, min_by(${what}, line)::VARCHAR
    FROM ${table} WHERE ${where}`)
  const [lines, first, example] = found.getRows()[0]
  if (Number(lines) > 0)
    tally.reject(stat, `line ${first}: ${JSON.stringify(example)}`, Number(lines))
}
