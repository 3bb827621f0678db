import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BuildFiles } from '../../catalog/build-files.ts'
import { createTerrainService } from '../../layers/elevation/terrain-service.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import { elevationOutside } from '../../tests/elevation-fixture.ts'
import { ANY_CALLER } from '../../tests/fixtures/any-caller.ts'
import { exampleManifest } from '../../tests/fixtures/example-build.ts'
import { packFixture, readFixture } from '../../tests/layer-fixture.ts'
import { createApp } from '../app.ts'
import type { ServedBuild } from '../build/build-source.ts'
import { RefCountedBuild } from '../build/ref-counted-build.ts'
import { LayerEntry } from '../schemas/layers.ts'
import { TileJson } from '../schemas/map.ts'

const ID = 'b-heights'
let folder: string
let leased: RefCountedBuild
let app: FastifyInstance
let isClosed = false
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-heights-'))
  const packs = await packFixture(readFixture('elevation'), folder)
  // It writes the rasters; the service opens its own.
  await (await elevationOutside(folder)).rasters!.close()
  const manifest = exampleManifest(ID, { archives: [] })
  const files = BuildFiles.asFound(folder)
  const hasDatabase = false
  const build: ServedBuild = { id: ID, manifest, folder, files, packs, hasDatabase, atClose: [] }
  leased = new RefCountedBuild(build, () => {
    isClosed = true
    closePacks(packs)
    files.close()
  })
  app = await createApp({
    accounts: ANY_CALLER,
    builds: { acquire: () => leased.lease() },
    terrain: createTerrainService(null),
  })
})
afterAll(async () => {
  await app.close()
  if (!isClosed) leased.drop()
  await rm(folder, { recursive: true })
})

const get = async (url: string, headers: Record<string, string> = {}) =>
  await app.inject({
    method: 'GET',
    url: `/api${url}`,
    headers: { host: 'geo.example', ...headers },
  })

describe('GET /v1/location', () => {
  const LOT = '/v1/location?ll=30.0015,-71.9985&layers=elevation'

  test('has the height at the point, and the contours of the parcel as GeoJSON when requested', async () => {
    const { data, source } = (await get(`${LOT}&include_geometry=true`)).json().layers.elevation
    expect(data).toMatchObject({ elevation_m: 1.25, datum: 'NAVD88', terrain_status: 'ready' })
    expect(source).toMatchObject({ kind: 'archive', name: 'Fixture ground (fictional)' })
    const { features } = data.terrain.geometry
    expect(features).toHaveLength(data.terrain.contour_count)
    for (const { properties, geometry } of features) {
      expect(Number.isInteger(properties.elevation_ft)).toBe(true)
      for (const [lng, lat] of geometry.coordinates) {
        expect(lng).toBeGreaterThanOrEqual(-71.999)
        expect(lng).toBeLessThanOrEqual(-71.998)
        expect(lat).toBeGreaterThanOrEqual(30.001)
        expect(lat).toBeLessThanOrEqual(30.002)
      }
    }
    expect((await get(LOT)).json().layers.elevation.data.terrain).not.toHaveProperty('geometry')
  })

  test('a missing raster affects its section and no other, which comes back', async () => {
    const { rename } = await import('node:fs/promises')
    const lot = '/v1/location?ll=30.0075,-71.9935&layers=elevation,parcel,boundaries'
    const [file, away] = [join(folder, 'rasters/surface.tif'), join(folder, 'away.tif')]
    await rename(file, away)
    const { layers } = (await get(lot)).json()
    await rename(away, file)
    expect(layers.elevation).toMatchObject({ status: 'not_available', data: null })
    expect(layers.boundaries.status).not.toBe('not_available')
    expect((await get(lot)).json().layers.elevation.status).toBe('available')
  })
})

describe('the elevation tiles', () => {
  /** A tile of zoom 14 over the middle of the fixture. */
  const TILE = '/v1/tiles/elevation/14/4915/6759.png'

  test('are in the catalog as hillshade, with an address that names the build', async () => {
    const entry = LayerEntry.parse((await get('/v1/layers/elevation')).json())
    expect(entry.rendering).toEqual({
      type: 'hillshade',
      dem_url: `http://geo.example/api/v1/tiles/elevation/{z}/{x}/{y}.png?build=${ID}`,
      exaggeration: 0.5,
      min_zoom: 6,
      max_zoom: 14,
    })
  })

  test('have a TileJSON that names their encoding, their zooms and where they reach', async () => {
    const tileJson = TileJson.parse((await get('/v1/tiles/elevation.json')).json())
    expect(tileJson).toMatchObject({ encoding: 'mapbox', minzoom: 6, maxzoom: 14 })
    expect(tileJson.bounds).toEqual([-72, 30, -71.99, 30.01])
    expect(tileJson).not.toHaveProperty('vector_layers')
    expect(tileJson.attribution).toBe('Nobody: fictional data')
  })

  test('are PNG, cached forever under the address of the build, and have a tag', async () => {
    const tile = await get(`${TILE}?build=${ID}`)
    expect(tile.statusCode).toBe(200)
    expect(tile.headers['content-type']).toBe('image/png')
    expect(tile.headers['cache-control']).toMatch(/immutable/)
    expect(tile.headers['access-control-allow-origin']).toBe('*')
    expect(tile.rawPayload.subarray(1, 4).toString()).toBe('PNG')
    const known = await get(TILE, { 'if-none-match': `${tile.headers.etag}` })
    expect([known.statusCode, known.headers['cache-control']]).toEqual([304, 'private, no-cache'])
    expect((await get(TILE)).rawPayload.equals(tile.rawPayload)).toBe(true)
  })

  test.each([
    ['/v1/tiles/elevation/14/0/0.png', 204],
    ['/v1/tiles/elevation/5/9/13.png', 404],
    ['/v1/tiles/elevation/15/9830/13517.png', 404],
    ['/v1/tiles/elevation/14/99999/0.png', 400],
    ['/v1/tiles/parcels/14/4915/6759.png', 404],
    ['/v1/tiles/nothing/14/4915/6759.png', 404],
    ['/v1/tiles/elevation/14/4915/6759.mvt', 404],
  ])('%s is %i', async (url, status) => {
    expect((await get(url)).statusCode).toBe(status)
  })
})

test('a build that is no longer leased closes its rasters', async () => {
  expect(leased.build.atClose.length).toBeGreaterThan(0)
  leased.drop()
  expect(isClosed).toBe(true)
  expect(leased.build.atClose).toEqual([])
})
