import { z } from 'zod'
import { type Box, GRID } from '../../geometry/polygons.ts'
import { invalidRequest } from '../../http/error-codes.ts'
import { decimals, describeParameter, parseQuery, quote, wholeNumber } from '../../http/query.ts'
import { CoordinateError, parseDegrees } from '../../values/coordinate.ts'

/** Features of an answer: the default and the maximum of `limit`. */
export const FEATURES_DEFAULT = 1_000
export const FEATURES_MAX = 5_000

export const FeaturesQuery = z.strictObject({
  bbox: decimals('-72.01,29.98,-71.99,30').describe(
    'west,south,east,north in degrees, for example -72.01,29.98,-71.99,30; west greater than east crosses 180 degrees',
  ),
  limit: wholeNumber(1, FEATURES_MAX, FEATURES_DEFAULT)
    .optional()
    .describe(
      `maximum number of features, 1 to ${FEATURES_MAX}; default ${FEATURES_DEFAULT}; counts as one request for each ${FEATURES_DEFAULT} or part of it`,
    ),
  shape: z
    .enum(['whole', 'point'])
    .optional()
    .describe('point: one point inside each polygon instead of the polygon; default whole'),
  table: z
    .string()
    .optional()
    .meta({ examples: ['flood_zones'] })
    .describe('one of the drawable tables of the layer; default: its main table'),
})

export interface FeaturesParams {
  /** Boxes in grid units; two where the box crosses 180 degrees. */
  boxes: Box[]
  limit: number
  table: string | undefined
  /** One point inside each polygon instead of the polygon. */
  asPoints: boolean
}

/** Parses the query of a request for features. Throws `ApiError` 400 that names the parameter. */
export function parseFeaturesQuery(query: unknown): FeaturesParams {
  const { bbox, limit, table, shape } = parseQuery(FeaturesQuery, query)
  const asPoints = shape === 'point'
  return { boxes: parseBoxes(bbox), limit: parseLimit(limit), table, asPoints }
}

/**
 * The number of requests that a query counts as; 1 for an invalid one, since it is not validated
 * yet.
 */
export function featuresCost(query: unknown): number {
  const { limit } = query as { limit?: unknown }
  const features = typeof limit === 'string' && /^\d+$/.test(limit) ? Number(limit) : 1
  return features > FEATURES_MAX ? 1 : Math.max(1, Math.ceil(features / FEATURES_DEFAULT))
}

function parseBoxes(text: string): Box[] {
  const parts = text.split(',')
  if (parts.length !== 4) throw wrong('bbox', `${quote(text)} is not four numbers.`)
  const [west, south, east, north] = parts.map((part, i) => {
    try {
      return Math.round(parseDegrees(part, i % 2 === 0 ? 'lng' : 'lat') * GRID)
    } catch (error) {
      if (!(error instanceof CoordinateError)) throw error
      throw wrong('bbox', `bbox: ${quote(error.text)} ${error.problem}.`)
    }
  })
  if (south > north) throw wrong('bbox', 'bbox: south is greater than north.')
  if (west <= east) return [[west, south, east, north]]
  const edge = 180 * GRID
  return [
    [west, south, edge, north],
    [-edge, south, east, north],
  ]
}

function parseLimit(text: string | undefined): number {
  if (text === undefined) return FEATURES_DEFAULT
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > FEATURES_MAX)
    throw wrong('limit', `${quote(text)} is not 1 to ${FEATURES_MAX}.`)
  return limit
}

function wrong(param: string, message: string) {
  return invalidRequest(param, message, describeParameter(FeaturesQuery, param))
}
