import { createHash } from 'node:crypto'
import type { Feature } from 'geojson'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { containsPoint } from '../../geometry/contains.ts'
import { boundsOf, GRID } from '../../geometry/polygons.ts'
import { drawnTables } from '../../layers/drawn-tables.ts'
import { LAYERS } from '../../layers/index.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { LayerList } from '../../serve/schemas/layers.ts'
import { LayerFeatures } from '../../serve/schemas/map.ts'
import { geoJsonFeatureCheck } from './published-schemas.ts'
import { type ServedSample, serveSample } from './served-sample.ts'

let sample: ServedSample
beforeAll(async () => {
  sample = await serveSample()
})
afterAll(() => sample.close())

async function get(slug: string, query: string, headers: Record<string, string> = {}) {
  const url = `/api/v1/layers/${slug}/features?${query}`
  const answer = await sample.app.inject({ url, headers })
  const body = answer.body === '' ? null : answer.json()
  return { status: answer.statusCode, headers: answer.headers, body }
}
const WORLD = '-180,-90,180,90'
const DRAWN = LAYERS.flatMap((layer) =>
  drawnTables(layer).map((drawn) => [layer.catalog.slug, drawn.table, drawn] as const),
)

describe('features in a box', () => {
  test.each(DRAWN)(
    '%s, %s: whole rows of the table with declared columns',
    async (slug, table, drawn) => {
      const { status, headers, body } = await get(slug, `bbox=${WORLD}&table=${table}&limit=50`)
      const pack = sample.build.packs.get(table)
      if (!pack) {
        expect([status, body.error.param]).toEqual([404, 'slug'])
        return
      }
      expect([status, headers['content-type']]).toEqual([200, 'application/geo+json'])
      expect(LayerFeatures.parse(body)).toEqual(body)
      expect(body).toMatchObject({
        layer: slug,
        table,
        build: sample.build.id,
        number_matched: pack.rows,
        number_returned: body.features.length,
        truncated: pack.rows > body.features.length,
      })
      expect(body.hint !== undefined).toBe(body.truncated)
      expect(body.sources.length).toBeGreaterThan(0)
      for (const { id, properties } of body.features) {
        expect(Object.keys(properties)).toEqual([...new Set([drawn.key, ...drawn.properties])])
        expect(properties[drawn.key]).toBe(id)
        const row = pack.rowOfKey(id)!
        for (const name of drawn.properties) expect(properties[name]).toBe(pack.value(row, name))
      }
    },
  )

  test('are GeoJSON by the published schema', async () => {
    const problems = geoJsonFeatureCheck()
    const of = async (slug: string, more = '') => {
      const { body } = await get(slug, `bbox=${WORLD}&limit=20${more}`)
      expect(LayerFeatures.parse(body)).toEqual(body)
      expect(body.features).toHaveLength(20)
      for (const feature of body.features) expect(problems(feature)).toEqual([])
      return new Set(body.features.map(({ geometry }: Feature) => geometry.type))
    }
    for (const slug of ['parcels', 'flood-zones']) await of(slug)
    expect(await of('permits')).toEqual(new Set(['Point']))
    expect(await of('flood-zones', '&shape=point')).toEqual(new Set(['Point']))
    expect(await of('addresses', '&table=street_ranges')).toEqual(new Set(['LineString']))
  })

  test('are all of the parcels that any point of the box lies in, at 40 seeded boxes', async () => {
    const pack = sample.build.packs.get('parcels')!
    const random = seededRandom(20_261_121)
    let found = 0
    for (let i = 0; i < 40; i++) {
      const west = -72.05 + random() * 0.1
      const south = 29.95 + random() * 0.1
      const [east, north] = [west + random() * 0.004, south + random() * 0.004]
      const { body } = await get('parcels', `bbox=${west},${south},${east},${north}&limit=5000`)
      expect(body.truncated).toBe(false)
      const ids = new Set(body.features.map(({ id }: { id: string }) => id))
      found += ids.size
      // Each feature is there because of its box, and so is each row under a point of the box.
      for (const id of ids) {
        const [w, s, e, n] = boundsOf(pack.polygons(pack.rowOfKey(id as string)!))
        expect(w / GRID <= east && e / GRID >= west && s / GRID <= north && n / GRID >= south).toBe(
          true,
        )
      }
      for (let probe = 0; probe < 20; probe++) {
        const x = Math.round((west + random() * (east - west)) * GRID)
        const y = Math.round((south + random() * (north - south)) * GRID)
        for (const row of pack.rowsAt(x, y)) {
          expect(containsPoint(pack.polygons(row), x, y)).toBe(true)
          expect(ids.has(pack.value(row, 'parcel_key'))).toBe(true)
        }
      }
    }
    expect(found).toBeGreaterThan(200)
  })

  test('have the bytes of JSON.stringify, however large, and a tag of them', async () => {
    for (const limit of [1, 5_000]) {
      const url = `/api/v1/layers/parcels/features?bbox=${WORLD}&limit=${limit}`
      const { body, headers } = await sample.app.inject(url)
      expect(body === JSON.stringify(JSON.parse(body))).toBe(true)
      const hash = createHash('sha256').update(body).digest('hex')
      expect(headers.etag).toBe(`"${hash.slice(0, 32)}"`)
      if (limit > 1) expect(body.length).toBeGreaterThan(2_000_000)
    }
  })

  test('are cut short by a limit in the order of the table, and report that', async () => {
    const { body: two } = await get('parcels', `bbox=${WORLD}&limit=2`)
    const { body: five } = await get('parcels', `bbox=${WORLD}&limit=5`)
    expect(two.features).toEqual(five.features.slice(0, 2))
    expect(two).toMatchObject({ limit: 2, number_returned: 2, truncated: true })
    expect(two.hint).toContain('smaller box')
    const { body } = await get('parcels', `bbox=${WORLD}`)
    expect(body).toMatchObject({ limit: 1_000, number_returned: 1_000, number_matched: 5_006 })
  })

  test('cross 180 degrees where west is greater than east', async () => {
    // Alaska is on both sides of it.
    const { body } = await get('boundaries', 'bbox=170,50,-170,60&table=states')
    const keys = body.features.map(({ id }: { id: string }) => id)
    expect(keys.length).toBeGreaterThan(1)
    const { body: east } = await get('boundaries', 'bbox=170,50,180,60&table=states')
    const { body: west } = await get('boundaries', 'bbox=-180,50,-170,60&table=states')
    const halves = [...east.features, ...west.features].map(({ id }: { id: string }) => id)
    expect(new Set(keys)).toEqual(new Set(halves))
  })

  test('come whole from the address of a small layer, and by view from that of a larger one', async () => {
    const { data } = LayerList.parse((await sample.app.inject('/api/v1/layers')).json())
    const seen: string[] = []
    for (const { slug, rendering } of data) {
      if (rendering?.type !== 'geojson' && rendering?.type !== 'live_geojson') continue
      const template = rendering.type === 'geojson' ? rendering.url : rendering.query_url
      const address = new URL(template.replace('{bbox}', '-72,29.99,-71.98,30.01'))
      const body = (await sample.app.inject(address.pathname + address.search)).json()
      const pack = sample.build.packs.get(body.table)!
      expect(body.truncated).toBe(false)
      if (rendering.type === 'geojson') expect(body.number_returned).toBe(pack.rows)
      else expect(body.number_returned).toBeLessThan(pack.rows)
      for (const { geometry, properties } of body.features) {
        expect(geometry.type.toLowerCase()).toContain(rendering.geometry)
        expect(properties).toHaveProperty(rendering.label_property!)
      }
      seen.push(slug)
    }
    expect(seen).toEqual(['market', 'permits', 'addresses'])
  })

  test('that are empty state that this does not show that nothing is there', async () => {
    const { status, body } = await get('flood-zones', 'bbox=10,10,11,11')
    expect(status).toBe(200)
    expect(body).toMatchObject({ features: [], number_matched: 0, truncated: false, sources: [] })
    expect(body.hint).toContain('does not mean that there are none')
  })

  test('are 304 for a client that has them, under a tag of their bytes', async () => {
    const { headers } = await get('permits', `bbox=${WORLD}&limit=3`)
    const again = await get('permits', `bbox=${WORLD}&limit=3`, {
      'if-none-match': `${headers.etag}`,
    })
    expect([again.status, again.body]).toEqual([304, null])
    const other = await get('permits', `bbox=${WORLD}&limit=4`)
    expect(other.headers.etag).not.toBe(headers.etag)
  })

  test.each([
    ['parcels', '', 'bbox', 'west,south,east,north'],
    ['parcels', 'bbox=', 'bbox', 'west,south,east,north'],
    ['parcels', 'bbox=1,2,3', 'bbox', 'west,south,east,north'],
    ['parcels', 'bbox=1,2,3,4,5', 'bbox', 'west,south,east,north'],
    ['parcels', 'bbox=a,0,1,1', 'bbox', 'west,south,east,north'],
    ['parcels', 'bbox=0,0,1,1e1', 'bbox', 'west,south,east,north'],
    ['parcels', 'bbox=0,0,NaN,1', 'bbox', 'west,south,east,north'],
    ['parcels', 'bbox=0,2,1,1', 'bbox', 'west,south,east,north'],
    ['parcels', 'bbox=-181,0,1,1', 'bbox', 'west,south,east,north'],
    ['parcels', 'bbox=0,-90.5,1,1', 'bbox', 'west,south,east,north'],
    ['parcels', 'bbox=0,0,1,1&bbox=0,0,1,1', 'bbox', 'west,south,east,north'],
    ['parcels', 'bbox=0,0,1,1&limit=0', 'limit', '1 to 5000'],
    ['parcels', 'bbox=0,0,1,1&limit=5001', 'limit', '1 to 5000'],
    ['parcels', 'bbox=0,0,1,1&limit=1.5', 'limit', '1 to 5000'],
    ['parcels', 'bbox=0,0,1,1&limit=', 'limit', '1 to 5000'],
    ['parcels', 'bbox=0,0,1,1&table=sales', 'table', 'one of parcels'],
    ['boundaries', 'bbox=0,0,1,1&table=parcels', 'table', 'counties, states, places, zctas'],
    ['parcels', 'bbox=0,0,1,1&box=1', 'box', 'Did you mean bbox?'],
  ])('%s?%s is 400 and names %s', async (slug, query, param, hint) => {
    const { status, body } = await get(slug, query)
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_request', param])
    expect(body.error.hint).toContain(hint)
  })

  test('of a layer without shapes, or of no layer, are 404', async () => {
    for (const [slug, hint] of [
      ['tax', 'Layers with features: parcels'],
      ['weather', 'Layers with features: parcels'],
      ['parcel', 'Did you mean parcels?'],
    ]) {
      const { status, body } = await get(slug, 'bbox=0,0,1,1')
      expect([status, body.error.param]).toEqual([404, 'slug'])
      expect(body.error.hint).toContain(hint)
    }
  })
})
