import type { PartitionContext } from '../pipeline.ts'
import { columnNamed, csvPages, loadCsv } from '../stages/csv.ts'
import type { Tally } from '../stages/tally.ts'
import { columnsOfMapping, type MarketMapping } from './mapping.ts'
import type { ProviderRecord } from './provider-record.ts'

const LINES = 'market_lines'

/**
 * Reads the mapped columns of a CSV, all of them as texts. Throws `StepError` for a file without a
 * column of the mapping.
 */
export async function* readCsvRecords(
  source: { file: string; where?: string },
  mapping: MarketMapping,
  { staging }: Pick<PartitionContext, 'staging'>,
  tally: Tally,
): AsyncGenerator<ProviderRecord[]> {
  const mapped = columnsOfMapping(mapping)
  const columns = mapped.filter(([, { optional }]) => !optional).map(([, { path }]) => path)
  const names = await loadCsv(staging, { ...source, table: LINES, stat: 'market', columns }, tally)
  const found = mapped.flatMap(([name, { path }]) => {
    const own = columnNamed(names, path)
    return own === null ? [] : [{ name, own }]
  })
  const own = found.map((each) => each.own)
  for await (const page of csvPages(staging, LINES, own))
    yield page.map(([line, ...texts]) => ({
      line: Number(line),
      raw: Object.fromEntries(found.map(({ name }, i) => [name, texts[i] as string | null])),
    }))
}
