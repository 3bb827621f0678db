import { escapeHtml } from '../values/escaped-html.ts'
import type { Fact } from './facts.ts'

export type Value = Extract<Fact, { kind: 'value' }>
export type Group = Extract<Fact, { kind: 'group' }>

/** Columns of a table on a page. */
const COLUMNS_MAX = 7
/** Records with more than that which stand side by side, a row a field. */
const UPRIGHT_MAX = 3
/** Columns of records that have a second line for their other fields. */
const MAIN_MAX = 5
/** The columns of such a list by its name; of others, the first fields. */
const MAIN: Record<string, readonly string[]> = {
  Permits: ['Issued', 'Type', 'Status', 'Cost', 'Description'],
}

function itemsOf({ facts }: Group): Group[] {
  return facts.filter((fact) => fact.kind === 'group')
}

/** True for records of values alone; one alone with many fields takes less room in two columns. */
export function isTable(list: Group): boolean {
  const items = itemsOf(list)
  const isFlat = items.every(({ facts }) => facts.every(({ kind }) => kind === 'value'))
  const { length } = columnsOf(list).known
  return isFlat && length > 0 && (length <= COLUMNS_MAX || items.length > 1)
}

/** Names of the columns of a list: of those of which a record has a value, and of the others. */
function columnsOf(list: Group): { known: string[]; unknown: string[] } {
  const values = itemsOf(list).flatMap(({ facts }) => facts as Value[])
  const all = [...new Set(values.map(({ label }) => label))]
  const known = new Set(values.filter(({ isKnown }) => isKnown).map(({ label }) => label))
  return {
    known: all.filter((label) => known.has(label)),
    unknown: all.filter((label) => !known.has(label)),
  }
}

/** A list of records as a table, what it leaves out, and what no record has. */
export function listMarkup(list: Group): string {
  const { known, unknown } = columnsOf(list)
  const isWide = known.length > COLUMNS_MAX
  const { head, bodies, notes } = !isWide
    ? plainParts(list, known)
    : itemsOf(list).length <= UPRIGHT_MAX
      ? uprightParts(list, known)
      : twoLineParts(list, known)
  const more = list.facts.flatMap((fact) => (fact.kind === 'value' ? [fact.text] : []))
  const missing = unknown.length > 0 ? [`<b>Not known:</b> ${escapeHtml(unknown.join(', '))}`] : []
  return `<table class="list${bodies.length > 1 ? ' is-paired' : ''}"><caption>${escapeHtml(list.label)}</caption><thead><tr>${head}</tr></thead>${bodies.map((rows) => `<tbody>${rows}</tbody>`).join('')}</table>
${[...notes, ...more.map(escapeHtml), ...missing].map((text) => `<p class="unknown">${text}</p>`).join('\n')}`
}

interface TableParts {
  head: string
  /** The rows of each body; a record with two lines has its own, which no page break divides. */
  bodies: string[]
  notes: string[]
}

function plainParts(list: Group, known: readonly string[]): TableParts {
  const rows = itemsOf(list).map((item) => rowOf(item, known))
  return { head: headOf(known), bodies: [rows.join('')], notes: [] }
}

/** A row a field, a column a record. */
function uprightParts(list: Group, known: readonly string[]): TableParts {
  const items = itemsOf(list)
  const rows = known.map((label) => {
    const cells = items.map((item) => cellOf(item, label)).join('')
    return `<tr><th scope="row">${escapeHtml(label)}</th>${cells}</tr>`
  })
  return {
    head: `<td></td>${headOf(items.map((_, i) => `${i + 1}`))}`,
    bodies: [rows.join('')],
    notes: [],
  }
}

/**
 * The columns that matter, and below each record its other fields in a line. A value that all
 * records share stands once, below the table.
 */
function twoLineParts(list: Group, known: readonly string[]): TableParts {
  const items = itemsOf(list)
  const main = (MAIN[list.label] ?? known).filter((label) => known.includes(label))
  const columns = main.slice(0, MAIN_MAX)
  const others = known.filter((label) => !columns.includes(label))
  const shared = others.filter((label) => {
    const [first, ...rest] = items.map((item) => findValue(item, label)?.text)
    return rest.every((text) => text === first)
  })
  const below = others.filter((label) => !shared.includes(label))
  const bodies = items.map((item) => {
    const values = below.flatMap((label) => findValue(item, label) ?? [])
    const line = [
      ...values.filter(({ isKnown }) => isKnown).map(namedValue),
      ...unknownOf(values.filter(({ isKnown }) => !isKnown)),
    ]
    const second =
      line.length > 0
        ? `<tr class="second"><td colspan="${columns.length}">${line.join(' · ')}</td></tr>`
        : ''
    return second === '' ? rowOf(item, columns) : `${rowOf(item, columns, 'first')}${second}`
  })
  const ofAll = shared.flatMap((label) => findValue(items[0], label) ?? []).map(namedValue)
  return {
    head: headOf(columns),
    bodies,
    notes: ofAll.length > 0 ? [`<b>All of them:</b> ${ofAll.join(' · ')}`] : [],
  }
}

function namedValue(value: Value): string {
  return `${escapeHtml(value.label)}: ${valueMarkup(value)}`
}

function unknownOf(values: readonly Value[]): string[] {
  if (values.length === 0) return []
  return [`<i>not known: ${escapeHtml(values.map(({ label }) => label).join(', '))}</i>`]
}

function findValue({ facts }: Group, label: string): Value | null {
  return (facts as Value[]).find((each) => each.label === label) ?? null
}

function cellOf(item: Group, label: string): string {
  const value = findValue(item, label)
  return `<td>${value ? valueMarkup(value) : ''}</td>`
}

function rowOf(item: Group, labels: readonly string[], name = ''): string {
  return `<tr${name && ` class="${name}"`}>${labels.map((label) => cellOf(item, label)).join('')}</tr>`
}

function headOf(names: readonly string[]): string {
  return names.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('')
}

export function valueMarkup({ text, link, isKnown }: Value): string {
  if (link) return `<a href="${escapeHtml(link)}">${escapeHtml(text)}</a>`
  return isKnown ? escapeHtml(text) : `<i>${escapeHtml(text)}</i>`
}
