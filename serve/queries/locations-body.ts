import { z } from 'zod'
import { ApiError, invalidRequest } from '../../http/error-codes.ts'
import { likelyParameter } from '../../http/parameter-synonyms.ts'
import { characters, quote } from '../../http/query.ts'
import { SECTION_NAMES } from '../../layers/index.ts'
import { nearestWord } from '../../terminal/nearest-word.ts'
import { isSwappedPair } from '../../values/coordinate.ts'
import { ADDRESS_MAX, ADDRESS_MIN, ADDRESS_TEXT, type LocationRef } from './location-query.ts'
import { PARCEL_KEY_TEXT, ParcelKey } from './parcels-query.ts'

/** Locations of one call: up to 2.5 MB of answers, and a third of a key's minute. */
export const LOCATIONS_MAX = 100

/** Characters of a client's text that are repeated in an error. */
const SHOWN_CHARACTERS = 60

const WAYS = 'Give each location in exactly one way: lat and lng, address, parcel.'

const LocationEntry = z
  .strictObject({
    lat: z.number().min(-90).max(90).optional().describe('latitude, decimal degrees; needs lng'),
    lng: z.number().min(-180).max(180).optional().describe('longitude, decimal degrees; needs lat'),
    address: characters(ADDRESS_MIN, ADDRESS_MAX).optional().describe(ADDRESS_TEXT),
    parcel: ParcelKey.optional().describe(PARCEL_KEY_TEXT),
  })
  .describe('a location in exactly one way: lat and lng, address or parcel')

/** The body of `POST /v1/locations`. */
export const LocationsBody = z.strictObject({
  locations: z
    .array(LocationEntry)
    .min(1)
    .max(LOCATIONS_MAX)
    .describe(`1 to ${LOCATIONS_MAX} locations; each counts as one request`),
  layers: z
    .array(z.enum(SECTION_NAMES as [string, ...string[]]))
    .min(1)
    .max(SECTION_NAMES.length)
    .optional()
    .describe('sections to include, all when absent'),
})

/** A validated list of locations. */
export interface LocationsRequest {
  refs: LocationRef[]
  /** Requested sections; undefined for all. */
  layers?: string[]
}

/**
 * Validates the body of a list of locations. Throws `ApiError` 400 that names the first invalid
 * member, such as `locations[3].lat`.
 */
export function parseLocationsBody(body: unknown): LocationsRequest {
  const parsed = LocationsBody.safeParse(body)
  if (!parsed.success) throw describeIssue(parsed.error.issues[0], body)
  const { locations, layers } = parsed.data
  return { refs: locations.map(locationRefOf), layers: layers && [...new Set(layers)] }
}

/** The number of requests that a body counts as: its entries, or one where it is not valid. */
export function locationsCost(body: unknown): number {
  try {
    return parseLocationsBody(body).refs.length
  } catch (error) {
    if (error instanceof ApiError) return 1
    throw error
  }
}

function locationRefOf(entry: z.infer<typeof LocationEntry>, i: number): LocationRef {
  const { lat, lng, address, parcel } = entry
  const at = `locations[${i}]`
  const ways = [lat ?? lng, address, parcel].filter((way) => way !== undefined)
  if (ways.length !== 1) {
    const found = ways.length === 0 ? 'is empty' : `is given in ${ways.length} ways`
    throw invalidRequest(at, `${at} ${found}.`, WAYS)
  }
  if (address !== undefined) return { type: 'address', address }
  if (parcel !== undefined) return { type: 'parcel', parcel }
  if (lat === undefined) throw invalidRequest(`${at}.lat`, `${at} has lng without lat.`, WAYS)
  if (lng === undefined) throw invalidRequest(`${at}.lng`, `${at} has lat without lng.`, WAYS)
  return { type: 'coordinates', lat: lat + 0, lng: lng + 0 } // -0 is 0 on the wire
}

function describeIssue(issue: z.core.$ZodIssue, body: unknown): ApiError {
  const param = formatPath(issue.path)
  const value = valueAt(body, issue.path)
  if (issue.code === 'unrecognized_keys') {
    const allowed = Object.keys(param === '' ? LocationsBody.shape : LocationEntry.shape)
    const [name] = issue.keys
    const near = likelyParameter(name.slice(0, SHOWN_CHARACTERS), allowed)
    const hint = `${near ? `Did you mean ${near}? ` : ''}Allowed: ${allowed.join(', ')}.`
    const whole = formatPath([...issue.path, name.slice(0, SHOWN_CHARACTERS)])
    return invalidRequest(whole, `Unknown member ${quote(name)}.`, hint)
  }
  const shown = shownValue(value)
  const where = param === '' ? 'The body' : param
  return invalidRequest(
    param || 'locations',
    `${where} ${problemOf(issue, shown)}.`,
    hintOf(issue, body),
  )
}

/** A value of a client in an error: lists and objects may be deeper than `JSON.stringify` goes. */
function shownValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return (JSON.stringify(value) ?? 'nothing').slice(0, SHOWN_CHARACTERS)
}

function problemOf(issue: z.core.$ZodIssue, shown: string): string {
  const isList = 'origin' in issue && issue.origin === 'array'
  const unit = 'origin' in issue && issue.origin === 'string' ? ' characters' : ' entries'
  switch (issue.code) {
    case 'too_small':
      return isList || unit === ' characters'
        ? `must have at least ${issue.minimum}${unit}`
        : `must be at least ${issue.minimum}, got ${shown}`
    case 'too_big':
      return isList || unit === ' characters'
        ? `must have at most ${issue.maximum}${unit}`
        : `must be at most ${issue.maximum}, got ${shown}`
    case 'invalid_value':
      return `is not a section: ${shown}`
    case 'invalid_type':
      return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}, got ${shown}`
    default:
      return `is not valid: ${shown}`
  }
}

const TYPE_NAMES: Partial<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  number: 'a number',
  string: 'a text',
}

function hintOf({ path }: z.core.$ZodIssue, body: unknown): string {
  const [member, , field] = path
  if (member === 'layers') {
    const word = valueAt(body, path)
    const near =
      typeof word === 'string' ? nearestWord(word.slice(0, SHOWN_CHARACTERS), SECTION_NAMES) : null
    return `${near ? `Did you mean ${near}? ` : ''}Known sections: ${SECTION_NAMES.join(', ')}.`
  }
  if (typeof field !== 'string')
    return `locations: ${LocationsBody.shape.locations.description}. ${WAYS}`
  const { lat, lng } = valueAt(body, path.slice(0, 2)) as { lat: unknown; lng: unknown }
  const about = LocationEntry.shape[field as keyof typeof LocationEntry.shape].description
  const isPair = typeof lat === 'number' && typeof lng === 'number'
  const isSwapped = field === 'lat' && isPair && isSwappedPair(lat, lng)
  return `${field}: ${about}.${isSwapped ? ` Is lat ${lng}, lng ${lat} the point?` : ''}`
}

/** Formats the path of a member, such as `locations[3].lat`. */
function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    return text === '' ? String(key) : `${text}.${String(key)}`
  }, '')
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    body,
  )
}
