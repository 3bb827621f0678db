import type { OpenBuild } from '../../catalog/build-folder.ts'
import { allFiles, type Manifest } from '../../catalog/manifest.ts'
import { formatBytes, formatCount } from '../../terminal/quantity.ts'
import { formatTable } from '../../terminal/table.ts'
import { sizeOf, sumCounts } from './print-builds.ts'

const COLUMNS = ['table', 'rows before', 'rows now', 'change', 'rejects before', 'rejects now']

/** Counts of one table. */
interface TableCounts {
  rows: number
  rejects: number
}

/** Formats the counts of each table before and now, and how many bytes are new. */
export function compareBuilds(before: OpenBuild, now: OpenBuild, isMarkdown: boolean): string {
  const [old, fresh] = [countTables(before.manifest), countTables(now.manifest)]
  const names = [...new Set([...old.keys(), ...fresh.keys()])]
  const rows = names.map((name) => {
    const [was, is] = [old.get(name), fresh.get(name)]
    const change = was && is ? formatChange(is.rows - was.rows, was.rows) : was ? 'gone' : 'new'
    return [
      name,
      ...[was?.rows, is?.rows].map(counted),
      change,
      ...[was?.rejects, is?.rejects].map(counted),
    ]
  })
  const known = new Set(allFiles(before.manifest).map(({ sha256 }) => sha256))
  const files = allFiles(now.manifest)
  const changed = files.filter(({ sha256 }) => !known.has(sha256))
  const { audits } = now.manifest
  const failed = audits.filter(({ passed }) => !passed).length
  const summary = [
    `${now.id} against ${before.id}.`,
    `${formatCount(changed.length)} of ${formatCount(files.length)} files are new, ${formatBytes(sizeOf(changed))} of ${formatBytes(sizeOf(files))}.`,
    `${formatCount(audits.length - failed)} of ${formatCount(audits.length)} audits passed.`,
  ].join(' ')
  const table = isMarkdown ? markdownTable(rows) : formatTable(COLUMNS, rows)
  return `${summary}\n\n${table}`
}

function countTables({ tables }: Manifest): Map<string, TableCounts> {
  return new Map(
    tables.map(({ name, partitions }) => [
      name,
      {
        rows: partitions.reduce((sum, { rows }) => sum + rows, 0),
        rejects: partitions.reduce((sum, { rejects }) => sum + sumCounts(rejects), 0),
      },
    ]),
  )
}

function counted(count: number | undefined): string {
  return count === undefined ? '-' : formatCount(count)
}

function formatChange(difference: number, before: number): string {
  if (difference === 0) return 'same'
  const sign = difference > 0 ? '+' : '-'
  const share = before === 0 ? '' : ` (${((100 * difference) / before).toFixed(2)} %)`
  return `${sign}${formatCount(Math.abs(difference))}${share}`
}

function markdownTable(rows: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(COLUMNS), line(COLUMNS.map(() => '---')), ...rows.map(line)].join('\n')
}
