import { z } from 'zod'
import { cacheControlOf, isUnchanged } from '../../http/conditional.ts'
import { ApiError } from '../../http/error-codes.ts'
import { parseQuery } from '../../http/query.ts'
import { assertTileInDemo, demoAreaFor } from '../demo/demo-area.ts'
import { tileGround } from '../demo/tile-ground.ts'
import { layerBySlug } from '../layers/layer-by-slug.ts'
import { DEM_SLUG, demOf } from '../map/dem.ts'
import { assertZoom, BuildQuery, parseTileCoordinates, TileCoordinates } from '../map/tile-query.ts'
import { requireBuild } from './build-lease.ts'
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
    summary: 'One elevation tile',
    description:
      'Elevations in metres as Mapbox terrain-RGB in web mercator, 256 by 256 pixels, for hillshading. ' +
      'Bare earth is preferred to surfaces; vertical datums are not unified. Pixels without data have ' +
      'the lowest elevation of the build, since a map needs a number everywhere. 204 where the whole ' +
      'tile has no data, 404 outside of its zooms.',
    query: BuildQuery,
    params: DemPath,
    answer: { description: 'The tile.', bytes: PNG },
    others: { 204: 'The tile has no elevation.', 304: 'The tile still matches `If-None-Match`.' },
    headers: ['ETag'],
    reads: ['If-Match', 'If-None-Match'],
    failures: [404, 412, 503],
    cacheControl: 'no-cache',
    meter: 'tiles',
    examples({ dem }) {
      if (!dem) return []
      const [zoom, x, y] = [dem.z, dem.x, dem.y].map(String)
      return [{ title: 'An elevation tile', params: { slug: DEM_SLUG, z: zoom, x, y } }]
    },
    isInDemo: true,
    async handle(request, reply) {
      const { build: requestedBuild } = parseQuery(BuildQuery, request.query)
      const [zoom, x, y] = parseTileCoordinates(request.params)
      const { slug } = request.params as { slug: string }
      layerBySlug(slug)
      const lease = requireBuild(builds)
      try {
        const dem = slug === DEM_SLUG ? demOf(lease.build) : null
        if (!dem)
          throw new ApiError(404, `The build in service has no elevation tiles of ${slug}.`, {
            param: 'slug',
            hint: `Only ${DEM_SLUG} has such tiles, in builds with rasters, where its rendering is hillshade.`,
          })
        assertZoom(slug, zoom, dem)
        const area = demoAreaFor(request, lease.build)
        if (area) assertTileInDemo(area, lease.build, 'elevation_rasters', tileGround(zoom, x, y))
        const { id } = lease.build
        // Tiles depend on the build alone, whose id has a hash of its inputs and of the code.
        const tag = `"${id}-heights"`
        const isKnown = isUnchanged(request.headers, tag)
        reply.header('cache-control', cacheControlOf(id, requestedBuild)).header('etag', tag)
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
