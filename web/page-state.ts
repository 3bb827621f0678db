import {
  formatPoint,
  type LatLng,
  type LocationRef,
  locationParameter,
  parseLocationRef,
  parsePoint,
} from './location-ref.ts'

export type View = 'map' | 'coverage'

/** What an address of the page says: all that two people need to see the same. */
export interface PageState {
  /** The spot whose dossier is open. */
  spot: LocationRef | null
  view: View
  /** Slugs of the layers that are drawn; null for those that are drawn at first. */
  layers: string[] | null
  /** Where the map is; null for all of the build. */
  position: MapPosition | null
  /** The county whose coverage is shown, five digits; null for all. */
  county: string | null
}

export interface MapPosition {
  center: LatLng
  zoom: number
}

const QUERY_CHARACTERS = 4_000
const LAYERS_MAX = 60
const ZOOM_MAX = 22

/** Reads a query string. What is wrong in it is left out: a link that was cut opens what it can. */
export function parsePageState(search: string): PageState {
  const query = new URLSearchParams(search.slice(0, QUERY_CHARACTERS))
  const county = query.get('county') ?? ''
  return {
    spot: parseLocationRef((name) => query.get(name)),
    view: query.get('view') === 'coverage' ? 'coverage' : 'map',
    layers: readLayers(query.get('layers')),
    position: readPosition(query.get('map') ?? ''),
    county: /^\d{5}$/.test(county) ? county : null,
  }
}

/** The query string of a state, with its `?`; empty for that of a page just opened. */
export function formatPageState(state: PageState): string {
  const parts: string[] = []
  const put = (name: string, value: string) => {
    parts.push(`${name}=${encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%2F', '/')}`)
  }
  if (state.spot) {
    const [name, value] = locationParameter(state.spot)
    put(name === 'll' ? 'at' : name, value)
  }
  if (state.view !== 'map') put('view', state.view)
  if (state.county && state.view === 'coverage') put('county', state.county)
  if (state.layers) put('layers', state.layers.join(',') || 'none')
  if (state.position) put('map', formatPosition(state.position))
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

function readLayers(text: string | null): string[] | null {
  if (text === null) return null
  const slugs = text.split(',').filter((slug) => /^[a-z0-9][a-z0-9-]{0,40}$/.test(slug))
  return [...new Set(slugs)].filter((slug) => slug !== 'none').slice(0, LAYERS_MAX)
}

/** `zoom/latitude/longitude`, as maps on the web write it. */
function readPosition(text: string): MapPosition | null {
  const [zoom = '', ...rest] = text.slice(0, 80).split('/')
  const center = parsePoint(rest.join(','))
  if (!center || !/^\d{1,2}(\.\d{0,4})?$/.test(zoom) || Number(zoom) > ZOOM_MAX) return null
  return { center, zoom: Number(zoom) }
}

/** Five decimals are a metre, which is less than a pixel of any map here. */
function formatPosition({ center, zoom }: MapPosition): string {
  const rounded = { lat: Number(center.lat.toFixed(5)), lng: Number(center.lng.toFixed(5)) }
  return `${Number(zoom.toFixed(2))}/${formatPoint(rounded, '/')}`
}
