import type { UnitSystem } from '../../report/units.ts'
import { make } from '../element.ts'
import { factLabels, factOf, type Place } from './place.ts'
import { factView, floodView } from './place-table.ts'

/** Places that are compared at a time: more columns do not fit on a screen. */
export const COMPARED_MAX = 4
export const COMPARED_MIN = 2

/** Two to four places side by side: a column a place, a row a fact. */
export function compareTable(places: readonly Place[], system: UnitSystem): HTMLElement {
  const row = (label: string, cells: (Node | string)[]) =>
    make(
      'tr',
      {},
      make('th', { scope: 'row' }, label),
      ...cells.map((cell) => make('td', {}, cell)),
    )
  const watch = ({ watch }: Place) =>
    watch.length === 0 ? '–' : make('ul', {}, ...watch.map((text) => make('li', {}, text)))
  const table = make(
    'table',
    { class: 'compare-table' },
    make('caption', { class: 'unseen' }, 'Comparison of places'),
    make(
      'thead',
      {},
      make(
        'tr',
        {},
        make('th', { scope: 'col' }, make('span', { class: 'unseen' }, 'Fact')),
        ...places.map(({ title }) => make('th', { scope: 'col' }, title)),
      ),
    ),
    make(
      'tbody',
      {},
      row('Flood', places.map(floodView)),
      ...factLabels(places, system).map((label) =>
        row(
          label,
          places.map((place) => factView(factOf(place, label, system))),
        ),
      ),
      row('Worth a look', places.map(watch)),
    ),
  )
  return make(
    'div',
    { class: 'table-frame', role: 'region', tabindex: '0', 'aria-label': 'Comparison' },
    table,
  )
}
