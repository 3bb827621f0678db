import { button, make } from '../element.ts'
import type { LatLng } from '../location-ref.ts'
import { parseTypedPoint } from '../search/typed-point.ts'

/** Whether the browser can draw the map at all. */
export function canDrawMaps(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null
}

/** In place of the map: why there is none, and a field for coordinates. All else works without it. */
export function showNoMap(place: HTMLElement, why: Error, onSpot: (spot: LatLng) => void): void {
  const field = make('input', {
    id: 'spot-text',
    type: 'text',
    autocomplete: 'off',
    placeholder: '29.9863, -71.9644',
    'aria-describedby': 'spot-said',
  })
  const said = make('span', { id: 'spot-said', role: 'status' })
  const ask = () => {
    const point = parseTypedPoint(field.value)
    said.textContent = point ? '' : 'Latitude and longitude in degrees, such as 29.9863, -71.9644.'
    if (point) onSpot(point)
  }
  field.addEventListener('keydown', (event) => event.key === 'Enter' && ask())
  place.replaceChildren(
    make(
      'div',
      { class: 'no-map' },
      make('h2', {}, 'No map here'),
      make(
        'p',
        {},
        `The map could not be drawn: ${why.message} The search and the dossier work without it.`,
      ),
      make('label', { for: 'spot-text' }, 'Coordinates'),
      make('div', { class: 'actions' }, field, button('Ask', ask)),
      said,
    ),
  )
  place.setAttribute('data-state', 'none')
}
