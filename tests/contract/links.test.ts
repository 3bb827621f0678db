import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEYS, ScriptedAccounts } from '../accounts/scripted-accounts.ts'
import { type ServedSample, serveSample } from '../end-to-end/served-sample.ts'

let sample: ServedSample
beforeAll(async () => {
  sample = await serveSample({ accounts: new ScriptedAccounts() })
})
afterAll(() => sample?.close())

const get = (url: string | URL) => fetch(url, { headers: { 'x-api-key': KEYS.good } })
// biome-ignore lint/suspicious/noExplicitAny: a body of any shape
const bodyOf = async (url: string | URL): Promise<any> => (await get(url)).json()

/**
 * Every address of a body that a client may open: links, and URLs of this service. Templates have
 * the values of a place in the sample, and the lowest zoom of their layer.
 */
function linksIn(value: unknown, origin: string, isLink = false, zoom = ZOOM): string[] {
  if (typeof value === 'string')
    return isLink || value.startsWith(origin) ? [filled(value, zoom)] : []
  if (value === null || typeof value !== 'object') return []
  const { min_zoom, minzoom = min_zoom ?? zoom } = value as Record<string, number | undefined>
  return Object.entries(value).flatMap(([name, each]) =>
    linksIn(each, origin, isLink || name === 'links', minzoom),
  )
}

/** A place in the sample, as a share of the width and the height of the map, and as a box. */
const PLACE = { x: 0.3001, y: 0.4126, bbox: '-72.01,29.98,-72,29.99' }
/** Of a template whose zooms are not stated next to it. */
const ZOOM = 12

function filled(link: string, zoom: number): string {
  const [x, y] = [PLACE.x, PLACE.y].map((share) => Math.floor(share * 2 ** zoom))
  return link.replace('{z}/{x}/{y}', `${zoom}/${x}/${y}`).replace('{bbox}', PLACE.bbox)
}

test('every link of every answer resolves by RFC 3986 and opens with a key', async () => {
  const { origin } = new URL(sample.base)
  const key = sample.build.packs.get('parcels')!.value(0, 'parcel_key')
  const requests = [
    'v1/parcels?limit=3&county=99001',
    `v1/parcels/${key}`,
    'v1/search?q=sampleton&limit=5',
    `v1/search?q=${key}`,
    'v1/layers',
    'v1/layers/parcels',
    'v1/tiles/parcels.json',
    'v1/location?ll=29.9863009,-71.9643746',
    'v1/location?ll=-71.9643746,29.9863009',
    'v1/upstreams',
    'v1/health',
  ].map((path) => `${sample.base}/${path}`)
  const seen = new Set<string>()
  for (const url of requests) {
    const response = await get(url)
    expect(response.status, url).toBe(200)
    for (const link of linksIn(await response.json(), origin))
      seen.add(new URL(link, response.url).href)
  }
  expect([...seen].filter((link) => link.includes('/v1/location?')).length).toBeGreaterThan(3)
  expect([...seen].some((link) => link.includes('/v1/tiles/'))).toBe(true)
  for (const link of seen) {
    const { status } = await get(link)
    // A tile may be empty.
    const allowed = link.includes('/v1/tiles/') ? [200, 204] : [200]
    expect(allowed, link).toContain(status)
  }
})

test('a link to a parcel leads back to itself, and one to a dossier to the same parcel', async () => {
  const page = `${sample.base}/v1/parcels?limit=1`
  const [parcel] = (await bodyOf(page)).data
  const { self, dossier } = parcel.links
  expect(await bodyOf(new URL(self, page))).toEqual(parcel)
  const { layers } = await bodyOf(new URL(dossier, page))
  expect(layers.parcel.data.parcel_key).toBe(parcel.parcel_key)
})

test('the addresses of the description resolve against its own', async () => {
  const description = `${sample.base}/openapi.json`
  const { servers, externalDocs } = await bodyOf(description)
  const server = new URL(servers[0].url, description)
  expect((await get(`${server}/v1/layers`)).status).toBe(200)
  expect((await fetch(new URL(externalDocs.url, description))).status).toBe(200)
})
