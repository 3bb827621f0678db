import { readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Accounts } from '../../accounts/accounts.ts'
import { buildFolder } from '../../catalog/build-folder.ts'
import { boundsOf, GRID } from '../../geometry/polygons.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { ANY_CALLER } from '../../tests/fixtures/any-caller.ts'
import { type ExampleApp, openExampleApp } from '../../tests/fixtures/example-app.ts'
import { pinTown, STACKED, TOWN_LOCATIONS, writeTown } from '../../tests/fixtures/example-town.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { createApp } from '../app.ts'
import { BuildDatabase } from '../build/build-database.ts'
import type { ServedBuild } from '../build/build-source.ts'

let town: ExampleApp
let build: ServedBuild
beforeAll(async () => {
  town = await openExampleApp()
  const lease = town.builds.acquire()!
  build = lease.build
  lease.release()
})
afterAll(() => town.close())

const list = async (query: string) => await town.get(`/api/v1/parcels?${query}`)
const pack = () => build.packs.get('parcels')!
const keyAt = (row: number) => pack().value(row, 'parcel_key') as string
const allKeys = () => Array.from({ length: pack().rows }, (_, row) => keyAt(row))

/** Every page of a list, and the keys on each. */
async function walk(filters: string, limit: number): Promise<string[][]> {
  const pages: string[][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body } = await list(`${filters}&limit=${limit}${cursor && `&cursor=${cursor}`}`)
    expect(status, JSON.stringify(body)).toBe(200)
    pages.push(body.data.map((each: { parcel_key: string }) => each.parcel_key))
    expect(body.has_more).toBe(body.next_cursor !== null)
    expect(pages.length).toBeLessThan(1_000)
    cursor = body.next_cursor
  }
  return pages
}

describe('one parcel', () => {
  test('has its roll, its source, a point inside, and a link to its dossier', async () => {
    const { status, body, headers } = await town.get(`/api/v1/parcels/${keyAt(1)}`)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(body).toMatchObject({
      object: 'parcel',
      parcel_key: keyAt(1),
      county: { name: 'Sample County', fips: '99001' },
      situs_address: { line1: '1 Sample Street', city: 'Sampleton', zip: '99801' },
      use_code: '010',
      roll: { assessment_year: 2026, year_built_actual: null },
      vintage: '2026',
      source: { name: 'Fictional parcels', kind: 'archive', vintage: '2026' },
      bbox: [-71.999, 30, -71.998, 30.001],
    })
    expect(body.area_m2 / body.area_acres).toBeCloseTo(4046.856, 0)
    const { lat, lng } = body.point
    expect(pack().rowsAt(Math.round(lng * GRID), Math.round(lat * GRID))).toEqual([1])
    const dossier = await town.get(body.links.dossier)
    expect(dossier.body.layers.parcel.data.parcel_key).toBe(keyAt(1))
    expect((await town.get(body.links.self)).body).toEqual(body)
  })

  test('without a roll row has no roll instead of one with nulls', async () => {
    const { body } = await town.get(`/api/v1/parcels/${keyAt(0)}`)
    expect(body).toMatchObject({ roll: null, situs_address: null, use_code: null })
  })

  test('has its geometry only when requested, as in its section', async () => {
    const plain = (await town.get(`/api/v1/parcels/${keyAt(1)}`)).body
    const drawn = (await town.get(`/api/v1/parcels/${keyAt(1)}?include_geometry=true`)).body
    expect(plain).not.toHaveProperty('geometry')
    const at = `/api/v1/location?parcel=${keyAt(1)}&layers=parcel&include_geometry=true`
    expect(drawn.geometry).toEqual((await town.get(at)).body.layers.parcel.data.geometry)
  })
})

