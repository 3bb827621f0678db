import { cacheControlOf, codedTag, isUnchanged } from '../../http/conditional.ts'
import { codingFor } from '../../http/content-coding.ts'
import { ApiError } from '../../http/error-codes.ts'
import { NoQuery, parseQuery } from '../../http/query.ts'
import type { ServedBuild } from '../build/build-source.ts'
import { assertTileInDemo, demoAreaFor } from '../demo/demo-area.ts'
import { tileGround } from '../demo/tile-ground.ts'
import { ArchivePath, layerBySlug } from '../layers/layer-by-slug.ts'
import { DEM_SLUG, type Dem, demAddress, demOf } from '../map/dem.ts'
import type { MapArchive } from '../map/map-archive.ts'
import { archivedSlugs, archiveOf } from '../map/map-archives.ts'
import { tileAddress } from '../map/rendering.ts'
import { assertZoom, BuildQuery, parseTileCoordinates, TileCoordinates } from '../map/tile-query.ts'
import type { TileJson } from '../schemas/map.ts'
import { requireBuild } from './build-lease.ts'
import type { RouteContext, ServiceRoute } from './route.ts'

const TilePath = ArchivePath.extend(TileCoordinates.shape)

const MVT = 'application/vnd.mapbox-vector-tile'

export function tileRoute({ builds }: RouteContext): ServiceRoute {
  return {
    path: '/v1/tiles/{slug}/{z}/{x}/{y}.mvt',
    operationId: 'getTile',
    tag: 'Maps',
    summary: 'One vector tile of a layer',
    description:
      'Mapbox Vector Tile 2.1 in web mercator, rows from the north. 204 where the layer has no ' +
      'features, 404 outside of its zooms. Compressed with gzip where the client accepts it.',
    query: BuildQuery,
    params: TilePath,
    answer: { description: 'The tile.', bytes: MVT },
    others: { 204: 'The tile has no features.', 304: 'The tile still matches `If-None-Match`.' },
    headers: ['ETag', 'Vary', 'Content-Encoding'],
    reads: ['If-Match', 'If-None-Match', 'Accept-Encoding'],
    failures: [404, 412, 503],
    cacheControl: 'no-cache',
    meter: 'tiles',
    examples({ build, tile }) {
      if (!tile || build === null) return []
      const params = { slug: tile.slug, z: `${tile.z}`, x: `${tile.x}`, y: `${tile.y}` }
      return [
        { title: 'A tile', params },
        {
          title: 'The same tile with an address that may be cached forever',
          params,
          query: { build },
        },
      ]
    },
    isInDemo: true,
    async handle(request, reply) {
      const { build: requestedBuild } = parseQuery(BuildQuery, request.query)
      const [z, x, y] = parseTileCoordinates(request.params)
      const { slug } = request.params as { slug: string }
      const layer = layerBySlug(slug)
      const lease = requireBuild(builds)
      try {
        const archive = archiveIn(lease.build, slug)
        assertZoom(slug, z, archive.header)
        const area = demoAreaFor(request, lease.build)
        if (area) assertTileInDemo(area, lease.build, layer.archive!.table, tileGround(z, x, y))
        const coding = codingFor(request.headers['accept-encoding'], ['gzip'])
        const tag = codedTag(`"${archive.sha256}"`, coding)
        const isKnown = isUnchanged(request.headers, tag)
        reply
          .header('cache-control', cacheControlOf(lease.build.id, requestedBuild))
          .header('etag', tag)
          .header('vary', 'Accept-Encoding')
        if (isKnown) return reply.code(304).send()
        const tile = await archive.tile(z, x, y)
        if (!tile) return reply.code(204).send()
        if (coding) return reply.type(MVT).header('content-encoding', coding).send(tile)
        return reply.type(MVT).send(await archive.unpack(tile))
      } finally {
        lease.release()
      }
    },
  }
}

export function tileJsonRoute({ builds, baseOf }: RouteContext): ServiceRoute {
  return {
    path: '/v1/tiles/{slug}.json',
    operationId: 'getTileJson',
    tag: 'Maps',
    summary: 'TileJSON of a layer',
    description:
      'TileJSON 3.0.0 with address, zooms, bounds and fields of the tiles, for map libraries.',
    query: NoQuery,
    params: ArchivePath,
    answer: { description: 'The TileJSON.', schema: 'TileJson' },
    failures: [404, 503],
    cacheControl: 'no-cache',
    entityTag: 'strong',
    isInDemo: true,
    examples: ({ tile }) =>
      tile ? [{ title: 'What a map needs to draw a layer', params: { slug: tile.slug } }] : [],
    handle(request): TileJson {
      parseQuery(NoQuery, request.query)
      const { slug } = request.params as { slug: string }
      layerBySlug(slug)
      const lease = requireBuild(builds)
      try {
        const base = baseOf(request)
        const dem = slug === DEM_SLUG ? demOf(lease.build) : null
        if (dem) return demTileJson(dem, demAddress(base, lease.build.id), lease.build)
        const address = tileAddress(base, slug, lease.build.id)
        return tileJson(archiveIn(lease.build, slug), address)
      } finally {
        lease.release()
      }
    },
  }
}

/** The archive of a layer. Throws `ApiError` 404 where the build has none. */
export function archiveIn(build: ServedBuild, slug: string): MapArchive {
  const archive = archiveOf(build, slug)
  if (archive) return archive
  throw new ApiError(404, `The build in service has no tiles of ${slug}.`, {
    param: 'slug',
    hint: `Layers with tiles: ${archivedSlugs(build).join(', ') || 'none'}.`,
  })
}

/** TileJSON of the elevation tiles. */
function demTileJson(dem: Dem, address: string, build: ServedBuild): TileJson {
  const { minZoom, maxZoom, bounds } = dem
  const { title, description } = layerBySlug(DEM_SLUG).catalog
  const [west, south, east, north] = bounds
  return {
    tilejson: '3.0.0',
    name: title,
    description,
    attribution: attributionOf(build),
    scheme: 'xyz',
    tiles: [address],
    minzoom: minZoom,
    maxzoom: maxZoom,
    bounds,
    center: [(west + east) / 2, (south + north) / 2, maxZoom],
    encoding: 'mapbox',
  }
}

function attributionOf({ packs }: ServedBuild): string {
  const pack = packs.get('coverage')
  const rows = Array.from({ length: pack?.rows ?? 0 }, (_, row) => pack!.values(row))
  const own = rows.filter(({ table_name }) => table_name === 'elevation_rasters')
  return [...new Set(own.map(({ source_attribution }) => `${source_attribution}`))].join('; ')
}

function tileJson({ header, metadata }: MapArchive, address: string): TileJson {
  const { name, description, attribution, vector_layers } = metadata
  return {
    tilejson: '3.0.0',
    name,
    description,
    attribution,
    scheme: 'xyz',
    tiles: [address],
    minzoom: header.minZoom,
    maxzoom: header.maxZoom,
    bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
    center: [header.centerLon, header.centerLat, header.centerZoom],
    vector_layers,
  }
}
