import { z } from 'zod'
import { ApiError, invalidRequest } from '../../http/error-codes.ts'
import { characters, quote } from '../../http/query.ts'

/** The highest zoom that PMTiles can address. */
const ZOOM_MAX = 26
/** Build ids have some 50 characters. */
const BUILD_ID_MAX = 200

/** Query parameters of routes that answer with bytes of a build. */
export const BuildQuery = z.strictObject({
  build: characters(1, BUILD_ID_MAX)
    .optional()
    .describe(
      'id of a build: if it is the build in service, the answer may be cached forever; any other id is answered from the build in service',
    ),
})

export const TileCoordinates = z.strictObject({
  z: tilePart('zoom', ZOOM_MAX, '14'),
  x: tilePart('column, from the west, below 2 to the power of z', 2 ** ZOOM_MAX - 1, '4916'),
  y: tilePart('row, from the north, below 2 to the power of z', 2 ** ZOOM_MAX - 1, '6760'),
})

function tilePart(description: string, maximum: number, example: string) {
  return z
    .string()
    .meta({ description, type: 'integer', minimum: 0, maximum, examples: [Number(example)] })
}

/** Parses the coordinates of a tile. Throws `ApiError` 400 that names the invalid part. */
export function parseTileCoordinates(params: unknown): [z: number, x: number, y: number] {
  const texts = params as { z: string; x: string; y: string }
  const zoom = parsePart('z', texts.z, ZOOM_MAX)
  const last = 2 ** zoom - 1
  return [zoom, parsePart('x', texts.x, last), parsePart('y', texts.y, last)]
}

/** Throws `ApiError` 404 for a zoom at which a layer has no tiles. */
export function assertZoom(
  slug: string,
  zoom: number,
  { minZoom, maxZoom }: { minZoom: number; maxZoom: number },
): void {
  if (zoom >= minZoom && zoom <= maxZoom) return
  throw new ApiError(404, `Layer ${slug} has no tiles of zoom ${zoom}.`, {
    param: 'z',
    hint: `z: ${minZoom} to ${maxZoom}; a map scales tiles for higher zooms.`,
  })
}

function parsePart(param: string, text: string, max: number): number {
  const number = /^(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : -1
  if (number >= 0 && number <= max) return number
  const hint = `${param}: a whole number from 0 to ${max}${param === 'z' ? '' : ' at this zoom'}`
  throw invalidRequest(param, `${quote(text)} is not a valid ${param} of a tile.`, hint)
}
