import { escapeHtml } from '../values/escaped-html.ts'
import type { Fact } from './facts.ts'
import { type Group, isTable, listMarkup, valueMarkup } from './list-markup.ts'

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
