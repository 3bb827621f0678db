import { make } from '../element.ts'

/** Facts of the card while it loads, and sections below it. */
const FACTS = 6
const SECTIONS = 4

const bar = (kind: string) => make('span', { class: `bar ${kind}` })

/** The shape of a dossier that is loading. Screen readers hear the status alone. */
export function dossierSkeleton(): HTMLElement[] {
  const many = (count: number, each: () => HTMLElement) => Array.from({ length: count }, each)
  return [
    make('p', { class: 'unseen', role: 'status' }, 'Loading…'),
    make(
      'div',
      { class: 'skeleton', 'aria-hidden': 'true' },
      bar('verdict'),
      make('div', { class: 'blocks' }, ...many(FACTS, () => bar('fact'))),
      ...many(SECTIONS, () => make('div', {}, bar('name'), bar('line'))),
    ),
  ]
}

/** A section that has not come yet, or all of them. */
export function sectionSkeleton(layer = 'all'): HTMLElement {
  const look = { class: 'skeleton section', 'aria-hidden': 'true', 'data-pending': layer }
  return make('div', look, bar('name'), bar('line'))
}
