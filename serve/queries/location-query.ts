import { z } from 'zod'
import { ApiError, invalidRequest } from '../../http/error-codes.ts'
import {
  characters,
  decimals,
  describeParameter,
  flag,
  hintSwapped,
  namesAmong,
  parseCoordinate,
  parsePoint,
  parseQuery,
  quote,
} from '../../http/query.ts'
import { SECTION_NAMES } from '../../layers/index.ts'
import { nearestWord } from '../../terminal/nearest-word.ts'
import { PARCEL_KEY_TEXT, ParcelKey } from './parcels-query.ts'

/** Characters of an address. */
export const ADDRESS_MIN = 3
export const ADDRESS_MAX = 500
export const ADDRESS_TEXT = `a mailing address, ${ADDRESS_MIN} to ${ADDRESS_MAX} characters`

/** The query parameters of `GET /v1/location`. */
export const LocationQuery = z.strictObject({
  lat: decimals('44.8')
    .min(1)
    .optional()
    .describe('latitude, decimal degrees from -90 to 90; needs lng'),
  lng: decimals('-68.77')
    .min(1)
    .optional()
    .describe('longitude, decimal degrees from -180 to 180; needs lat'),
  ll: decimals('44.8,-68.77')
    .optional()
    .describe('latitude,longitude: two decimal numbers, latitude first, for example 44.8,-68.77'),
  address: characters(ADDRESS_MIN, ADDRESS_MAX).optional().describe(ADDRESS_TEXT),
  parcel: ParcelKey.optional().describe(PARCEL_KEY_TEXT),
  layers: namesAmong(SECTION_NAMES, 'parcel,flood')
    .optional()
    .describe(`comma-separated sections, all when absent: ${SECTION_NAMES.join(', ')}`),
  include_geometry: flag.describe('true or false: adds GeoJSON geometries'),
  include_adjacent: flag.describe('true or false: adds parcels that share a boundary'),
})

/** How a request names its location; the dossier repeats it in `query`. */
export type LocationRef =
  | { type: 'coordinates'; lat: number; lng: number }
  | { type: 'address'; address: string }
  | { type: 'parcel'; parcel: string }

/** A validated request for a dossier. */
export interface LocationRequest {
  ref: LocationRef
  /** Requested sections; undefined for all. */
  layers?: string[]
  includeGeometry: boolean
  includeAdjacent: boolean
}

const WAYS = 'Give exactly one of: lat and lng, ll=latitude,longitude, address, parcel.'

/** Parses the query of a location lookup. Throws `ApiError` 400. */
export function parseLocationQuery(query: unknown): LocationRequest {
  const parsed = parseQuery(LocationQuery, query)
  return {
    ref: locationRefOf(parsed),
    layers: parsed.layers === undefined ? undefined : parseLayerNames(parsed.layers, 'layers'),
    includeGeometry: parsed.include_geometry === 'true',
    includeAdjacent: parsed.include_adjacent === 'true',
  }
}

function locationRefOf({
  lat,
  lng,
  ll,
  address,
  parcel,
}: z.infer<typeof LocationQuery>): LocationRef {
  const given = { lat: lat ?? lng, ll, address, parcel }
  const ways = Object.entries(given).filter(([, value]) => value !== undefined)
  if (ways.length === 0)
    throw new ApiError(400, 'The location is missing.', { param: 'll', hint: WAYS })
  if (ways.length > 1)
    throw invalidRequest(ways[1][0], `The location is given in ${ways.length} ways.`, WAYS)
  if (address !== undefined) return { type: 'address', address }
  if (parcel !== undefined) return { type: 'parcel', parcel }
  if (ll !== undefined) return { type: 'coordinates', ...parsePoint(ll, 'll', describe('ll')) }
  if (lat === undefined) throw invalidRequest('lat', 'lng is given without lat.', describe('lat'))
  if (lng === undefined) throw invalidRequest('lng', 'lat is given without lng.', describe('lng'))
  return {
    type: 'coordinates',
    lat: parseCoordinate(lat, 'lat', 'lat', hintSwapped(describe('lat'), lat, lng)),
    lng: parseCoordinate(lng, 'lng', 'lng', describe('lng')),
  }
}

/** Parses a comma-separated list of sections. Throws `ApiError` 400 that lists the known names. */
export function parseLayerNames(text: string, param: string): string[] {
  const known = `Known sections: ${SECTION_NAMES.join(', ')}.`
  const names = text.split(',').map((name) => name.trim())
  for (const name of names) {
    if (name === '') throw invalidRequest(param, `${param} has an empty name.`, known)
    if (SECTION_NAMES.includes(name)) continue
    const near = nearestWord(name.slice(0, 60), SECTION_NAMES)
    const hint = near ? `Did you mean ${near}? ${known}` : known
    throw invalidRequest(param, `There is no section ${quote(name)}.`, hint)
  }
  return [...new Set(names)]
}

function describe(param: string): string {
  return describeParameter(LocationQuery, param)
}
