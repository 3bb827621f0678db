import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Source } from '../catalog/source.ts'
import type { Box } from '../geometry/polygons.ts'
import { KEYS, ScriptedAccounts, VISITING } from '../tests/accounts/scripted-accounts.ts'
import { OTHER_COUNTY, parcelKey, SAMPLE_COUNTY } from '../tests/fixtures/county.ts'
import { type ExampleApp, openExampleApp } from '../tests/fixtures/example-app.ts'
import { TOWN_LOCATIONS } from '../tests/fixtures/example-town.ts'
import { type AppOptions, createApp } from './app.ts'
import { assertTileInDemo, demoAreaOf } from './demo/demo-area.ts'

const { lot, nowhere } = TOWN_LOCATIONS
const OWN = `ll=${lot.lat},${lot.lng}`
const host = 'plat.example'

let town: ExampleApp
let accounts: ScriptedAccounts
/** The town where the county of the lots is the fictional one, and where it is the other one. */
let app: FastifyInstance
let elsewhere: FastifyInstance

/** The town with one fictional source; a new object, as a newly opened build is. */
function townWith(fictional: string | null) {
  const lease = town.builds.acquire()!
  const sources = ['sample-county', 'other-county'].map(
    (id) => ({ id, title: id, fictional: id === fictional }) as Source,
  )
  const { manifest, packs } = lease.build
  const build = { ...lease.build, packs: new Map(packs), manifest: { ...manifest, sources } }
  lease.release()
  return build
}

function appOn(fictional: string | null, options: Partial<AppOptions> = {}) {
  const build = townWith(fictional)
  return createApp({ builds: { acquire: () => ({ build, release() {} }) }, accounts, ...options })
}

beforeAll(async () => {
  accounts = new ScriptedAccounts()
  town = await openExampleApp()
  app = await appOn('sample-county')
  elsewhere = await appOn('other-county')
})
beforeEach(() => {
  accounts.isDemoLimited = false
})
afterAll(async () => {
  await app.close()
  await elsewhere.close()
  await town.close()
})

const start = (headers: Record<string, string> = {}, of = app) =>
  of.inject({ method: 'POST', url: '/api/demo', headers: { host, ...headers }, payload: {} })
const visit = (path: string, of = app, headers: Record<string, string> = {}) =>
  of.inject({ url: `/api/v1${path}`, headers: { host, cookie: VISITING, ...headers } })

