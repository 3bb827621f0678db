import { gunzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { PMTiles } from 'pmtiles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LAYERS } from '../../layers/index.ts'
import { createApp } from '../../serve/app.ts'
import { TileJson } from '../../serve/schemas/map.ts'
import { ANY_CALLER } from '../fixtures/any-caller.ts'
import { type ServedSample, serveSample } from './served-sample.ts'

const SLUGS = LAYERS.filter(({ archive }) => archive).map(({ catalog }) => catalog.slug)

let sample: ServedSample
beforeAll(async () => {
  sample = await serveSample()
})
afterAll(() => sample.close())

const get = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  sample.app.inject({ method, url: `/api${path}`, headers })
function tileAt(z: number, lng: number, lat: number) {
  const n = 2 ** z
  const y = Math.asinh(Math.tan((lat * Math.PI) / 180))
  return [z, Math.floor(((lng + 180) / 360) * n), Math.floor(((1 - y / Math.PI) / 2) * n)]
}
// biome-ignore lint/suspicious/noExplicitAny: bodies of any shape
const json = async (path: string): Promise<any> => (await fetch(sample.base + path)).json()
/** A tile in the middle of the sample's land. */
const PARCELS = `/v1/tiles/parcels/${tileAt(14, -72, 30).join('/')}.mvt`
const sha256Of = (layer: string) =>
  sample.build.manifest.archives.find((each) => each.layer === layer)!.sha256

describe('a tile', () => {
  test('holds the layer that the catalog names, in gzip for clients that accept it', async () => {
    const zipped = await get(PARCELS, { 'accept-encoding': 'gzip' })
    expect(zipped.statusCode).toBe(200)
    expect(zipped.headers).toMatchObject({
      'content-type': 'application/vnd.mapbox-vector-tile',
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
      'access-control-allow-origin': '*',
      etag: `"${sha256Of('parcel')}-gzip"`,
      'x-request-id': expect.stringMatching(/^req_/),
    })
    const plain = await get(PARCELS)
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(plain.headers.etag).toBe(`"${sha256Of('parcel')}"`)
    expect(plain.rawPayload.equals(gunzipSync(zipped.rawPayload))).toBe(true)
    const { layers } = new VectorTile(new PbfReader(plain.rawPayload))
    expect(Object.keys(layers)).toEqual(['parcels'])
    expect(layers.parcels.feature(0).properties.parcel_key).toMatch(/^pk_[a-z2-7]{24}$/)
  })

  test('is cached for good under the address of its own build, and revalidated under any other', async () => {
    const cacheOf = async (query: string) =>
      (await get(`${PARCELS}${query}`)).headers['cache-control']
    expect(await cacheOf(`?build=${sample.build.id}`)).toBe('private, max-age=31536000, immutable')
    expect(await cacheOf('')).toBe('private, no-cache')
    expect(await cacheOf('?build=sample-of-yesterday')).toBe('private, no-cache')
  })

  test('is 304 for a client that has it, in the encoding that it has', async () => {
    const { etag } = (await get(PARCELS)).headers
    const again = await get(PARCELS, { 'if-none-match': `W/${etag}` })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    const other = await get(PARCELS, { 'if-none-match': `${etag}`, 'accept-encoding': 'gzip' })
    expect(other.statusCode).toBe(200)
  })

  test('is 204 where the layer has nothing, also outside of its bounds', async () => {
    for (const [lng, lat] of [
      [-71.91, 29.93],
      [100, -40],
    ]) {
      const url = `/v1/tiles/parcels/${tileAt(14, lng, lat).join('/')}.mvt`
      const { statusCode, body, headers } = await get(url)
      expect([statusCode, body]).toEqual([204, ''])
      expect(headers).not.toHaveProperty('content-type')
      expect(headers.etag).toBe(`"${sha256Of('parcel')}"`)
    }
  })

  test.each([
    ['/v1/tiles/parcels/9/0/0.mvt', 404, 'z', '10 to 14'],
    ['/v1/tiles/parcels/15/0/0.mvt', 404, 'z', '10 to 14'],
    ['/v1/tiles/parcels/27/0/0.mvt', 400, 'z', '0 to 26'],
    ['/v1/tiles/parcels/ten/0/0.mvt', 400, 'z', 'whole number'],
    ['/v1/tiles/parcels/-1/0/0.mvt', 400, 'z', 'whole number'],
    ['/v1/tiles/parcels/10/1024/0.mvt', 400, 'x', '0 to 1023'],
    ['/v1/tiles/parcels/10/0/1024.mvt', 400, 'y', '0 to 1023'],
    ['/v1/tiles/parcels/10/0/0.5.mvt', 400, 'y', 'whole number'],
    ['/v1/tiles/parcels/10/01/0.mvt', 400, 'x', 'whole number'],
    ['/v1/tiles/parcels/10/0/1e2.mvt', 400, 'y', 'whole number'],
    ['/v1/tiles/parcel/10/0/0.mvt', 404, 'slug', 'Did you mean parcels?'],
    ['/v1/tiles/permits/14/0/0.mvt', 404, 'slug', 'Layers with tiles: parcels'],
    ['/v1/tiles/weather/14/0/0.mvt', 404, 'slug', 'Layers with tiles: parcels'],
    ['/v1/tiles/parcels/14/0/0.mvt?builds=b', 400, 'builds', 'Did you mean build?'],
    ['/v1/tiles/parcels/14/0/0.mvt?build=a&build=b', 400, 'build', 'id of a build'],
    ['/v1/tiles/permits.json', 404, 'slug', 'Layers with tiles: parcels'],
    ['/v1/tiles/parcels.json?build=b', 400, 'build', 'takes no parameters'],
  ])('%s is %i and names %s', async (url, status, param, hint) => {
    const answer = await get(url)
    const { statusCode, headers } = answer
    const body = answer.json()
    expect([statusCode, body.error.param]).toEqual([status, param])
    expect(body.error.hint).toContain(hint)
    expect(headers['access-control-allow-origin']).toBe('*')
  })

  test.each(['/v1/tiles/parcels/14/0/0', '/v1/tiles/parcels/14/0/0.pbf', '/v1/tiles/parcels'])(
    '%s is not a path',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404)
    },
  )

  test('has the headers of GET under HEAD, and POST is refused', async () => {
    for (const headers of [{}, { 'accept-encoding': 'gzip' }] as Record<string, string>[]) {
      const [whole, head] = [await get(PARCELS, headers), await get(PARCELS, headers, 'HEAD')]
      expect(head.body).toBe('')
      for (const name of ['content-length', 'content-type', 'content-encoding', 'etag'])
        expect(head.headers[name]).toBe(whole.headers[name])
    }
    const posted = await sample.app.inject({ method: 'POST', url: `/api${PARCELS}` })
    expect([posted.statusCode, posted.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

test.each(SLUGS)('every address of TileJSON and catalog leads to tiles: %s', async (slug) => {
  const description = await json(`/v1/tiles/${slug}.json`)
  expect(TileJson.parse(description)).toEqual(description)
  const { data } = await json('/v1/layers')
  const { rendering } = data.find((entry: { slug: string }) => entry.slug === slug)
  const [source] = rendering.sources
  expect(source).toMatchObject({
    tile_url: description.tiles[0],
    min_zoom: description.minzoom,
    max_zoom: description.maxzoom,
    bounds: description.bounds,
  })
  const [z, x, y] = tileAt(description.maxzoom, -72, 30)
  const address = source.tile_url.replace('{z}', z).replace('{x}', x).replace('{y}', y)
  const answer = await fetch(address)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([
    200,
    'private, max-age=31536000, immutable',
  ])
  const { layers } = new VectorTile(new PbfReader(await answer.arrayBuffer()))
  const areas = Object.keys(layers).filter((name) => name !== source.label_layer)
  expect(areas).toEqual(source.source_layers.map(({ id }: { id: string }) => id))
  const { label_layer } = source
  expect(label_layer).toBe(rendering.label_property && `${slug}_labels`)
  const declared = description.vector_layers.map(({ id }: { id: string }) => id)
  expect(declared).toEqual(label_layer ? [slug, label_layer] : [slug])
  const { properties } = layers[slug].feature(0)
  expect(Object.keys(source.source_layers[0].fields)).toEqual(
    expect.arrayContaining(Object.keys(properties)),
  )
})

test('every tile of an archive is the one that a client of the archive itself reads', async () => {
  const { header } = await archiveOf('flood-zones')
  const archive = new PMTiles(`${sample.base}/v1/archives/flood-zones.pmtiles`)
  let tiles = 0
  for (let z = header.minZoom; z <= header.maxZoom; z++) {
    const [, west, north] = tileAt(z, header.minLon, header.maxLat)
    const [, east, south] = tileAt(z, header.maxLon, header.minLat)
    for (let x = west; x <= east; x++)
      for (let y = north; y <= south; y++) {
        const own = await archive.getZxy(z, x, y)
        const { statusCode, rawPayload } = await get(`/v1/tiles/flood-zones/${z}/${x}/${y}.mvt`)
        expect(statusCode).toBe(own ? 200 : 204)
        if (own) expect(rawPayload.equals(Buffer.from(own.data))).toBe(true)
        tiles += own ? 1 : 0
      }
  }
  expect(tiles).toBe(header.numAddressedTiles)
})

async function archiveOf(slug: string) {
  return { header: await new PMTiles(`${sample.base}/v1/archives/${slug}.pmtiles`).getHeader() }
}

test('without a build tiles, archives and features are 503 with Retry-After', async () => {
  const app = await createApp({ accounts: ANY_CALLER, builds: { acquire: () => null } })
  for (const path of [
    '/tiles/parcels/14/0/0.mvt',
    '/tiles/parcels.json',
    '/archives/parcels.pmtiles',
    '/layers/parcels/features?bbox=0,0,1,1',
  ]) {
    const { statusCode, headers } = await app.inject(`/api/v1${path}`)
    expect([path, statusCode]).toEqual([path, 503])
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
  }
  await app.close()
})

test('addresses begin with the public URL of the operator, else with the host of the request if it is a name', async () => {
  const tileUrl = async (app: typeof sample.app, host: string) =>
    (await app.inject({ url: '/api/v1/tiles/parcels.json', headers: { host } })).json().tiles[0]
  const rest = `/v1/tiles/parcels/{z}/{x}/{y}.mvt?build=${sample.build.id}`
  expect(await tileUrl(sample.app, 'maps.example:8080')).toBe(`http://maps.example:8080/api${rest}`)
  expect(await tileUrl(sample.app, '[::1]:8080')).toBe(`http://[::1]:8080/api${rest}`)
  expect(await tileUrl(sample.app, '-')).toBe(`/api${rest}`)
  const acquire = () => ({ build: sample.build, release() {} })
  const app = await createApp({
    accounts: ANY_CALLER,
    builds: { acquire },
    reach: { url: 'https://geo.example', proxies: [] },
  })
  expect(await tileUrl(app, 'inside:80')).toBe(`https://geo.example/api${rest}`)
  await app.close()
})
