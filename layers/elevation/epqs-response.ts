import { z } from 'zod'
import type { HttpResponse } from '../../upstream/attempt.ts'
import { InvalidResponse, plainLine } from '../../upstream/failure.ts'
import { decodeText, parseShapedJson } from '../../upstream/json-response.ts'

/** Value of the service where it has no height: https://epqs.nationalmap.gov/v1/docs */
const NO_HEIGHT = -1_000_000
/** No ground of 3DEP lies beyond these: such a value is in another unit, or not a height. */
const LEAST_M = -500
const MOST_M = 9_000
/** The response repeats the requested point, to within its last decimals. */
const POINT_DEGREES = 1e-4
/** Resolutions are in metres, or in degrees where the raster is. */
const DEGREES_BELOW = 0.01
const DEGREE_M = 111_132

/** Response of the service for one point. */
export type EpqsResponse =
  | { kind: 'height'; height_m: number; resolution_m: number; raster_id: string | null }
  /** It has no height there. */
  | { kind: 'none' }
  /** A sentence under HTTP 200, as it answers off its coverage, and when something fails. */
  | { kind: 'sentence'; words: string }

const Body = z.object({
  location: z.object({ x: z.number(), y: z.number() }),
  // A number in feet and a string in metres, in bodies that were recorded.
  value: z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/), z.null()]),
  rasterId: z.union([z.number(), z.string()]).nullish(),
  resolution: z.number().positive(),
})

/**
 * Parses a response in metres for one point. Throws `InvalidResponse` for another point, another
 * unit and malformed values.
 */
export function parseEpqs(response: HttpResponse, lng: number, lat: number): EpqsResponse {
  const text = decodeText(response).trim()
  // Recorded off the coast: `Call failed.  [Failed cloud operation: Open, Path: /vsimem/...]`.
  if (/^[A-Za-z]/.test(text) && !/^(?:null|true|false|NaN)\b/.test(text))
    return { kind: 'sentence', words: plainLine(text) }
  const { location, value, rasterId, resolution } = parseShapedJson(response, Body)
  if (Math.abs(location.x - lng) > POINT_DEGREES || Math.abs(location.y - lat) > POINT_DEGREES)
    throw new InvalidResponse('answered about another point than the requested one')
  const height_m = value === null ? NO_HEIGHT : Number(value)
  if (height_m === NO_HEIGHT) return { kind: 'none' }
  if (!(height_m >= LEAST_M && height_m <= MOST_M))
    throw new InvalidResponse(`answered with ${height_m} m, which is not a height of ground`)
  return {
    kind: 'height',
    height_m,
    resolution_m: resolution < DEGREES_BELOW ? resolution * DEGREE_M : resolution,
    raster_id: rasterId === null || rasterId === undefined ? null : `${rasterId}`,
  }
}