describe('a demo visit begins', () => {
  test('with a cookie, the county and its bounds', async () => {
    const { statusCode, headers, body } = await start()
    expect(statusCode).toBe(200)
    expect(headers['set-cookie']).toContain('plat.demo=')
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(JSON.parse(body)).toMatchObject({
      county: SAMPLE_COUNTY,
      bounds: [-72, 30, -71.98, 30.02],
      examples: [],
    })
  })

  test('for the address of the socket, whatever X-Forwarded-For states', async () => {
    await start({ 'x-forwarded-for': '203.0.113.9' })
    expect(accounts.visits.at(-1)).toBe('127.0.0.1')
  })

  test.each([{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<
    string,
    string
  >[])('for no other site: %j', async (headers) => {
    const { statusCode, headers: sent } = await start(headers)
    expect([statusCode, sent['set-cookie']]).toEqual([403, undefined])
  })

  test('for nobody whose address has used up its limit', async () => {
    accounts.isDemoLimited = true
    const { statusCode, headers } = await start()
    expect([statusCode, headers['retry-after']]).toEqual([429, '7'])
    expect(headers['set-cookie']).toBeUndefined()
  })

  test('nowhere without a fictional county, or where it is off', async () => {
    const real = await appOn(null)
    const off = await appOn('sample-county', { hasDemo: false })
    for (const each of [real, off]) {
      expect((await start({}, each)).statusCode).toBe(404)
      expect((await visit(`/location?${OWN}`, each)).statusCode).toBe(each === off ? 401 : 403)
      await each.close()
    }
  })

  test('by POST alone', async () => {
    const { statusCode, headers } = await app.inject({ url: '/api/demo', headers: { host } })
    expect([statusCode, headers.allow]).toEqual([405, 'POST'])
  })
})

describe('a demo visit shows', () => {
  test.each([
    `/location?${OWN}&layers=parcel`,
    `/location?parcel=${parcelKey(0)}&layers=parcel`,
    `/location/report?${OWN}&layers=parcel`,
    `/parcels/${parcelKey(0)}`,
    '/parcels?limit=2',
    `/parcels?county=${SAMPLE_COUNTY.fips}&limit=2`,
    '/layers',
    '/layers/parcels',
    '/layers/parcels/features?bbox=-73,29,-71,31&limit=2',
    '/search?q=sample',
    '/coverage?layer=flood',
    `/coverage/map?layer=flood&county=${SAMPLE_COUNTY.fips}`,
  ])('the fictional county: %s', async (path) => {
    const { statusCode, headers } = await visit(path)
    expect([statusCode, headers['plat-demo']]).toEqual([200, '1'])
  })

  test.each([
    `/location?${OWN}&layers=parcel`,
    `/location?ll=${nowhere.lat},${nowhere.lng}`,
    `/location?parcel=${parcelKey(0)}`,
    '/location?parcel=pk_unknownunknownunknownun',
    `/location/report?${OWN}`,
    `/parcels/${parcelKey(0)}`,
    '/parcels/pk_aaaaaaaaaaaaaaaaaaaaaaaz',
    `/parcels?county=${SAMPLE_COUNTY.fips}`,
    `/coverage?county=${SAMPLE_COUNTY.fips}`,
    `/coverage/map?layer=flood&county=${SAMPLE_COUNTY.fips}`,
    '/coverage/map?layer=flood&county=23019',
    '/layers/parcels/features?bbox=-72,30,-71.99,30.01',
    '/archives/parcels.pmtiles',
    '/upstreams',
  ])('no other place, and no more of a build: %s', async (path) => {
    const { statusCode, body } = await visit(path, elsewhere)
    expect([statusCode, JSON.parse(body).error.code]).toEqual([403, 'forbidden'])
    expect(JSON.parse(body).error.hint).toContain('Sign in')
  })

  test('of lists what is in the county', async () => {
    const wide = '/layers/parcels/features?bbox=-73,29,-71,31'
    expect(JSON.parse((await visit('/parcels', elsewhere)).body).data).toEqual([])
    expect(JSON.parse((await visit(wide, elsewhere)).body).features).toEqual([])
    expect(JSON.parse((await visit('/search?q=sample', elsewhere)).body).data).toEqual([])
    const { sections } = JSON.parse((await visit('/coverage?layer=parcel', elsewhere)).body)
    const counties = sections.flatMap((each: { counties: { fips: string }[] }) => each.counties)
    for (const { fips } of counties) expect(fips).toBe(OTHER_COUNTY.fips)
  })

  test('reports as HTML, since all share one printer', async () => {
    expect((await visit(`/location/report?${OWN}&format=pdf`)).statusCode).toBe(403)
  })

  test('nothing to a page of another origin, and with a key what the key may see', async () => {
    const path = `/location?ll=${nowhere.lat},${nowhere.lng}&layers=parcel`
    const foreign = { origin: 'https://evil.example' }
    expect((await visit(`/location?${OWN}`, app, foreign)).statusCode).toBe(401)
    expect((await visit(path, app, { 'x-api-key': KEYS.good })).statusCode).toBe(200)
    expect((await visit(path, app, { 'x-api-key': KEYS.expired })).statusCode).toBe(401)
  })
})

test('scorecards of another state are refused, since each filter is cached', async () => {
  expect((await visit('/coverage?layer=flood&state=ZZ')).statusCode).toBe(200)
  expect((await visit('/coverage?layer=flood&state=ME')).statusCode).toBe(403)
})

test('without any credential the fictional county is 401 too', async () => {
  const { statusCode } = await app.inject({ url: `/api/v1/location?${OWN}`, headers: { host } })
  expect(statusCode).toBe(401)
})

test('a tile is of the demo where all its rows are, and where it meets the county', () => {
  const build = townWith('sample-county')
  const area = demoAreaOf(build)!
  const around = [-721_000_000, 299_500_000, -719_000_000, 300_500_000] as Box
  assertTileInDemo(area, build, 'parcels', around)
  expect(() => assertTileInDemo(area, build, 'parcels', [0, 0, 10, 10])).toThrow('alone')
  const other = townWith('other-county')
  const next = demoAreaOf(other)!
  assertTileInDemo(next, other, 'parcels', next.box)
  expect(() => assertTileInDemo(next, other, 'parcels', around)).toThrow('alone')
})

test('the dossier of a place without parcels names the nearest that have some', async () => {
  const key = { 'x-api-key': KEYS.good }
  const at = async (ll: string) =>
    JSON.parse((await visit(`/location?ll=${ll}&layers=parcel`, app, key)).body).nearest_coverage
  expect(await at('30.005,-72.01')).toMatchObject({ ...SAMPLE_COUNTY, distance_m: 963 })
  expect(await at(`${lot.lat},${lot.lng}`)).toBeUndefined()
})
