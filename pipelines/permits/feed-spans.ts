import type { DuckDBConnection } from '@duckdb/node-api'
import { permits } from '../../layers/permits/tables.ts'

/** Oldest and newest date of issue of a feed's permits; null where none has one. */
export interface FeedSpan {
  from: string | null
  through: string | null
}

/** The span in time of each feed's staged permits. */
export async function feedSpans(staging: DuckDBConnection): Promise<Map<string, FeedSpan>> {
  const spans = await staging.runAndReadAll(`
    SELECT feed, min(issued_at), max(issued_at) FROM ${permits.name} GROUP BY feed`)
  const rows = spans.getRows() as [string, string | null, string | null][]
  return new Map(rows.map(([feed, from, through]) => [feed, { from, through }]))
}

/** Writes the newest date of each feed on its permits: a section sees rows, not whole feeds. */
export async function writeFeedThrough(staging: DuckDBConnection): Promise<void> {
  await staging.run(`
    UPDATE ${permits.name} SET feed_through = newest.through
    FROM (SELECT feed AS name, max(issued_at) AS through FROM ${permits.name} GROUP BY feed) newest
    WHERE feed = newest.name`)
}
