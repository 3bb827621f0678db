import { button, make } from '../element.ts'
import type { LatLng } from '../location-ref.ts'
import { parseTypedPoint } from '../search/typed-point.ts'

/** True when the browser can draw the map. Costs 20 to 160 ms where it draws in software. */
export function canDrawMaps(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null
}

/** Shows in place of the map why there is none, with a field for coordinates. */
export function showNoMap(place: HTMLElement, why: Error, onPoint: (point: LatLng) => void): void {
  // The message of the map library is not for people.
  const reason = canDrawMaps() ? why.message : 'This browser does not support WebGL 2.'
  const field = make('input', {
    id: 'point-text',
    type: 'text',
    autocomplete: 'off',
    placeholder: '29.9863, -71.9644',
    'aria-describedby': 'point-status',
  })
  const status = make('span', { id: 'point-status', role: 'status' })
  const open = () => {
    const point = parseTypedPoint(field.value)
    status.textContent = point
      ? ''
      : 'Latitude and longitude in degrees, such as 29.9863, -71.9644.'
    if (point) onPoint(point)
  }
  field.addEventListener('keydown', (event) => event.key === 'Enter' && open())
  place.replaceChildren(
    make(
      'div',
      { class: 'no-map' },
      make('h2', {}, 'The map cannot be shown'),
      make('p', {}, `${reason} Search and reports work without the map.`),
      make('label', { for: 'point-text' }, 'Coordinates'),
      make('div', { class: 'actions' }, field, button('Show report', open)),
      status,
    ),
  )
  place.setAttribute('data-state', 'none')
}
