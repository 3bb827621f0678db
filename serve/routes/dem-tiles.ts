import { z } from 'zod'
import { cacheControlOf, isUnchanged } from '../http/conditional.ts'
import { ApiError } from '../http/error-codes.ts'
import { parseQuery } from '../http/query.ts'
import { layerBySlug } from '../layers/layer-by-slug.ts'
import { DEM_SLUG, demOf } from '../map/dem.ts'
import { assertZoom, BuildQuery, parseTileCoordinates, TileCoordinates } from '../map/tile-query.ts'
import { noBuild } from './location.ts'
import type { RouteContext, ServiceRoute } from './route.ts'

const PNG = 'image/png'

const DemPath = z
  .strictObject({
    slug: z.string().meta({
      description: `slug of the layer whose rendering in GET /v1/layers is hillshade: ${DEM_SLUG}`,
      examples: [DEM_SLUG],
    }),
  })
  .extend(TileCoordinates.shape)

export function demTileRoute({ builds }: RouteContext): ServiceRoute {
  return {
    path: '/v1/tiles/{slug}/{z}/{x}/{y}.png',
    operationId: 'getDemTile',
    tag: 'Maps',
    summary: 'One tile of heights',
    description:
      'Heights in metres as Mapbox terrain-RGB in web mercator, 256 by 256 pixels, for shading: bare ' +
      'earth before surfaces, whatever they count from. Where no raster has a height the least of ' +
      'all stands, since a map needs a number everywhere. 204 where nothing has one, 404 below and ' +
      'above its zooms.',
    query: BuildQuery,
    params: DemPath,
    answer: { description: 'The tile.', bytes: PNG },
    others: { 204: 'No height in this tile.', 304: 'The tile is as `If-None-Match` has it.' },
    headers: ['ETag'],
    reads: ['If-Match', 'If-None-Match'],
    failures: [404, 412, 503],
    cacheControl: 'no-cache',
    examples({ dem }) {
      if (!dem) return []
      const [zoom, x, y] = [dem.z, dem.x, dem.y].map(String)
      return [{ title: 'A tile of heights', params: { slug: DEM_SLUG, z: zoom, x, y } }]
    },
    async handle(request, reply) {
      const { build: asked } = parseQuery(BuildQuery, request.query)
      const [zoom, x, y] = parseTileCoordinates(request.params)
      const { slug } = request.params as { slug: string }
      layerBySlug(slug)
      const lease = builds.acquire()
      if (!lease) throw noBuild()
      try {
        const dem = slug === DEM_SLUG ? demOf(lease.build) : null
        if (!dem)
          throw new ApiError(404, `The build in service has no heights of ${slug}.`, {
            param: 'slug',
            hint: `Only ${DEM_SLUG} has such tiles, in a build with rasters: its rendering is hillshade then.`,
          })
        assertZoom(slug, zoom, dem)
        const { id } = lease.build
        // Made of the build alone, whose id has a hash of its inputs and of the code.
        const tag = `"${id}-heights"`
        const isKnown = isUnchanged(request.headers, tag)
        reply.header('cache-control', cacheControlOf(id, asked)).header('etag', tag)
        if (isKnown) return reply.code(304).send()
        const tile = await dem.tile(zoom, x, y)
        if (tile.length === 0) return reply.code(204).send()
        return reply.type(PNG).send(Buffer.from(tile.buffer, tile.byteOffset, tile.length))
      } finally {
        lease.release()
      }
    },
  }
}
