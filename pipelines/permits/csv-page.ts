import type { PartitionContext } from '../pipeline.ts'
import { loadCsv } from '../stages/csv.ts'
import type { AttributeValue } from '../stages/read-features.ts'
import { identifier } from '../stages/sql-text.ts'
import type { Tally } from '../stages/tally.ts'
import type { Feed } from './feed.ts'
import { checkColumns, type FeedPage, type PageRow, pageError } from './feed-page.ts'
import { columnsRead, type PermitMapping } from './mapping.ts'
import { nameKey } from './permit-values.ts'
import { frameOfColumns, placeInColumns } from './row-place.ts'

const TABLE = 'permit_lines'
/** Lines in memory at a time: some 20 MB. */
const SLICE_LINES = 20_000

/** Opens a CSV of Socrata or ArcGIS Hub. Throws `StepError` for one that is no such table. */
export async function openCsvPage(
  path: string,
  feed: Feed,
  mapping: PermitMapping,
  { staging }: Pick<PartitionContext, 'staging'>,
  tally: Tally,
): Promise<FeedPage> {
  const { location } = mapping
  if (location === null)
    throw pageError(path, 'its mapping does not say in which columns a permit lies')
  const names = await loadCsv(staging, { file: path, table: TABLE, stat: 'permits' }, tally)
  checkColumns(path, feed, mapping, names)
  const wanted = new Set(columnsRead(mapping, true).flatMap((column) => column.names.map(nameKey)))
  const read = names.filter((name) => wanted.has(nameKey(name)))
  return { rows: slices(staging, read), crs: frameOfColumns(location), hasMore: false }

  async function* slices(from: typeof staging, columns: string[]): AsyncGenerator<PageRow[]> {
    const last = await from.runAndReadAll(`SELECT coalesce(max(line), 0) FROM ${TABLE}`)
    const list = columns.map(identifier).join(', ')
    // In pages, not as a stream: an appender that is full ends the stream of its own connection.
    for (let line = 1; line <= Number(last.getRows()[0][0]); line += SLICE_LINES) {
      const page = await from.runAndReadAll(`
        SELECT ${list} FROM ${TABLE} WHERE line BETWEEN ${line} AND ${line + SLICE_LINES - 1}
        ORDER BY line`)
      yield page.getRows().map((values) => {
        const attributes = Object.fromEntries(
          columns.map((name, i) => [nameKey(name), values[i] as AttributeValue]),
        )
        return { attributes, at: placeInColumns(attributes, location!) }
      })
    }
    await from.run(`DROP TABLE ${TABLE}`)
  }
}
