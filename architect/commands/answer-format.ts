import { formatTable } from '../../terminal/table.ts'
import type { Refused, Success } from '../operations/draft-answer.ts'
import type { Fix, Issue } from '../scene/issue.ts'

/** Fields that every answer has; all others belong to the operation. */
const ENVELOPE = new Set(['ok', 'draftVersion', 'changes', 'issues'])
/** Most entries of a list that the text of an answer shows; `--json` has all of them. */
const LISTED_MAX = 8

/** Formats the answer to an edit: the counts, then the operation's own fields, then the issues. */
export function formatAnswer(tool: string, answer: Success): string {
  const { created, updated, deleted } = answer.changes
  const counts = [
    [created.length, 'created'],
    [updated.length, 'changed'],
    [deleted.length, 'deleted'],
  ].flatMap(([count, change]) => (count ? [`${count} ${change}`] : []))
  const own = Object.entries(answer).filter(([name]) => !ENVELOPE.has(name))
  const shown = own.filter(([, value]) => value !== undefined && !isEmpty(value))
  const fields = shown.flatMap(([name, value]) =>
    linesOf(value).map((line, index) => [index === 0 ? `  ${name}` : '', line]),
  )
  return [
    `${tool}: ${counts.join(', ') || 'nothing changed'}; the scene is at version ${answer.draftVersion}.`,
    ...(fields.length > 0 ? formatTable(['', ''], fields).split('\n').slice(1) : []),
    ...answer.issues.map(formatIssue),
  ].join('\n')
}

/** Formats a refusal: the reason, and the call that would work. */
export function formatRefusal({ error }: Refused): string {
  const fix = error.fix ? `\n  would work  ${formatFix(error.fix)}` : ''
  return `${error.message} (${error.code})${fix}`
}

export function formatIssue({ severity, code, message, fix }: Issue): string {
  return `${severity} ${code}: ${message}${fix ? `\n  would fix it  ${formatFix(fix)}` : ''}`
}

const formatFix = (fix: Fix): string => `${fix.tool} '${JSON.stringify(fix.arguments)}'`

/** True for values that the text leaves out, because most fields of most answers have them. */
const isEmpty = (value: unknown): boolean =>
  value === false || (Array.isArray(value) && value.length === 0)

/** A list of ids is one line; a list of objects has a line for each. */
function linesOf(value: unknown): string[] {
  if (!Array.isArray(value) || !value.some(isObject)) return [formatValue(value)]
  const lines = value.slice(0, LISTED_MAX).map(formatValue)
  return value.length > LISTED_MAX ? [...lines, `and ${value.length - LISTED_MAX} more`] : lines
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

function formatValue(value: unknown): string {
  if (Array.isArray(value)) {
    const list = value.slice(0, LISTED_MAX).map(formatValue).join(', ')
    return value.length > LISTED_MAX ? `${list} and ${value.length - LISTED_MAX} more` : list
  }
  if (!isObject(value)) return String(value)
  // A message is a sentence already and needs no field names.
  if (typeof value.message === 'string') return value.message
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(
      ([name, field]) =>
        `${name} ${Array.isArray(field) ? `[${field.join(', ')}]` : formatValue(field)}`,
    )
    .join(', ')
}
