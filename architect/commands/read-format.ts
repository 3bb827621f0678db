import { type Cell, formatTable } from '../../terminal/table.ts'
import type { ReadFailure, ReadSuccess } from '../reads/run-read.ts'
import type { Issue } from '../scene/issue.ts'
import { formatIssue } from './answer-format.ts'
import { formatFittedTable } from './fitted-table.ts'

/** Fields that every answer has; all others belong to the read. */
const ENVELOPE = new Set(['unit', 'total', 'nextCursor'])

/**
 * Formats the answer of a read as text: its figures as names and values, its list as a table with a
 * line for each entry. Lengths are in `unit`, which a last line states.
 */
export function formatRead(answer: ReadSuccess, width: number | null): string {
  const own = Object.entries(answer).filter(([name]) => !ENVELOPE.has(name))
  const list = answer.total === undefined ? undefined : own.at(-1)
  const fields = own
    .filter((each) => each !== list)
    .flatMap(([name, value]) => linesOf(name, value))
  const parts = fields.length > 0 ? [withoutHeader(formatTable(['', ''], fields))] : []
  if (list) parts.push(formatList(list[0], list[1] as Record<string, unknown>[], width))
  return [...parts, footOf(answer, list)].join('\n')
}

/** Formats an error: the reason, and what may have been intended. */
export function formatReadFailure({ error }: ReadFailure): string {
  const candidates = (error.candidates ?? []).map(({ id, label }) =>
    label ? `${id} (${label})` : id,
  )
  const hint = candidates.length > 1 ? `\n  one of  ${candidates.join(', ')}` : ''
  return `${error.message} (${error.code})${hint}`
}

/** A table of entries, with the fields that any of them has as columns. */
export function formatEntries(
  entries: readonly Record<string, unknown>[],
  width: number | null,
): string {
  const names = [...new Set(entries.flatMap((entry) => Object.keys(entry)))]
  const rows = entries.map((entry) => names.map((name) => cellOf(entry[name])))
  return formatFittedTable(names, rows, width)
}

function formatList(
  name: string,
  entries: readonly Record<string, unknown>[],
  width: number | null,
): string {
  if (entries.length === 0) return `No ${name}.`
  if (name === 'issues') return (entries as unknown as Issue[]).map(formatIssue).join('\n')
  return formatEntries(entries, width)
}

function footOf({ unit, total, nextCursor }: ReadSuccess, list?: [string, unknown]): string {
  const lengths = `Lengths in ${unit}, areas in ${unit}², volumes in ${unit}³.`
  if (!list) return lengths
  const [name, entries] = list as [string, unknown[]]
  const more = nextCursor ? `; the next ones with {"cursor": "${nextCursor}"}` : ''
  return `${entries.length} of ${total} ${name}${more}. ${lengths}`
}

/** A field in one line, or the fields of an object in a line each, and a list of objects too. */
function linesOf(name: string, value: unknown): Cell[][] {
  if (isObject(value)) {
    const inner = Object.entries(value).map(([field, each]): Cell[] => [
      `${name}.${field}`,
      cellOf(each),
    ])
    return inner.length > 0 ? inner : [[name, 'none']]
  }
  if (Array.isArray(value) && value.some(isObject))
    return value.map((each, index): Cell[] => [index === 0 ? name : '', cellOf(each)])
  return [[name, cellOf(value)]]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return textOf(value)
}

/** A value in one line: points as [1, 2], lists with spaces, objects as their values. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return '-'
    if (value.every((each) => typeof each === 'number')) return `[${value.join(', ')}]`
    return value.map(textOf).join(value.some(isObject) ? '; ' : ' ')
  }
  if (!isObject(value)) return String(value)
  return Object.entries(value)
    .map(([name, field]) => `${name} ${textOf(field)}`)
    .join(', ')
}

const withoutHeader = (table: string): string => table.slice(table.indexOf('\n') + 1)
