import { columnsRead, type PermitMapping } from '../../layers/permits/mapping.ts'
import { nameKey } from '../../layers/permits/permit-values.ts'
import { frameOfColumns, pointInColumns } from '../../layers/permits/row-point.ts'
import type { PartitionContext } from '../pipeline.ts'
import { csvPages, loadCsv } from '../stages/csv.ts'
import type { AttributeValue } from '../stages/read-features.ts'
import type { Tally } from '../stages/tally.ts'
import type { Feed } from './feed.ts'
import { checkColumns, type FeedPage, type PageRow, pageError } from './feed-page.ts'

const TABLE = 'permit_lines'

/** Opens a CSV of Socrata or ArcGIS Hub. Throws `StepError` for a file that is not such a table. */
export async function openCsvPage(
  path: string,
  feed: Feed,
  mapping: PermitMapping,
  { staging }: Pick<PartitionContext, 'staging'>,
  tally: Tally,
): Promise<FeedPage> {
  const { location } = mapping
  if (location === null)
    throw pageError(path, "its mapping does not name the columns of a permit's place")
  const names = await loadCsv(
    staging,
    { file: path, table: TABLE, stat: 'permits', where: feed.where },
    tally,
  )
  checkColumns(path, feed, mapping, names)
  const wanted = new Set(columnsRead(mapping, true).flatMap((column) => column.names.map(nameKey)))
  const read = names.filter((name) => wanted.has(nameKey(name)))
  return { rows: rows(), crs: frameOfColumns(location), hasMore: false }

  async function* rows(): AsyncGenerator<PageRow[]> {
    for await (const page of csvPages(staging, TABLE, read))
      yield page.map(([, ...values]) => {
        const attributes = Object.fromEntries(
          read.map((name, i) => [nameKey(name), values[i] as AttributeValue]),
        )
        return { attributes, at: pointInColumns(attributes, location!) }
      })
  }
}
