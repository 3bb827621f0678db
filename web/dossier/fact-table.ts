import type { Fact } from '../../report/facts.ts'
import { make, outLink } from '../element.ts'

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
    switch (fact.kind) {
      case 'value':
        rows.push(rowOf(fact))
        break
      case 'group':
        flush()
        parts.push(groupOf(fact, caption))
        break
      default:
        fact satisfies never
    }
  }
  flush()
  return parts
}

function groupOf({ label, facts }: Extract<Fact, { kind: 'group' }>, caption: string): HTMLElement {
  const inner = factTables(facts, `${caption}: ${label}`)
  const body = inner.length > 0 ? inner : [make('p', { class: 'not-known' }, 'nothing')]
  return make('div', { class: 'fact-group' }, make('p', { class: 'fact-label' }, label), ...body)
}

function rowOf({ label, text, isKnown, link }: Extract<Fact, { kind: 'value' }>): HTMLElement {
  return make(
    'tr',
    {},
    make('th', { scope: 'row' }, label),
    make('td', { class: isKnown ? null : 'not-known' }, link ? outLink(link) : text),
  )
}
