import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECTION_NAMES } from '../layers/index.ts'
import { ANY_CALLER } from '../tests/fixtures/any-caller.ts'
import { type ExampleApp, openExampleApp } from '../tests/fixtures/example-app.ts'
import { STACKED, TOWN_LOCATIONS } from '../tests/fixtures/example-town.ts'
import { createApp } from './app.ts'

let town: ExampleApp
beforeAll(async () => {
  town = await openExampleApp({ now: () => new Date('2026-11-20T12:00:00Z') })
})
afterAll(() => town.close())

const at = ({ lat, lng }: { lat: number; lng: number }, more = '') =>
  `/api/v1/location?lat=${lat}&lng=${lng}${more}`

describe('a dossier', () => {
  test('has the parcel and the flood zone of a lot, and repeats the request', async () => {
    const { status, body, headers } = await town.get(at(TOWN_LOCATIONS.lot))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      object: 'location',
      as_of: '2026-11-20T12:00:00.000Z',
      query: { type: 'coordinates', ...TOWN_LOCATIONS.lot },
      point: { ...TOWN_LOCATIONS.lot, source: 'input' },
      request_id: headers['x-request-id'],
      layers: {
        parcel: { status: 'available', data: { parcel_count_here: 1 } },
        flood: {
          status: 'available',
          data: { is_in_flood_zone: true, zone_at_point: { base_flood_elevation_ft: 9 } },
        },
      },
    })
    expect(Object.keys(body.layers)).toEqual(SECTION_NAMES)
    expect(headers['cache-control']).toBe('no-store')
  })

  test('counts twelve stacked parcels and names ten of the other eleven', async () => {
    const { body } = await town.get(at(TOWN_LOCATIONS.stack, '&layers=parcel'))
    expect(body.layers.parcel.data.parcel_count_here).toBe(STACKED)
    expect(body.layers.parcel.data.stacked_parcel_keys).toHaveLength(10)
  })

  test('of an unmapped point claims neither risk nor safety', async () => {
    const { body } = await town.get(at(TOWN_LOCATIONS.unmapped, '&layers=flood'))
    expect(body.layers.flood.data).toMatchObject({ is_in_flood_zone: null, mapped: false })
  })

  test('distinguishes empty ground from ground without coverage', async () => {
    const street = (await town.get(at(TOWN_LOCATIONS.street))).body.layers
    const nowhere = (await town.get(at(TOWN_LOCATIONS.nowhere))).body.layers
    expect([street.parcel.status, street.flood.status]).toEqual(['empty', 'not_covered'])
    expect([nowhere.parcel.status, nowhere.flood.status]).toEqual(['not_covered', 'not_covered'])
    // Live sections do not depend on coverage.
    for (const [name, section] of Object.entries(nowhere)) {
      const status = name === 'weather' ? 'not_available' : 'not_covered'
      expect(section).toMatchObject({ status, reason: expect.any(String) })
    }
  })

  test('has the requested sections in dossier order, once each', async () => {
    const { body } = await town.get(at(TOWN_LOCATIONS.lot, '&layers=tax,%20flood,parcel,flood'))
    expect(Object.keys(body.layers)).toEqual(['parcel', 'flood', 'tax'])
  })

  test('has the same bytes in its sections for every request', async () => {
    const layers = async () =>
      JSON.stringify(
        (await town.get(at(TOWN_LOCATIONS.stack, '&include_geometry=true'))).body.layers,
      )
    expect(await layers()).toBe(await layers())
  })

  test('has geometry only when requested', async () => {
    const plain = (await town.get(at(TOWN_LOCATIONS.lot))).body.layers
    const drawn = (await town.get(at(TOWN_LOCATIONS.lot, '&include_geometry=true'))).body.layers
    expect(plain.parcel.data).not.toHaveProperty('geometry')
    expect(drawn.parcel.data.geometry.geometry.type).toBe('Polygon')
    expect(drawn.flood.data.geometry.type).toBe('FeatureCollection')
  })

  test('has neighbours and frontage when requested, and their geometry when requested', async () => {
    const url = at(TOWN_LOCATIONS.lot, '&layers=parcel&include_adjacent=true')
    const { parcel } = (await town.get(url)).body.layers
    // The lot in the south-west corner of the town: neighbours to the east and to the north.
    expect(parcel.data.adjacent_parcels).toHaveLength(2)
    expect(parcel.data.frontage).toMatchObject({ segment_count: 1 })
    expect(parcel.data.frontage.along_edge_m).toBeCloseTo(parcel.data.frontage.total_m, 0)
    expect(parcel.data.frontage).not.toHaveProperty('geometry')
    expect(parcel.source.note).toContain('parcels beyond are not known')
    const drawn = (await town.get(`${url}&include_geometry=true`)).body.layers.parcel.data
    expect(drawn.frontage.geometry.type).toBe('MultiLineString')
    const without = (await town.get(at(TOWN_LOCATIONS.lot, '&layers=parcel'))).body.layers.parcel
    expect(without.data).not.toHaveProperty('adjacent_parcels')
    expect(without.data).not.toHaveProperty('frontage')
  })

  test.each([
    'll=30.0005,-71.9995',
    'll=%2030.0005%20,%20-71.9995%20',
    'll=+30.0005,-71.9995',
    'lat=30.00050&lng=-71.9995',
    'll=030.0005,-71.99950000',
  ])('is the same for every way to write its numbers: %s', async (query) => {
    const { body } = await town.get(`/api/v1/location?${query}&layers=parcel`)
    expect(body.point).toMatchObject(TOWN_LOCATIONS.lot)
  })

  test('is answered at the poles and the date line', async () => {
    for (const ll of ['90,180', '-90,-180', '0,180', '-0,-0.0'])
      expect((await town.get(`/api/v1/location?ll=${ll}`)).status).toBe(200)
  })
})

