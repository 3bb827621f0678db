import { type Map as MapLibre, ScaleControl } from 'maplibre-gl'
import type { UnitSystem } from '../../report/units.ts'
import { button, make } from '../element.ts'
import type { LatLng } from '../location-ref.ts'

/** Longest scale bar, in pixels. */
const SCALE_PIXELS_MAX = 120
/** A browser that has not found the person by then has failed. */
const FOUND_WITHIN_MS = 15_000

export interface MapControlsOptions {
  system: UnitSystem
  /** The button that raises the ground. */
  raise: HTMLElement
  /** Called with the location of the person who requested it. */
  onFound(point: LatLng): void
  /** Called with why the location of the person is not known. */
  onLost(why: string): void
}

/** The buttons and the scale bar over the map. */
export interface MapControls {
  elements: HTMLElement[]
  setUnits(system: UnitSystem): void
}

export function mapControls(map: MapLibre, options: MapControlsOptions): MapControls {
  const scale = new ScaleControl({ maxWidth: SCALE_PIXELS_MAX, unit: unitOf(options.system) })
  const buttons = make(
    'div',
    { class: 'map-buttons', role: 'group', 'aria-label': 'Zoom and move' },
    button('+', () => map.zoomIn(), { 'aria-label': 'Zoom in' }),
    button('−', () => map.zoomOut(), { 'aria-label': 'Zoom out' }),
    compass(map),
    options.raise,
    locateButton(options),
  )
  return {
    elements: [buttons, scale.onAdd(map)],
    setUnits: (system) => scale.setUnit(unitOf(system)),
  }
}

function unitOf(system: UnitSystem): 'imperial' | 'metric' {
  return system === 'us' ? 'imperial' : 'metric'
}

/** An arrow to the north, which turns with the map; a press turns the map north up. */
function compass(map: MapLibre): HTMLElement {
  const arrow = make('span', { class: 'north', 'aria-hidden': 'true' }, '▲')
  const made = button('', () => map.resetNorth(), { 'aria-label': 'Turn the map north up' })
  made.append(arrow)
  const turn = () => {
    arrow.style.transform = `rotate(${-map.getBearing()}deg)`
  }
  map.on('rotate', turn)
  return made
}

/** A button that shows what is known where the person is. */
function locateButton({ onFound, onLost }: MapControlsOptions): HTMLElement {
  const locate = () => {
    const { geolocation } = navigator
    // Browsers have no location for pages without TLS from another machine.
    if (!geolocation) return onLost('This browser does not know your location here.')
    made.setAttribute('aria-busy', 'true')
    geolocation.getCurrentPosition(
      ({ coords }) => {
        made.removeAttribute('aria-busy')
        onFound({ lat: coords.latitude, lng: coords.longitude })
      },
      ({ code, PERMISSION_DENIED }) => {
        made.removeAttribute('aria-busy')
        onLost(
          code === PERMISSION_DENIED
            ? 'Your location is not shared with this page: allow it in the settings of the browser.'
            : 'Your location was not found.',
        )
      },
      { enableHighAccuracy: true, timeout: FOUND_WITHIN_MS },
    )
  }
  const made = button('◎', locate, { 'aria-label': 'My location' })
  return made
}
