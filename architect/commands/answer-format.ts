import { formatTable } from '../../terminal/table.ts'
import type { Refused, Success } from '../operations/draft-answer.ts'
import type { Fix, Issue } from '../scene/issue.ts'

/** Fields of every answer: the rest is the operation's own. */
const ENVELOPE = new Set(['ok', 'draftVersion', 'changes', 'issues'])
/** Of a list in an answer that is told in words; `--json` has all of it. */
const LISTED_MAX = 8

/** What an edit did: the counts, then its own fields a line each, then what is left to be seen to. */
export function formatAnswer(tool: string, answer: Success): string {
  const { created, updated, deleted } = answer.changes
  const counts = [
    [created.length, 'created'],
    [updated.length, 'changed'],
    [deleted.length, 'deleted'],
  ].flatMap(([count, what]) => (count ? [`${count} ${what}`] : []))
  const own = Object.entries(answer).filter(([name]) => !ENVELOPE.has(name))
  const told = own.filter(([, value]) => value !== undefined && !isEmpty(value))
  const fields = told.flatMap(([name, value]) =>
    linesOf(value).map((line, index) => [index === 0 ? `  ${name}` : '', line]),
  )
  return [
    `${tool}: ${counts.join(', ') || 'nothing changed'}; the scene is at version ${answer.draftVersion}.`,
    ...(fields.length > 0 ? formatTable(['', ''], fields).split('\n').slice(1) : []),
    ...answer.issues.map(formatIssue),
  ].join('\n')
}

/** A refusal for a person: why, and the call that would work. */
export function formatRefusal({ error }: Refused): string {
  const fix = error.fix ? `\n  would work  ${formatFix(error.fix)}` : ''
  return `${error.message} (${error.code})${fix}`
}

export function formatIssue({ severity, code, message, fix }: Issue): string {
  return `${severity} ${code}: ${message}${fix ? `\n  would mend it  ${formatFix(fix)}` : ''}`
}

const formatFix = (fix: Fix): string => `${fix.tool} '${JSON.stringify(fix.arguments)}'`

/** No and none are not told in words: most fields of most answers are that. */
const isEmpty = (value: unknown): boolean =>
  value === false || (Array.isArray(value) && value.length === 0)

/** A list of ids on one line, a list of things a line each. */
function linesOf(value: unknown): string[] {
  if (!Array.isArray(value) || !value.some(isThing)) return [shown(value)]
  const lines = value.slice(0, LISTED_MAX).map(shown)
  return value.length > LISTED_MAX ? [...lines, `and ${value.length - LISTED_MAX} more`] : lines
}

const isThing = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

function shown(value: unknown): string {
  if (Array.isArray(value)) {
    const told = value.slice(0, LISTED_MAX).map(shown).join(', ')
    return value.length > LISTED_MAX ? `${told} and ${value.length - LISTED_MAX} more` : told
  }
  if (!isThing(value)) return String(value)
  // What is a sentence already needs no names of fields around it.
  if (typeof value.message === 'string') return value.message
  return Object.entries(value)
    .map(
      ([name, field]) => `${name} ${Array.isArray(field) ? `[${field.join(', ')}]` : shown(field)}`,
    )
    .join(', ')
}
