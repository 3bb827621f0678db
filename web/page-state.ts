import {
  formatPoint,
  type LatLng,
  type LocationRef,
  locationParameter,
  parseLocationRef,
  parsePoint,
} from './location-ref.ts'
import { EXAGGERATIONS, type Exaggeration, PITCH_MAX } from './map/relief-choice.ts'

export type View = 'map' | 'coverage' | 'list'

/** The state in the page's address: all that two people need to see the same. */
export interface PageState {
  /** The location whose dossier is open. */
  location: LocationRef | null
  view: View
  /** Slugs of the drawn layers; null for the default ones. */
  layers: string[] | null
  /** Position of the map; null for the whole build. */
  position: MapPosition | null
  /** Id of the pictures beneath the layers; null for none. */
  background: string | null
  /** How many times their height heights are drawn on raised ground; null for a flat map. */
  relief: Exaggeration | null
  /** The county whose coverage is shown, five digits; null for all. */
  county: string | null
  /** Layer of the section on the map of coverage; null for the first. */
  section: string | null
}

export interface MapPosition {
  center: LatLng
  zoom: number
  /** How far the map is turned and tilted, in degrees; left out of one that is flat, north up. */
  bearing?: number
  pitch?: number
}

export const VIEWS: readonly View[] = ['map', 'coverage', 'list']
/** Characters and layers that are read of a link; the rest is ignored. */
const QUERY_CHARACTERS = 4_000
const LAYERS_MAX = 60
const ZOOM_MAX = 22

/** Parses a query string. Invalid parts are ignored, so a truncated link opens what it can. */
export function parsePageState(search: string): PageState {
  const query = new URLSearchParams(search.slice(0, QUERY_CHARACTERS))
  const county = query.get('county') ?? ''
  const section = query.get('section') ?? ''
  return {
    location: parseLocationRef((name) => query.get(name)),
    view: VIEWS.find((view) => view === query.get('view')) ?? 'map',
    layers: parseLayers(query.get('layers')),
    position: parsePosition(query.get('map') ?? ''),
    background: parseSlugs(query.get('background') ?? '')[0] ?? null,
    relief: EXAGGERATIONS.find((each) => `${each}` === query.get('relief')) ?? null,
    county: /^\d{5}$/.test(county) ? county : null,
    section: /^[a-z_]{1,40}$/.test(section) ? section : null,
  }
}

/** Formats a state as a query string with its `?`; empty for the initial state. */
export function formatPageState(state: PageState): string {
  const parts: string[] = []
  const put = (name: string, value: string) => {
    parts.push(`${name}=${encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%2F', '/')}`)
  }
  if (state.location) {
    const [name, value] = locationParameter(state.location)
    put(name === 'll' ? 'at' : name, value)
  }
  if (state.view !== 'map') put('view', state.view)
  if (state.county && state.view === 'coverage') put('county', state.county)
  if (state.section && state.view === 'coverage') put('section', state.section)
  if (state.layers) put('layers', state.layers.join(',') || 'none')
  if (state.background) put('background', state.background)
  if (state.relief) put('relief', `${state.relief}`)
  if (state.position) put('map', formatPosition(state.position))
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

function parseLayers(text: string | null): string[] | null {
  return text === null ? null : parseSlugs(text)
}

function parseSlugs(text: string): string[] {
  const slugs = text.split(',').filter((slug) => /^[a-z0-9][a-z0-9-]{0,40}$/.test(slug))
  return [...new Set(slugs)].filter((slug) => slug !== 'none').slice(0, LAYERS_MAX)
}

/**
 * Parses `zoom/latitude/longitude`, the usual form of web maps, and `/bearing/pitch` after it, of a
 * map that is turned or tilted.
 */
function parsePosition(text: string): MapPosition | null {
  const [zoom = '', lat = '', lng = '', ...turn] = text.slice(0, 80).split('/')
  const center = parsePoint(`${lat},${lng}`)
  if (!center || !/^\d{1,2}(\.\d{0,4})?$/.test(zoom) || Number(zoom) > ZOOM_MAX) return null
  const position = { center, zoom: Number(zoom) }
  if (turn.length !== 2 || !turn.every((each) => /^-?\d{1,3}$/.test(each))) return position
  const [bearing, pitch] = turn.map(Number)
  return { ...position, bearing: clamp(bearing, 180), pitch: Math.max(clamp(pitch, PITCH_MAX), 0) }
}

/** Formats a position with five decimals: one metre, less than a pixel at any zoom. */
function formatPosition({ center, zoom, bearing = 0, pitch = 0 }: MapPosition): string {
  const rounded = { lat: Number(center.lat.toFixed(5)), lng: Number(center.lng.toFixed(5)) }
  const turn = bearing || pitch ? `/${Math.round(bearing)}/${Math.round(pitch)}` : ''
  return `${Number(zoom.toFixed(2))}/${formatPoint(rounded, '/')}${turn}`
}

function clamp(value: number, limit: number): number {
  return Math.min(Math.max(value, -limit), limit)
}
