import type { UnitSystem } from '../../report/units.ts'
import { button, make } from '../element.ts'
import { factLabels, factOf, type Place, type PlaceFact, placeId } from './place.ts'

export interface PlaceTableOptions {
  system: UnitSystem
  /** Ids of the places that are chosen for a comparison. */
  chosen: ReadonlySet<string>
  onChoose(id: string, isOn: boolean): void
  /** Goes to a place on the map. */
  onOpen(place: Place): void
  onRemove(place: Place): void
}

/** The table of places with their main facts. It scrolls sideways on its own. */
export function placeTable(places: readonly Place[], options: PlaceTableOptions): HTMLElement {
  const { system } = options
  const labels = factLabels(places, system)
  const head = ['Place', 'Flood', ...labels, 'Worth a look'].map((text) =>
    make('th', { scope: 'col' }, text),
  )
  const table = make(
    'table',
    { class: 'place-table' },
    make('caption', { class: 'unseen' }, 'Saved places with their main facts'),
    make(
      'thead',
      {},
      make(
        'tr',
        {},
        make('th', { scope: 'col' }, make('span', { class: 'unseen' }, 'Compare')),
        ...head,
        make('th', { scope: 'col' }, make('span', { class: 'unseen' }, 'Remove')),
      ),
    ),
    make('tbody', {}, ...places.map((place) => rowOf(place, labels, options))),
  )
  return make(
    'div',
    { class: 'table-frame', role: 'region', tabindex: '0', 'aria-label': 'Table of places' },
    table,
  )
}

function rowOf(place: Place, labels: string[], options: PlaceTableOptions): HTMLElement {
  const { system, chosen, onChoose, onOpen, onRemove } = options
  const id = placeId(place)
  const box = make('input', {
    type: 'checkbox',
    'aria-label': `Compare ${place.title}`,
    checked: chosen.has(id),
  })
  box.addEventListener('change', () => onChoose(id, box.checked))
  return make(
    'tr',
    { 'data-place': id },
    make('td', { class: 'choice' }, box),
    make(
      'th',
      { scope: 'row' },
      button(place.title, () => onOpen(place), { class: 'link', title: 'Show on the map' }),
    ),
    make('td', { class: 'flood' }, floodView(place)),
    ...labels.map((label) => make('td', {}, factView(factOf(place, label, system)))),
    make('td', {}, watchView(place.watch)),
    make(
      'td',
      {},
      button('×', () => onRemove(place), {
        class: 'plain',
        'aria-label': `Remove ${place.title}`,
      }),
    ),
  )
}

/** The verdict on flood risk, coloured by its level. */
export function floodView({ flood }: Place): HTMLElement | string {
  if (!flood) return '–'
  return make('span', { class: `place-flood level-${flood.level}` }, flood.title)
}

/** A fact with its note; a dash where the answer has none. */
export function factView(fact: PlaceFact | null): HTMLElement | string {
  if (!fact) return make('span', { class: 'quiet-text', 'aria-label': 'not known' }, '–')
  const { value, note } = fact
  return make('span', {}, value, note && make('span', { class: 'place-note' }, note))
}

function watchView(watch: readonly string[]): HTMLElement | string {
  if (watch.length === 0) return '–'
  return make('ul', { class: 'place-watch' }, ...watch.map((text) => make('li', {}, text)))
}
