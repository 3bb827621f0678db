import type { Outcome } from './fault-outcome.ts'
import type { Fault } from './fault-server.ts'

const SYMBOLS: Record<Outcome['kind'], string> = {
  not_available: 'no',
  without: 'without',
  unharmed: 'yes',
}

/**
 * Faults where several requests at once, or a limit and the deadline, run a race: which of two true
 * reasons is reported first is not fixed, so their sentences are not written down.
 */
const RACING = [
  ...['deep', 'gzip-bomb', 'huge-chunked', 'huge-with-length', 'header-flood', 'tiny-chunks'],
  ...['503-retry-after', '429-retry-after', 'silent-cut', 'wrong-shape', 'reset'],
]

/** Markdown of the faults of each upstream, and the sentences in which the dossier reports them. */
export function faultTable(
  faults: readonly Fault[],
  happened: ReadonlyMap<string, ReadonlyMap<string, Outcome>>,
): string {
  const ids = [...happened.keys()]
  const rows = faults.map(({ name, title }) => {
    const outcomes = ids.map((id) => happened.get(id)!.get(name))
    return [title, ...outcomes.map((outcome) => (outcome ? SYMBOLS[outcome.kind] : ''))]
  })
  const words = ids.flatMap((id) => {
    const fixed = [...happened.get(id)!].filter(([name]) => !RACING.includes(name))
    const byWords = Map.groupBy(fixed, ([, outcome]) => outcome.words)
    byWords.delete('')
    const lines = [...byWords].map(([sentence, each]) => {
      const names = each.map(([name]) => `\`${name}\``).join(', ')
      return `- ${sentence.replace(/[<>|*_]/g, '')} (${names})`
    })
    return [`### ${id}`, '', ...lines, '']
  })
  return [tableOf(['the upstream ...', ...ids], rows), '', ...words].join('\n')
}

/** Formats a table with padded columns. */
function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i].length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