describe('a dossier by parcel key', () => {
  test('describes exactly that parcel, also in a stack, at a point inside it', async () => {
    for (let row = 0; row < pack().rows; row++) {
      const url = `/api/v1/location?parcel=${keyAt(row)}&layers=parcel`
      const { query, point, layers } = (await town.get(url)).body
      expect(query).toEqual({ type: 'parcel', parcel: keyAt(row) })
      expect(point.source).toBe('parcel_anchor')
      expect(pack().rowsAt(Math.round(point.lng * GRID), Math.round(point.lat * GRID))).toContain(
        row,
      )
      const { data } = layers.parcel
      expect(data.parcel_key).toBe(keyAt(row))
      expect(data.parcel_count_here).toBe(row < 99 ? 1 : STACKED)
      expect(data.stacked_parcel_keys).not.toContain(keyAt(row))
    }
  })

  test('has the same sections as one by the coordinates of its point', async () => {
    const { point, layers } = (await town.get(`/api/v1/location?parcel=${keyAt(7)}`)).body
    const there = await town.get(`/api/v1/location?ll=${point.lat},${point.lng}`)
    // The flood summary names its point.
    const named = JSON.stringify(layers).replace('a point inside the parcel', 'the queried point')
    expect(there.body.layers).toEqual(JSON.parse(named))
    expect(there.body.point.source).toBe('input')
  })

  test.each([
    ['in capitals', () => keyAt(1).toUpperCase()],
    ['cut off', () => keyAt(1).slice(0, -1)],
    ['with a blank', () => `${keyAt(1)}%20`],
    ['with an end of its own', () => `${keyAt(1)}%00`],
    ['that nobody has', () => 'pk_zzzzzzzzzzzzzzzzzzzzzzzz'],
    ['out of the waves', () => '%F0%9F%8C%8A'.repeat(4)],
  ])('with a key %s is a 404 that names the parameter', async (_what, key) => {
    const paths = [`location?parcel=${key()}`, `parcels/${key()}`]
    for (const [i, param] of ['parcel', 'parcel_key'].entries()) {
      const { status, body } = await town.get(`/api/v1/${paths[i]}`)
      expect([status, body.error.code, body.error.param]).toEqual([404, 'not_found', param])
      expect(body.error.hint).toContain('parcel_key')
    }
  })
})

