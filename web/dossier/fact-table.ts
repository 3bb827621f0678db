import { make, outLink } from '../element.ts'
import type { Fact } from './facts.ts'

/** Tables of facts by name and value; a group is a table of its own under its name. */
export function factTables(facts: readonly Fact[], caption: string): HTMLElement[] {
  const parts: HTMLElement[] = []
  let rows: HTMLElement[] = []
  const flush = () => {
    if (rows.length > 0) {
      const heading = make('caption', { class: 'unseen' }, caption)
      parts.push(make('table', { class: 'facts' }, heading, make('tbody', {}, ...rows)))
    }
    rows = []
  }
  for (const fact of facts) {
    if (fact.kind === 'value') {
      rows.push(rowOf(fact))
      continue
    }
    flush()
    const inner = factTables(fact.facts, `${caption}: ${fact.label}`)
    const body = inner.length > 0 ? inner : [make('p', { class: 'not-known' }, 'nothing')]
    parts.push(
      make('div', { class: 'fact-group' }, make('p', { class: 'fact-label' }, fact.label), ...body),
    )
  }
  flush()
  return parts
}

function rowOf({ label, text, isKnown, link }: Extract<Fact, { kind: 'value' }>): HTMLElement {
  return make(
    'tr',
    {},
    make('th', { scope: 'row' }, label),
    make('td', { class: isKnown ? null : 'not-known' }, link ? outLink(link) : text),
  )
}
