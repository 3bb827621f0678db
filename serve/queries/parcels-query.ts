import { z } from 'zod'
import type { Box } from '../../geometry/polygons.ts'
import { invalidRequest } from '../../http/error-codes.ts'
import {
  characters,
  decimals,
  describeParameter,
  flag,
  parseCoordinate,
  parseLimit,
  parseQuery,
  quote,
  wholeNumber,
} from '../../http/query.ts'
import type { ParcelFilters } from './parcel-plane.ts'

/** Parcels per page: the default and the maximum of `limit`. */
const LIMIT_DEFAULT = 25
const LIMIT_MAX = 100
const USE_CODE_MAX = 100
const PARCEL_KEY_MIN = 4
const PARCEL_KEY_MAX = 200
/** Cursors have 32 characters. */
const CURSOR_MAX = 200

/** A `parcel_key` parameter, with the length that the contract allows. */
export const ParcelKey = characters(PARCEL_KEY_MIN, PARCEL_KEY_MAX)
export const PARCEL_KEY_TEXT = `a parcel_key from the parcel section, ${PARCEL_KEY_MIN} to ${PARCEL_KEY_MAX} characters`

export const ParcelPath = z.strictObject({
  parcel_key: ParcelKey.describe(PARCEL_KEY_TEXT),
})

export const ParcelQuery = z.strictObject({
  include_geometry: flag.describe('true or false: adds the polygon as a GeoJSON Feature'),
})

/** Documents a parameter of five digits for the reference; `digits` validates it. */
function fiveDigits(example: string) {
  return z.string().meta({ pattern: '^\\d{5}$', examples: [example] })
}

export const ParcelsQuery = z.strictObject({
  bbox: decimals('-72.01,29.98,-71.99,30')
    .optional()
    .describe(
      'west,south,east,north in decimal degrees, west at most east: parcels whose bbox intersects it',
    ),
  county: fiveDigits('23019').optional().describe('five FIPS digits, for example 23019'),
  zip: fiveDigits('04401')
    .optional()
    .describe("five digits: the ZIP code of the roll's property address, for example 04401"),
  use_code: characters(1, USE_CODE_MAX)
    .optional()
    .describe(`the roll's land-use code, verbatim, 1 to ${USE_CODE_MAX} characters`),
  limit: wholeNumber(1, LIMIT_MAX, LIMIT_DEFAULT)
    .optional()
    .describe(`parcels per page, 1 to ${LIMIT_MAX}; default ${LIMIT_DEFAULT}`),
  cursor: characters(1, CURSOR_MAX)
    .optional()
    .describe('the next_cursor of the previous page, with the same filters'),
  include_geometry: flag.describe('true or false: adds polygons as GeoJSON Features'),
})

/** A request for a page of parcels. Everything but the cursor is validated. */
export interface ParcelsParams {
  filters: ParcelFilters
  limit: number
  cursor?: string
  includeGeometry: boolean
}

/** Parses the query of a list of parcels. Throws `ApiError` 400. */
export function parseParcelsQuery(query: unknown): ParcelsParams {
  const { bbox, county, zip, use_code, limit, cursor, include_geometry } = parseQuery(
    ParcelsQuery,
    query,
  )
  return {
    filters: {
      bbox: bbox === undefined ? undefined : boxOf(bbox),
      county: digits('county', county, 'county code'),
      zip: digits('zip', zip, 'ZIP code'),
      use_code,
    },
    limit: limit === undefined ? LIMIT_DEFAULT : parseLimit(limit, LIMIT_MAX, describe('limit')),
    cursor,
    includeGeometry: include_geometry === 'true',
  }
}

function boxOf(text: string): Box {
  const parts = text.split(',', 5)
  const wrong = (problem: string) => invalidRequest('bbox', problem, describe('bbox'))
  if (parts.length !== 4) throw wrong(`${quote(text)} is not four comma-separated numbers.`)
  const [west, south, east, north] = parts.map((part, i) =>
    parseCoordinate(part, i % 2 === 0 ? 'lng' : 'lat', 'bbox', describe('bbox')),
  )
  if (west > east)
    throw wrong(
      'West is greater than east: split a box that crosses 180 degrees into two requests.',
    )
  if (south > north) throw wrong('South is greater than north.')
  return [west, south, east, north]
}

function digits(param: 'county' | 'zip', text: string | undefined, what: string) {
  if (text === undefined || /^\d{5}$/.test(text)) return text
  throw invalidRequest(param, `${quote(text)} is not a ${what}.`, describe(param))
}

function describe(param: string): string {
  return describeParameter(ParcelsQuery, param)
}
