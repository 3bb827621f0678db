import { z } from 'zod'
import { SEARCH_TYPES, type SearchRequest, type SearchType } from '../../geocoder/search/search.ts'
import { type GridPoint, toGridPoint } from '../../geometry/grid-point.ts'
import { invalidRequest } from '../../http/error-codes.ts'
import {
  characters,
  decimals,
  describeParameter,
  namesAmong,
  parseLimit,
  parsePoint,
  parseQuery,
  quote,
  wholeNumber,
} from '../../http/query.ts'
import { nearestWord } from '../../terminal/nearest-word.ts'

/** Most results of a search. */
export const LIMIT_MAX = 50
/** Results of a search by default, and characters of its text. */
const LIMIT_DEFAULT = 10
const TEXT_MAX = 200

export const SearchQuery = z.strictObject({
  q: characters(1, TEXT_MAX).describe(
    `the text to search for, 1 to ${TEXT_MAX} characters: an address, a place, a county, a ZIP code or a parcel_key, complete or partial`,
  ),
  types: namesAmong(SEARCH_TYPES, 'address,place')
    .optional()
    .describe(`comma-separated kinds; all when absent: ${SEARCH_TYPES.join(', ')}`),
  limit: wholeNumber(1, LIMIT_MAX, LIMIT_DEFAULT)
    .optional()
    .describe(`maximum number of results, 1 to ${LIMIT_MAX}; default ${LIMIT_DEFAULT}`),
  near: decimals('44.8,-68.77')
    .optional()
    .describe('latitude,longitude: nearby results come first, for example 44.8,-68.77'),
})

/** Parses the query of a search. Throws `ApiError` 400. */
export function parseSearchQuery(query: unknown): SearchRequest {
  const { q, types, limit, near } = parseQuery(SearchQuery, query)
  if (q.trim() === '') throw invalidRequest('q', 'q is blank.', describe('q'))
  return {
    text: q,
    types: types === undefined ? SEARCH_TYPES : typesOf(types),
    limit: limit === undefined ? LIMIT_DEFAULT : parseLimit(limit, LIMIT_MAX, describe('limit')),
    near: near === undefined ? null : pointOf(near),
  }
}

function typesOf(text: string): SearchType[] {
  const known = `Known kinds: ${SEARCH_TYPES.join(', ')}.`
  return text.split(',').map((part) => {
    const name = part.trim()
    const type = SEARCH_TYPES.find((each) => each === name)
    if (type) return type
    const near = nearestWord(name.slice(0, 60), [...SEARCH_TYPES])
    const hint = near ? `Did you mean ${near}? ${known}` : known
    throw invalidRequest('types', `There is no kind ${quote(name)}.`, hint)
  })
}

function pointOf(text: string): GridPoint {
  return toGridPoint(parsePoint(text, 'near', describe('near')))
}

function describe(param: string): string {
  return describeParameter(SearchQuery, param)
}
