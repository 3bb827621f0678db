import { z } from 'zod'
import type { HttpResponse } from '../../upstream/attempt.ts'
import { InvalidResponse, plainLine } from '../../upstream/failure.ts'
import { decodeText, parseShapedJson } from '../../upstream/json-response.ts'

/** Told where the service has no height: https://epqs.nationalmap.gov/v1/docs */
const NO_HEIGHT = -1_000_000
/** Beyond these no ground of 3DEP lies: what says so is in another unit, or no height. */
const LEAST_M = -500
const MOST_M = 9_000
/** A place comes back as it was sent, give or take its last decimals. */
const PLACE_DEGREES = 1e-4
/** Resolutions are in metres, or in degrees where the raster is. */
const DEGREES_BELOW = 0.01
const DEGREE_M = 111_132

/** What the service said of one place. */
export type EpqsResponse =
  | { kind: 'height'; height_m: number; resolution_m: number; raster_id: string | null }
  /** It has none there. */
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
 * Reads an answer in metres of one place. Throws `InvalidResponse` for another place, another unit and
 * what is none.
 */
export function parseEpqs(answer: HttpResponse, lng: number, lat: number): EpqsResponse {
  const text = decodeText(answer).trim()
  // Recorded off the coast: `Call failed.  [Failed cloud operation: Open, Path: /vsimem/...]`.
  if (/^[A-Za-z]/.test(text) && !/^(?:null|true|false|NaN)\b/.test(text))
    return { kind: 'sentence', words: plainLine(text) }
  const { location, value, rasterId, resolution } = parseShapedJson(answer, Body)
  if (Math.abs(location.x - lng) > PLACE_DEGREES || Math.abs(location.y - lat) > PLACE_DEGREES)
    throw new InvalidResponse('answered about another place than was asked')
  const height_m = value === null ? NO_HEIGHT : Number(value)
  if (height_m === NO_HEIGHT) return { kind: 'none' }
  if (!(height_m >= LEAST_M && height_m <= MOST_M))
    throw new InvalidResponse(`answered with ${height_m} m, which is no height of ground`)
  return {
    kind: 'height',
    height_m,
    resolution_m: resolution < DEGREES_BELOW ? resolution * DEGREE_M : resolution,
    raster_id: rasterId === null || rasterId === undefined ? null : `${rasterId}`,
  }
}
