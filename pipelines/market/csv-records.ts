import type { PartitionContext } from '../pipeline.ts'
import { columnNamed, loadCsv } from '../stages/csv.ts'
import { identifier } from '../stages/sql-text.ts'
import type { Tally } from '../stages/tally.ts'
import { columnsOfMapping, type MarketMapping } from './mapping.ts'
import type { ProviderRecord } from './provider-record.ts'

const LINES = 'market_lines'
/** Records held at a time: about 20 MB. */
const PAGE_ROWS = 20_000

/**
 * Reads the mapped columns of a CSV, all of them as texts, in pages: an appender that is full ends
 * the streams of its own connection. Throws `StepError` for a file without a column of the mapping.
 */
export async function* readCsvRecords(
  file: string,
  mapping: MarketMapping,
  { staging }: Pick<PartitionContext, 'staging'>,
  tally: Tally,
): AsyncGenerator<ProviderRecord[]> {
  const mapped = columnsOfMapping(mapping)
  const columns = mapped.filter(([, { optional }]) => !optional).map(([, { path }]) => path)
  const names = await loadCsv(staging, { file, table: LINES, stat: 'market', columns }, tally)
  const found = mapped.flatMap(([name, { path }]) => {
    const own = columnNamed(names, path)
    return own === undefined ? [] : [{ name, own: identifier(own) }]
  })
  const counted = await staging.runAndReadAll(`SELECT count(*)::INTEGER FROM ${LINES}`)
  const lines = Number(counted.getRows()[0][0])
  for (let from = 1; from <= lines; from += PAGE_ROWS) {
    const page = await staging.runAndReadAll(`
      SELECT line::INTEGER, ${found.map(({ own }) => own).join(', ')} FROM ${LINES}
      WHERE line BETWEEN ${from} AND ${from + PAGE_ROWS - 1} ORDER BY line`)
    yield page.getRows().map(([line, ...texts]) => ({
      line: Number(line),
      raw: Object.fromEntries(found.map(({ name }, i) => [name, texts[i] as string | null])),
    }))
  }
  await staging.run(`DROP TABLE ${LINES}`)
}
