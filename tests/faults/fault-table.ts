import type { Outcome } from './fault-outcome.ts'
import type { Fault } from './fault-server.ts'

const SAID: Record<Outcome['kind'], string> = {
  not_available: 'no',
  without: 'without',
  unharmed: 'yes',
}

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
    const byWords = Map.groupBy([...happened.get(id)!], ([, outcome]) => outcome.words)
    byWords.delete('')
    const lines = [...byWords].map(([said, each]) => {
      const names = each.map(([name]) => `\`${name}\``).join(', ')
      return `- ${said.replace(/[<>|]/g, '')} (${names})`
    })
    return [`### ${id}`, '', ...lines, '']
  })
  return [tableOf(['the upstream ...', ...ids], rows), '', ...words].join('\n')
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
