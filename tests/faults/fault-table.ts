import type { Outcome } from './fault-outcome.ts'
import type { Fault } from './fault-server.ts'

const SAID: Record<Outcome['kind'], string> = {
  not_available: 'no',
  without: 'without',
  unharmed: 'yes',
}

/**
 * Faults of which several questions at once, or a limit and the deadline, run a race: which of two
 * true reasons is told first is not fixed, so their words are not written down.
 */
const RACING = [
  ...['deep', 'gzip-bomb', 'huge-chunked', 'huge-with-length', 'header-flood', 'tiny-chunks'],
  ...['503-retry-after', '429-retry-after', 'silent-cut', 'wrong-shape', 'reset'],
]

/** Markdown of what was tried on each upstream, and in which words the dossier told it. */
export function faultTable(
  faults: readonly Fault[],
  happened: ReadonlyMap<string, ReadonlyMap<string, Outcome>>,
): string {
  const ids = [...happened.keys()]
  const rows = faults.map(({ name, title }) => {
    const outcomes = ids.map((id) => happened.get(id)!.get(name))
    return [title, ...outcomes.map((outcome) => (outcome ? SAID[outcome.kind] : ''))]
  })
  const words = ids.flatMap((id) => {
    const fixed = [...happened.get(id)!].filter(([name]) => !RACING.includes(name))
    const byWords = Map.groupBy(fixed, ([, outcome]) => outcome.words)
    byWords.delete('')
    const lines = [...byWords].map(([said, each]) => {
      const names = each.map(([name]) => `\`${name}\``).join(', ')
      return `- ${said.replace(/[<>|*_]/g, '')} (${names})`
    })
    return [`### ${id}`, '', ...lines, '']
  })
  return [tableOf(['the upstream ...', ...ids], rows), '', ...words].join('\n')
}

/** Padded, as the formatter wants it. */
function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i].length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
