import { escapeHtml } from '../values/escaped-html.ts'
import type { Fact } from './facts.ts'

type Value = Extract<Fact, { kind: 'value' }>
type Group = Extract<Fact, { kind: 'group' }>

/** Columns of a table on a page; records with more stand one by one. */
const COLUMNS_MAX = 7
/** Records with more than that which stand side by side, a row a field. */
const UPRIGHT_MAX = 3

/**
 * The facts of a section on paper: known values in two columns, each list of records as a table,
 * and what is not known in a line, by name.
 */
export function factsMarkup(facts: readonly Fact[]): string {
  const { lists, others } = splitLists(facts)
  const rows = rowsOf(others)
  const unknown = unknownLines('', others)
  return [
    rows === ''
      ? ''
      : `<div class="columns"><table class="facts"><tbody>${rows}</tbody></table></div>`,
    ...lists.map(listMarkup),
    ...unknown.map(
      ({ of, labels }) =>
        `<p class="unknown"><b>Not known${of === '' ? '' : ` (${escapeHtml(of)})`}:</b> ${escapeHtml(labels.join(', '))}</p>`,
    ),
  ].join('\n')
}

/** Lists of records apart from all else, those of a group with the name of the group. */
function splitLists(facts: readonly Fact[]): { lists: Group[]; others: Fact[] } {
  const lists: Group[] = []
  const others = facts.flatMap((fact): Fact[] => {
    if (fact.kind === 'value') return [fact]
    if (fact.isList && isTable(fact)) {
      lists.push(fact)
      return []
    }
    const inner = splitLists(fact.facts)
    lists.push(...inner.lists.map((each) => ({ ...each, label: `${fact.label}: ${each.label}` })))
    return [{ ...fact, facts: inner.others }]
  })
  return { lists, others }
}

/** Rows of values; of a record in a list also those that are not known, each by its record. */
function rowsOf(facts: readonly Fact[], isRecord = false): string {
  const rows = facts.map((fact) => {
    if (fact.kind === 'value')
      return fact.isKnown || isRecord
        ? `<tr><th scope="row">${escapeHtml(fact.label)}</th><td>${valueMarkup(fact)}</td></tr>`
        : ''
    const inner = rowsOf(fact.facts, isRecord || fact.isList === true)
    if (inner === '') return ''
    return `<tr class="group"><th colspan="2">${escapeHtml(fact.label)}<table class="facts"><tbody>${inner}</tbody></table></th></tr>`
  })
  return rows.join('')
}

/** Names of values that are not known, those of a group under its name. */
function unknownLines(of: string, facts: readonly Fact[]): { of: string; labels: string[] }[] {
  const labels = facts.flatMap((fact) =>
    fact.kind === 'value' && !fact.isKnown ? [fact.label] : [],
  )
  const inner = facts.flatMap((fact) =>
    fact.kind === 'value' || fact.isList
      ? []
      : unknownLines(of === '' ? fact.label : `${of}, ${fact.label}`, fact.facts),
  )
  return [...(labels.length > 0 ? [{ of, labels }] : []), ...inner]
}

function itemsOf({ facts }: Group): Group[] {
  return facts.filter((fact) => fact.kind === 'group')
}

/** True for records of values alone that fit the width of a page. */
function isTable(list: Group): boolean {
  const isFlat = itemsOf(list).every(({ facts }) => facts.every(({ kind }) => kind === 'value'))
  const count = columnsOf(list).known.length
  return isFlat && count > 0 && (count <= COLUMNS_MAX || isUpright(list))
}

/** True for a few records with many fields: one alone takes less room in two columns. */
function isUpright(list: Group): boolean {
  const { length } = itemsOf(list)
  return length > 1 && length <= UPRIGHT_MAX && columnsOf(list).known.length > COLUMNS_MAX
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

function listMarkup(list: Group): string {
  const { known, unknown } = columnsOf(list)
  const items = itemsOf(list)
  const cellOf = ({ facts }: Group, label: string) => {
    const fact = (facts as Value[]).find((each) => each.label === label)
    return `<td>${fact ? valueMarkup(fact) : ''}</td>`
  }
  const headOf = (names: readonly string[]) =>
    names.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('')
  const rowOf = (cells: readonly string[]) => `<tr>${cells.join('')}</tr>`
  const [head, rows] = isUpright(list)
    ? [
        `<td></td>${headOf(items.map((_, i) => `${i + 1}`))}`,
        known.map((label) =>
          rowOf([
            `<th scope="row">${escapeHtml(label)}</th>`,
            ...items.map((item) => cellOf(item, label)),
          ]),
        ),
      ]
    : [headOf(known), items.map((item) => rowOf(known.map((label) => cellOf(item, label))))]
  const more = list.facts.flatMap((fact) => (fact.kind === 'value' ? [fact.text] : []))
  const missing = unknown.length > 0 ? [`<b>Not known:</b> ${escapeHtml(unknown.join(', '))}`] : []
  return `<table class="list"><caption>${escapeHtml(list.label)}</caption><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>
${[...more.map(escapeHtml), ...missing].map((text) => `<p class="unknown">${text}</p>`).join('\n')}`
}

function valueMarkup({ text, link, isKnown }: Value): string {
  if (link) return `<a href="${escapeHtml(link)}">${escapeHtml(text)}</a>`
  return isKnown ? escapeHtml(text) : `<i>${escapeHtml(text)}</i>`
}