describe('errors', () => {
  test('an address is known and not answered yet', async () => {
    const { status, body } = await town.get('/api/v1/location?address=1%20Sample%20Street')
    expect([status, body.error.code]).toEqual([501, 'not_implemented'])
    expect(body.error.hint).toContain('coordinates')
  })

  test.each([
    ['/', 404, '/api/v1/nothing', undefined],
    ['a name that is near a layer', 404, '/api/v1/layers/parcel', 'parcels'],
    ['bad percent-encoding', 400, '/api/v1/layers/%zz', undefined],
    ['a name too long', 414, `/api/v1/layers/${'x'.repeat(2_401)}`, undefined],
    ['an address too long', 414, `/api/v1/location?ll=${'1'.repeat(8_192)}`, undefined],
  ])('%s: %i', async (_what, expected, url, hint) => {
    const { status, body, headers } = await town.get(url)
    expect(status).toBe(expected)
    expect(body.error.request_id).toBe(headers['x-request-id'])
    if (hint) expect(body.error.hint).toContain(hint)
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    '%s on a known path is 405 with Allow, whatever its body; on an unknown one 404',
    async (method) => {
      const payload = { headers: { 'content-type': 'text/strange' }, payload: 'x'.repeat(5_000) }
      for (const [url, allow] of [
        ['/api/v1/location?ll=1,1', 'GET, HEAD, OPTIONS'],
        ['/api/v1/layers/parcels', 'GET, HEAD, OPTIONS'],
        ['/docs', 'GET, HEAD'],
      ]) {
        const answer = await town.app.inject({ method, url, ...payload })
        expect([answer.statusCode, answer.headers.allow]).toEqual([405, allow])
        expect(answer.json().error.code).toBe('invalid_request')
      }
      expect((await town.app.inject({ method, url: '/nothing', ...payload })).statusCode).toBe(404)
    },
  )

  test('without a build a dossier is 503 with Retry-After, and the catalog still answers', async () => {
    const app = await createApp({ accounts: ANY_CALLER, builds: { acquire: () => null } })
    const dossier = await app.inject(at(TOWN_LOCATIONS.lot))
    expect([dossier.statusCode, dossier.json().error.code]).toEqual([503, 'not_available'])
    expect(Number(dossier.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect((await app.inject('/api/v1/coverage')).statusCode).toBe(503)
    const health = await app.inject('/api/v1/health')
    expect([health.statusCode, health.headers['retry-after']]).toEqual([503, '5'])
    expect(health.json().error).toEqual({
      code: 'not_available',
      message:
        'The service is up, and no build is in service: none is pinned, or the pinned one cannot be opened.',
      hint: 'Try again shortly; the operator creates a build with `plat build` and pins it with `plat pin`.',
      request_id: health.headers['x-request-id'],
    })
    const layers = (await app.inject('/api/v1/layers')).json().data
    expect(layers[0]).toMatchObject({ id: 'parcel', status: 'planned' })
    await app.close()
  })

  test('health is 200 as soon as a build is in service, even if the build lacks planes', async () => {
    const lease = town.builds.acquire()!
    const { manifest } = lease.build
    const build = {
      ...lease.build,
      hasDatabase: false,
      manifest: { ...manifest, archives: [], search: null },
    }
    let served: typeof build | null = null
    const acquire = () => served && { build: served, release() {} }
    const app = await createApp({ accounts: ANY_CALLER, builds: { acquire } })
    expect((await app.inject('/api/v1/health')).statusCode).toBe(503)
    served = build
    const health = await app.inject('/api/v1/health')
    expect(health.statusCode).toBe(200)
    expect(health.json()).toMatchObject({
      object: 'health',
      status: 'ok',
      planes: {
        database: 'not_configured',
        search_index: { items: 0 },
        tile_archives: { local: [], parcels: { status: 'not_configured', archives: 0 } },
      },
    })
    lease.release()
    await app.close()
  })

  test('an internal error is a 500 without details, and is logged with the request id', async () => {
    const lines: string[] = []
    const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } }
    const acquire = () => {
      throw new Error('secret insides')
    }
    const app = await createApp({ accounts: ANY_CALLER, builds: { acquire }, logger })
    const { statusCode, body } = await app.inject(at(TOWN_LOCATIONS.lot))
    expect([statusCode, JSON.parse(body).error.code]).toEqual([500, 'internal_error'])
    expect(body).not.toContain('secret')
    const logged = lines.map((line) => JSON.parse(line))
    expect(logged[0].err.message).toBe('secret insides')
    expect(logged[0].reqId).toBe(JSON.parse(body).error.request_id)
    // The query holds somebody's address: it is not logged.
    expect(logged[1]).toMatchObject({ method: 'GET', path: '/api/v1/location', status: 500 })
    expect(lines.join('')).not.toContain(`${TOWN_LOCATIONS.lot.lat}`)
    await app.close()
  })

  test('one broken section does not take the dossier down', async () => {
    const lease = town.builds.acquire()!
    const broken = new Map(lease.build.packs)
    broken.set('flood_zones', {
      rowsAt() {
        throw new Error('torn page')
      },
    } as never)
    const app = await createApp({
      accounts: ANY_CALLER,
      builds: { acquire: () => ({ build: { ...lease.build, packs: broken }, release() {} }) },
    })
    const { layers } = (await app.inject(at(TOWN_LOCATIONS.lot))).json()
    expect(layers.parcel.status).toBe('available')
    expect(layers.flood).toMatchObject({ status: 'not_available', reason: expect.any(String) })
    lease.release()
    await app.close()
  })
})

describe('the request id', () => {
  const withId = async (id: string, url = '/api/v1/health') =>
    (await town.app.inject({ url, headers: { 'x-request-id': id } })).headers['x-request-id']

  test.each(['a', 'my-trace_1.2', 'x'.repeat(64)])('%s is used', async (id) => {
    expect(await withId(id)).toBe(id)
    expect(await withId(id, '/api/nothing')).toBe(id)
    expect(await withId(id, '/api/v1/layers/%zz')).toBe(id)
  })

  test.each(['', 'two words', 'x'.repeat(65), 'naïve', '"quoted"', '../..'])(
    '%j is replaced because it is not a valid id',
    async (id) => {
      const answered = await withId(id)
      if (id === '../..') expect(answered).toMatch(/^req_/)
      else expect(answered).toMatch(/^req_[0-9a-f]{32}$/)
    },
  )

  test('is on every answer, redirects and pages included', async () => {
    for (const url of ['/', '/api', '/docs', '/api/docs', '/llms.txt', '/openapi.json', '/x'])
      expect((await town.get(url)).headers['x-request-id']).toMatch(/^req_/)
  })
})

test('HEAD has the headers of GET and no body', async () => {
  for (const url of [at(TOWN_LOCATIONS.lot), '/api/v1/layers', '/api/docs', '/api/v1/location']) {
    const get = await town.app.inject({ method: 'GET', url })
    const head = await town.app.inject({ method: 'HEAD', url })
    expect(head.statusCode).toBe(get.statusCode)
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
    expect(head.body).toBe('')
  }
})

describe('the catalog of layers', () => {
  test('lists every section, then layers without one, with what the build has of each', async () => {
    const { data } = (await town.get('/api/v1/layers')).body
    expect(data.map(({ id }: { id: string }) => id)).toEqual([...SECTION_NAMES, 'addresses'])
    expect(data[0]).toMatchObject({
      status: 'available',
      coverage: { states: ['ZZ'], county_count: 2, feature_count: 99 + STACKED },
      vintage: '2026',
      // The town has no archive and few lots, which fit into one answer.
      rendering: { type: 'geojson', geometry: 'polygon', id_property: 'parcel_key' },
    })
    expect(data.find(({ id }: { id: string }) => id === 'weather')).toMatchObject({
      status: 'planned',
      rendering: { type: 'none' },
    })
    expect(data[2]).not.toHaveProperty('coverage')
  })

  test('has one entry by slug, equal to the one in the list', async () => {
    const { data } = (await town.get('/api/v1/layers')).body
    expect((await town.get('/api/v1/layers/flood-zones')).body).toEqual(data[1])
  })
})

test('the pages at the root lead to those below /api', async () => {
  for (const page of ['/docs', '/openapi.json', '/llms.txt']) {
    const { status, headers } = await town.get(page)
    expect([status, headers.location]).toEqual([302, `/api${page}`])
    expect((await town.get(`/api${page}`)).status).toBe(200)
  }
})