describe('a list of parcels', () => {
  test('without filters has all parcels of the build, 25 per page, each once', async () => {
    const { body } = await list('')
    expect(body).toMatchObject({ object: 'list', limit: 25, has_more: true })
    expect(body.data).toHaveLength(25)
    const pages = await walk('', 25)
    expect(pages.flat().toSorted()).toEqual(allKeys().toSorted())
    expect(pages.slice(0, -1).every((page) => page.length === 25)).toBe(true)
  })

  test('that ends with a full page has no empty page after it', async () => {
    const pages = await walk('', pack().rows / 3)
    expect(pages.map((page) => page.length)).toEqual([37, 37, 37])
  })

  test('has the resources that each key has', async () => {
    const { data } = (await list('limit=3&include_geometry=true')).body
    for (const each of data) {
      const url = `/api/v1/parcels/${each.parcel_key}?include_geometry=true`
      expect((await town.get(url)).body).toEqual(each)
    }
  })

  test('with any combination of filters has the matching parcels, with any page size', async () => {
    const random = seededRandom(20_261_121)
    const pick = <T>(...of: T[]): T => of[Math.floor(random() * of.length)]
    const rows = allKeys().map((key, row) => ({
      key,
      values: pack().values(row),
      bounds: boundsOf(pack().polygons(row)).map((each) => each / GRID),
    }))
    let found = 0
    for (let i = 0; i < (isLongRun ? 120 : 40); i++) {
      const side = 10 ** -(1 + random() * 3)
      const [w, s] = [-72.005 + random() * 0.02, 29.995 + random() * 0.02]
      const bbox = pick(
        null,
        [w, s, w + side, s + side].map((each) => Number(each.toFixed(7))),
      )
      const county = pick(null, null, '99001', '99003')
      const zip = pick(null, '99801', '99802', '00000')
      const use_code = pick(null, '001', '010', "0'1", '01')
      const filters = new URLSearchParams()
      for (const [name, value] of Object.entries({ bbox, county, zip, use_code }))
        if (value !== null) filters.set(name, `${value}`)
      const matching = rows.filter(({ values, bounds: [west, south, east, north] }) => {
        const isIn =
          !bbox || (east >= bbox[0] && north >= bbox[1] && west <= bbox[2] && south <= bbox[3])
        const has = (name: string, value: string | null) => value === null || values[name] === value
        return (
          isIn && has('county_fips', county) && has('situs_zip', zip) && has('use_code', use_code)
        )
      })
      const expected = matching.map(({ key }) => key)
      const pages = await walk(`${filters}`, 1 + Math.floor(random() * 30))
      expect(pages.flat(), `${filters}`).toEqual(expected)
      found += expected.length
    }
    expect(found).toBeGreaterThan(isLongRun ? 500 : 150)
  })

  test('with a box that is a point on a shared corner has all four lots there', async () => {
    const { body } = await list('bbox=-71.999,30.001,-71.999,30.001')
    expect(body.data.map((each: { bbox: number[] }) => each.bbox)).toHaveLength(4)
  })

  test('that is empty explains what that means', async () => {
    const { status, body } = await list('county=12345')
    expect(status).toBe(200)
    expect(body).toMatchObject({ data: [], has_more: false, next_cursor: null })
    expect(body.hint).toContain('GET /v1/coverage')
    expect((await list('county=99001')).body).not.toHaveProperty('hint')
    const swapped = (await list('bbox=30,-72,30.01,-71.99')).body
    expect(swapped.data).toEqual([])
    expect(swapped.hint).toContain('Did you mean bbox=-72,30,-71.99,30.01?')
  })

  test('may change page size and geometry from page to page, and no filter', async () => {
    const { next_cursor } = (await list('zip=99801&limit=2')).body
    const second = await list(`zip=99801&limit=3&include_geometry=true&cursor=${next_cursor}`)
    expect(second.body.data).toHaveLength(3)
    for (const other of ['', 'zip=99802&', 'zip=99801&county=99001&', 'county=99801&']) {
      const { status, body } = await list(`${other}cursor=${next_cursor}`)
      expect([status, body.error.param]).toEqual([400, 'cursor'])
      expect(body.error.message).toContain('other filters')
    }
  })
})

test('a page with geometry ends past 100,000 points, and the next one continues', async () => {
  const shapes = vi.spyOn(pack(), 'polygons').mockImplementation((row) => {
    const size = row === 3 ? 120_000 : 40_000
    return {
      coords: new Int32Array(size * 2).fill(7),
      ringEnds: Uint32Array.of(size),
      polygonEnds: Uint32Array.of(1),
    }
  })
  const pages = await walk('include_geometry=true&bbox=-72,30,-71.9945,30.0005', 100)
  shapes.mockRestore()
  expect(pages.map((page) => page.length)).toEqual([2, 1, 1, 2])
  expect(pages.flat()).toEqual(allKeys().slice(0, 6))
})

