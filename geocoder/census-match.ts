import { z } from 'zod'
import { distanceM } from '../geometry/distance.ts'
import { type GridPoint, toGridPoint } from '../geometry/grid-point.ts'
import { censusGeocoder } from '../layers/addresses/upstream.ts'
import type { HttpResponse } from '../upstream/attempt.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import { InvalidResponse, plainLine } from '../upstream/failure.ts'
import { parseJson, parseShape } from '../upstream/json-response.ts'
import type { GeocodedAddress } from './matching/geocoded.ts'
import { SAME_PLACE_M } from './matching/house-search.ts'

/**
 * The geocoder refuses longer texts: "Address cannot be empty and cannot exceed 100 characters".
 */
const TEXT_MAX = 100
/** The latest edition of the address ranges. */
const BENCHMARK = 'Public_AR_Current'

const Body = z.object({
  result: z.object({
    addressMatches: z.array(
      z.object({
        matchedAddress: z.string().min(1),
        coordinates: z.object({ x: z.number(), y: z.number() }),
      }),
    ),
  }),
})
/** Body of an answer with status 400. */
const ErrorBody = z.object({ errors: z.array(z.string()).min(1) })
/** The error for a text without house number and street, which counts as no match. */
const NO_ADDRESS = /^Specify house number and street name/i

/** Matches of different texts within this distance are one house under two ZIP codes. */
const SAME_POINT_M = 10

interface Match {
  formatted: string
  point: GridPoint
}

/** True when the geocoder may know the text: it finds only house numbers on streets. */
export function isCensusQuery(text: string): boolean {
  const line = lineOf(text)
  return line.length <= TEXT_MAX && /\d/.test(line) && /\p{L}/u.test(line)
}

/**
 * Requests the places of an address from the Census geocoder, each once. Points are interpolated
 * along the house number ranges of TIGER's streets: `street` at best. Throws `UpstreamFailure`.
 */
export async function requestCensusMatches(
  upstreams: UpstreamClient,
  text: string,
): Promise<GeocodedAddress[]> {
  const response = await upstreams.request(censusGeocoder, {
    path: '/locations/onelineaddress',
    query: { address: lineOf(text), benchmark: BENCHMARK, format: 'json' },
    alsoRead: [400],
    read: matchesOf,
  })
  const { name, note } = upstreams.sourceOf(censusGeocoder, response, {
    note: 'It corrects spellings and ZIP codes: compare it with the request.',
  })
  const when = response.retrieved_at.slice(0, 10)
  return different(response.value).map((match) => ({
    ...match,
    precision: 'street' as const,
    note: `Found by the ${name} on ${when}, interpolated along the house numbers of a street; the build does not know it. ${note}`,
  }))
}

/**
 * Drops repeated matches: the geocoder returns an address twice where two sides or ends of a street
 * have it.
 */
function different(matches: readonly Match[]): Match[] {
  const places: Match[] = []
  for (const match of matches) {
    const isKnown = places.some(({ formatted, point }) => {
      const reach_m = formatted === match.formatted ? SAME_PLACE_M : SAME_POINT_M
      return distanceM(point, match.point) <= reach_m
    })
    if (!isKnown) places.push(match)
  }
  return places
}

function matchesOf(answer: HttpResponse): Match[] {
  const json = parseJson(answer)
  const refused = ErrorBody.safeParse(json)
  if (refused.success) {
    const [error] = refused.data.errors
    if (NO_ADDRESS.test(error)) return []
    throw new InvalidResponse(`answered with the error: ${error}`, 'error_said')
  }
  if (answer.status !== 200) throw new InvalidResponse(`answered with status ${answer.status}`)
  return parseShape(json, Body).result.addressMatches.map(({ matchedAddress, coordinates }) => {
    const { x, y } = coordinates
    if (!isNearUnitedStates(x, y))
      throw new InvalidResponse(
        `answered with the place ${y}, ${x}, which is not in the United States`,
      )
    return { formatted: formattedOf(matchedAddress), point: toGridPoint({ lng: x, lat: y }) }
  })
}

/**
 * The box of the states, Puerto Rico and the islands: American Samoa to Point Barrow, across 180.
 */
function isNearUnitedStates(lng: number, lat: number): boolean {
  return lat >= -15 && lat <= 72 && ((lng >= -180 && lng <= -64) || (lng >= 144 && lng <= 180))
}

/** Removes the comma between state and ZIP code, as our tables write them. */
function formattedOf(matched: string): string {
  return plainLine(matched).replace(/, ([A-Z]{2}), (\d{5})$/, ', $1 $2')
}

function lineOf(text: string): string {
  return text.replace(/[\p{C}\s]+/gu, ' ').trim()
}
