import type { Changes } from '../operations/draft-answer.ts'

/** Labels that a line names. */
const NAMED_MAX = 3
/** Characters of a line. */
const LINE_CHARACTERS_MAX = 300

/** One line for people about a call: `create_room: Kitchen, 12 nodes created`. */
export function lineOf(
  tool: string,
  output: Record<string, unknown>,
  error: { message: string } | undefined,
): string {
  const text = error ? `not done. ${error.message}` : describe(output)
  return `${tool.replaceAll('_', ' ')}${text ? `: ${text}` : ''}`.slice(0, LINE_CHARACTERS_MAX)
}

function describe({ changes, total }: Record<string, unknown>): string {
  if (typeof total === 'number') return `${total} found`
  if (!changes) return ''
  const { created, updated, deleted } = changes as Changes
  const counts = [
    [created.length, 'created'],
    [updated.length, 'changed'],
    [deleted.length, 'deleted'],
  ].flatMap(([count, verb]) => (count ? [`${count} ${verb}`] : []))
  if (counts.length === 0) return 'nothing changed'
  const names = [...created, ...updated, ...deleted]
    .filter(({ kind }) => kind === 'zone' || kind === 'level' || kind === 'item')
    .map(({ label }) => label)
  const named = [...new Set(names)].slice(0, NAMED_MAX)
  return [...named, ...counts].join(', ')
}