describe('a list that cannot be answered', () => {
  test('without a build is a 503 with Retry-After', async () => {
    const app = await createApp({ accounts: ANY_CALLER, builds: { acquire: () => null } })
    for (const url of ['/api/v1/parcels', `/api/v1/parcels/${keyAt(1)}`]) {
      const { statusCode, headers } = await app.inject(url)
      expect([statusCode, Number(headers['retry-after']) >= 1]).toEqual([503, true])
    }
    await app.close()
  })

  test.each([
    ['no parcels', () => ({ packs: new Map() })],
    ['no database', () => ({ hasDatabase: false })],
  ])('in a build with %s is a 501 that leads to the dossier', async (what, without) => {
    const served = { ...build, ...without() }
    const app = await createApp({
      accounts: ANY_CALLER,
      builds: { acquire: () => ({ build: served, release() {} }) },
    })
    const { statusCode, body } = await app.inject('/api/v1/parcels')
    const { error } = JSON.parse(body)
    expect([statusCode, error.code]).toEqual([501, 'not_implemented'])
    expect(error.hint).toContain('GET /v1/location')
    const byKey = await app.inject(`/api/v1/location?parcel=${keyAt(1)}`)
    expect(byKey.statusCode).toBe(what === 'no parcels' ? 501 : 200)
    if (what === 'no parcels')
      expect(byKey.json().error).toMatchObject({ code: 'not_implemented', param: 'parcel' })
    await app.close()
  })

  test('because the database is damaged is a 503, until it is whole again', async () => {
    const other = await openExampleApp()
    const { databaseFile } = buildFolder('b1', other.home)
    const whole = await readFile(databaseFile)
    await rm(databaseFile)
    await writeFile(databaseFile, 'no database at all')
    const { status, body, headers } = await other.get('/api/v1/parcels')
    expect([status, body.error.code, headers['retry-after']]).toEqual([503, 'not_available', '5'])
    expect(body.error.message).not.toContain(other.home)
    await writeFile(databaseFile, whole)
    await expect.poll(async () => (await other.get('/api/v1/parcels')).status).toBe(200)
    await other.close()
  })

  test('because of too many requests is a 503, and the others are answered', async () => {
    // Each request has its own workspace: those of one workspace would queue before the database.
    const accounts: Accounts = {
      ...ANY_CALLER,
      async admit(credential, ...rest) {
        const any = await ANY_CALLER.admit(credential, ...rest)
        if (any.kind !== 'admitted' || credential?.kind !== 'key') return any
        const workspace = { kind: 'personal', id: credential.key } as const
        return { ...any, caller: { ...any.caller, workspace } }
      },
    }
    const app = await createApp({
      accounts,
      builds: { acquire: () => ({ build, release() {} }) },
    })
    const listAs = async (key: string) => {
      const url = '/api/v1/parcels?limit=1'
      const { statusCode, headers, body } = await app.inject({ url, headers: { 'x-api-key': key } })
      return { status: statusCode, headers, body: JSON.parse(body) }
    }
    const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => listAs(`${i}`)))
    await app.close()
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(33)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    const busy = answers.find(({ status }) => status === 503)!
    expect(busy.body.error.message).toContain('too many queries wait')
    expect(Number(busy.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  })
})

test('a cursor ends with its build; pages requested before are answered from the old one', async () => {
  const other = await openExampleApp()
  const { next_cursor } = (await other.get('/api/v1/parcels?zip=99801&limit=2')).body
  await writeTown(other.home, 'b2', '2027')
  const close = vi.spyOn(BuildDatabase.prototype, 'close')
  const running = Promise.all(
    Array.from({ length: 20 }, () => other.get(`/api/v1/parcels?zip=99801&cursor=${next_cursor}`)),
  )
  await pinTown(other.home, 'b2')
  const statuses = (await running).map(({ status }) => status)
  expect(statuses.every((status) => status === 200 || status === 400)).toBe(true)
  await expect.poll(() => other.builds.servedId()).toBe('b2')
  const { status, body } = await other.get(`/api/v1/parcels?zip=99801&cursor=${next_cursor}`)
  expect([status, body.error.param]).toEqual([400, 'cursor'])
  expect(body.error.message).toContain('build changed')
  expect(body.error.hint).toContain('start again')
  // The old build's file was closed with its last request.
  await setTimeout(0)
  expect(close).toHaveBeenCalledTimes(1)
  close.mockRestore()
  expect((await other.get('/api/v1/parcels?zip=99801')).body.data[0].vintage).toBe('2027')
  await other.close()
})

test('the parcels of a box include the parcel at a point in it', async () => {
  const { lat, lng } = TOWN_LOCATIONS.stack
  const keys = (await walk(`bbox=${lng},${lat},${lng},${lat}`, 5)).flat()
  const { data } = (await town.get(`/api/v1/location?ll=${lat},${lng}&layers=parcel`)).body.layers
    .parcel
  expect(keys).toHaveLength(STACKED)
  expect(keys).toEqual(expect.arrayContaining([data.parcel_key, ...data.stacked_parcel_keys]))
})
