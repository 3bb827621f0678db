import { z } from 'zod'
import { invalidRequest } from '../error-codes.ts'
import { quote } from '../query.ts'

/** Zooms that PMTiles can address. */
const ZOOM_MAX = 26

/** For what a build holds as bytes. */
export const BuildQuery = z.strictObject({
  build: z
    .string()
    .optional()
    .describe(
      'id of a build: where it is the one in service the answer may be kept for good; another is answered from the one in service',
    ),
})

/** Reads the place of a tile. Throws `ApiError` 400 that names the part at fault. */
export function readTilePlace(params: unknown): [z: number, x: number, y: number] {
  const texts = params as { z: string; x: string; y: string }
  const zoom = wholeNumber('z', texts.z, ZOOM_MAX)
  const last = 2 ** zoom - 1
  return [zoom, wholeNumber('x', texts.x, last), wholeNumber('y', texts.y, last)]
}

function wholeNumber(param: string, text: string, max: number): number {
  const number = /^(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : -1
  if (number >= 0 && number <= max) return number
  const hint = `${param}: a whole number from 0 to ${max}${param === 'z' ? '' : ' at this zoom'}`
  throw invalidRequest(param, `${quote(text)} is no ${param} of a tile.`, hint)
}
