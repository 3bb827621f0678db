import './elsewhere-card.css'
import { formatMeasure, type UnitSystem } from '../../report/units.ts'
import { button, make } from '../element.ts'

/** An area that has data, and how far it is; null where that is not known. */
export interface DataArea {
  name: string
  bounds: readonly number[]
  distance_m: number | null
}

export interface ElsewhereOptions {
  system: UnitSystem
  /** Shows an area on the map. */
  onArea(bounds: readonly number[]): void
  /** Replaces the title and adds an explanation, for a place that is refused. */
  title?: string
  text?: string
  /** Further buttons. */
  more?: HTMLElement[]
}

/** States that there is no data at a location, names where there is some and leads there. */
export function elsewhereCard(area: DataArea, options: ElsewhereOptions): HTMLElement {
  const { system, onArea, title = 'No property data here', text, more = [] } = options
  const { name, bounds, distance_m } = area
  const away = distance_m === null ? '' : `, ${formatFar(distance_m, system)} away`
  return make(
    'section',
    { class: 'no-data', 'aria-labelledby': 'no-data-title' },
    make('h3', { id: 'no-data-title' }, title),
    text && make('p', {}, text),
    make('p', {}, 'The nearest data is in ', make('strong', {}, name), `${away}.`),
    make(
      'div',
      { class: 'actions' },
      button(`Go to ${name}`, () => onArea(bounds), { class: 'primary' }),
      ...more,
    ),
  )
}

/** `about 41 mi`: the distance is to the box around the area, so it has two digits. */
function formatFar(distance_m: number, system: UnitSystem): string {
  const km = Number((distance_m / 1_000).toPrecision(2))
  return `about ${formatMeasure({ value: km, unit: 'km' }, system).replace(/\.\d+/, '')}`
}
