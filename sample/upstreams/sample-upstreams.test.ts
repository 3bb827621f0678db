import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UPSTREAMS } from '../../layers/index.ts'
import { sampleCounty } from '../../tests/sample/shared-county.ts'
import { upstreamSettings, urlVariable } from '../../upstream/settings.ts'
import { groundHeightFeet } from '../plan/ground-height.ts'
import { type DegreeBox, meetsBox } from './esri-shape.ts'
import {
  SAMPLE_LABEL,
  type SampleUpstreams,
  startSampleUpstreams,
} from './start-sample-upstreams.ts'

const county = sampleCounty()
const NOW = new Date('2026-07-01T20:20:00Z')
let upstreams: SampleUpstreams
beforeAll(async () => {
  upstreams = await startSampleUpstreams({ county, now: () => NOW })
})
afterAll(() => upstreams.close())

async function request(path: string, query: Record<string, string | number> = {}) {
  const url = new URL(upstreams.url + path)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, `${value}`)
  const response = await fetch(url)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, text, json: isJson ? JSON.parse(text) : null }
}

describe('the switch', () => {
  test('upstreams that the sample answers are on and labelled, and all others are off', () => {
    const settings = upstreamSettings(upstreams.environment, UPSTREAMS)
    for (const upstream of UPSTREAMS) {
      const isSpoken = urlVariable(upstream) in upstreams.environment
      const { isOn, url, label } = settings[upstream.id]
      expect({ id: upstream.id, isOn, isLocal: url.startsWith(upstreams.url), label }).toEqual({
        id: upstream.id,
        isOn: isSpoken,
        isLocal: isSpoken,
        label: isSpoken ? SAMPLE_LABEL : undefined,
      })
    }
  })

  test('other methods and paths are refused', async () => {
    expect((await request('/nobody')).status).toBe(404)
    expect((await fetch(`${upstreams.url}/fws-nwi/0`, { method: 'POST' })).status).toBe(405)
  })
})

describe('weather', () => {
  const at = { latitude: 30, longitude: -72 }

  test('it has the requested time, units and variables', async () => {
    const query = { ...at, current: 'temperature_2m,rain,showers', temperature_unit: 'fahrenheit' }
    const { json } = await request('/open-meteo-forecast', query)
    expect(Object.keys(json.current)).toEqual([
      ...['time', 'interval', 'temperature_2m', 'rain', 'showers'],
    ])
    expect(json.current).toMatchObject({ time: '2026-07-01T20:15', interval: 900, rain: 0 })
    expect(json.current_units).toMatchObject({ temperature_2m: '°F', showers: 'mm' })
    expect(json.current.temperature_2m).toBeGreaterThan(60)
    // 20:15 UTC is 15:27 by the sun at 72 W, when the shower comes.
    expect(json.current.showers).toBeGreaterThan(0)
    const air = await request('/open-meteo-air-quality', { ...at, current: 'us_aqi,pm2_5' })
    expect(air.json.current).toMatchObject({ time: '2026-07-01T20:00', interval: 3600 })
  })

  test('hours and days are from now on, in local time on request', async () => {
    const series = { hourly: 'temperature_2m,precipitation', daily: 'temperature_2m_max' }
    const window = { forecast_hours: 24, forecast_days: 7, timezone: 'auto' }
    const { json } = await request('/open-meteo-forecast', { ...at, ...series, ...window })
    expect(json).toMatchObject({ timezone: 'Etc/GMT+5', utc_offset_seconds: -18_000 })
    expect([json.hourly.time[0], json.hourly.time.length]).toEqual(['2026-07-01T15:00', 24])
    expect([json.daily.time[0], json.daily.time.length]).toEqual(['2026-07-01', 7])
    const highest = Math.max(...json.hourly.temperature_2m)
    expect(json.daily.temperature_2m_max[1]).toBeCloseTo(highest, 0)
  })

  test.each([
    [{ hourly: 'wether' }, /invalid String value wether/],
    [{ current: 'temperature_2m,wether' }, /invalid String value wether/],
    [{ current: 'rain', wind_speed_unit: 'furlongs' }, /invalid String value furlongs/],
    [{ latitude: 91, current: 'rain' }, /Latitude must be in range/],
    [{ longitude: 'x', current: 'rain' }, /same number of elements/],
  ])('%j is 400 with a reason', async (query, reason) => {
    const { status, json } = await request('/open-meteo-forecast', { ...at, ...query })
    expect(status).toBe(400)
    expect(json).toEqual({ error: true, reason: expect.stringMatching(reason) })
  })
})

describe('heights', () => {
  test("a height is that of the county's plan, a string in metres and a number in feet", async () => {
    const [x, y] = county.terrain.place([9_000, 2_000])
    const feet = groundHeightFeet([9_000, 2_000])
    const { json } = await request('/usgs-epqs', { x, y, units: 'Feet', wkid: 4326 })
    expect(json.value).toBeCloseTo(feet, 2)
    const metres = (await request('/usgs-epqs', { x, y, units: 'Meters', wkid: 4326 })).json.value
    expect(typeof metres).toBe('string')
    expect(Number(metres)).toBeCloseTo(feet * 0.3048, 2)
  })

  test('off the sample it is a sentence with status 200', async () => {
    const { status, text, json } = await request('/usgs-epqs', { x: -90, y: 30 })
    expect({ status, json }).toEqual({ status: 200, json: null })
    expect(text).toMatch(/^Call failed/)
  })
})

test('seismic values require a site class, and an edition that exists', async () => {
  const query = { latitude: 30, longitude: -72, riskCategory: 'II', siteClass: 'D', title: 'x' }
  const { json } = await request('/usgs-seismic/asce7-22/calculate', query)
  expect(json.request).toMatchObject({ status: 'success', referenceDocument: 'ASCE7-22' })
  expect(json.response.data).toMatchObject({ sds: 0.08, sdc: 'A' })
  const { siteClass: _, ...without } = query
  const refused = await request('/usgs-seismic/asce7-22/calculate', without)
  expect(refused).toMatchObject({ status: 400, json: { request: { status: 'error' } } })
  expect((await request('/usgs-seismic/asce7-99/calculate', query)).status).toBe(404)
})

test('rainfall is a file in inches or millimetres, and a line of JavaScript off the volume', async () => {
  const depth = async (units: string) => {
    const { text } = await request('/noaa-atlas14/fe_text_mean.csv', { lat: 30, lon: -72, units })
    const years = /ARI \(years\):, (.*)/.exec(text)![1].split(',')
    return Number(/24-hr:, (.*)/.exec(text)![1].split(',')[years.indexOf('100')])
  }
  expect(await depth('english')).toBe(11.4)
  expect(await depth('metric')).toBe(290)
  const off = await request('/noaa-atlas14/fe_text_mean.csv', { lat: 45, lon: -120 })
  expect(off.text).toMatch(/^result = 'none';\nErrorMsg = .*not within a project area/)
})

describe('the geocoder', () => {
  const find = async (address: string) => {
    const query = { address, benchmark: 'Public_AR_Current', format: 'json' }
    return (await request('/census-geocoder/locations/onelineaddress', query)).json.result
      .addressMatches
  }

  test("a house of the county is found at its own point, another city's is not", async () => {
    const house = county.addresses.points.find(({ unit, number }) => unit === '' && number !== '0')!
    const street = house.street.replace(/\s+/g, ' ')
    const [match] = await find(`${house.number} ${street}, Sampleton, ZZ`)
    expect([match.coordinates.x, match.coordinates.y]).toEqual([...house.at])
    expect(await find(`${house.number} ${street}, Elsewhere, ZZ`)).toEqual([])
    expect(await find(`9${house.number}9 ${street}`)).toEqual([])
  })

  test('it finds a street that the build does not have, and requires a benchmark', async () => {
    const [match] = await find('104 Gannet Shoal Road')
    expect(match.matchedAddress).toBe('104 GANNET SHOAL RD, SHOALS, ZZ, 34597')
    const path = '/census-geocoder/locations/onelineaddress'
    expect((await request(path, { address: 'x' })).status).toBe(400)
  })
})

describe('map services', () => {
  const query = (more: Record<string, string | number>) => ({ f: 'json', where: '1=1', ...more })
  const box = (...sides: DegreeBox) => ({
    geometry: sides.join(','),
    geometryType: 'esriGeometryEnvelope',
    inSR: 4326,
  })

  test('ids, count and pages of a box agree, and a page that is cut is marked so', async () => {
    const path = '/fema-nfhl/28/query'
    const place = box(-72.1, 29.92, -71.9, 30.08)
    const { objectIds } = (await request(path, query({ ...place, returnIdsOnly: 'true' }))).json
    expect(objectIds).toHaveLength(county.floodZones.length)
    const { count } = (await request(path, query({ ...place, returnCountOnly: 'true' }))).json
    expect(count).toBe(objectIds.length)
    const page = (
      await request(path, query({ ...place, outFields: 'FLD_ZONE', resultRecordCount: 10 }))
    ).json
    expect(page.features).toHaveLength(10)
    expect(page.exceededTransferLimit).toBe(true)
    const last = await request(path, query({ ...place, outFields: '*', resultOffset: count - 3 }))
    expect(last.json.features).toHaveLength(3)
    expect(last.json.exceededTransferLimit).toBeUndefined()
  })

  test('rings are closed and drawn as Esri draws them: shells clockwise, holes the other way', async () => {
    const path = '/fema-nfhl/28/query'
    const { features } = (await request(path, { f: 'json', objectIds: '58,59', outFields: '*' }))
      .json
    const areas = features.map(({ geometry }: { geometry: { rings: number[][][] } }) =>
      geometry.rings.map((ring) => {
        expect(ring[0]).toEqual(ring.at(-1))
        return ring
          .slice(1)
          .reduce((sum, [x, y], i) => sum + (x - ring[i][0]) * (y + ring[i][1]), 0)
      }),
    )
    expect(areas.map((each: number[]) => each.map(Math.sign))).toEqual([[1, -1], [1]])
  })

  test('an impossible query is an error with status 200, and an empty place has null for ids', async () => {
    const wrongs: Record<string, string | number>[] = [
      { where: 'DROP TABLE' },
      { where: '' },
      { outSR: 3857 },
      { objectIds: '1,x' },
      { outFields: 'NOPE' },
      { geometry: 'x,y' },
    ]
    for (const wrong of wrongs) {
      const { status, json } = await request('/fema-nfhl/28/query', query(wrong))
      expect(status).toBe(200)
      expect(json).toMatchObject({ error: { code: 400 } })
    }
    const sea = query({ ...box(-60, 10, -59, 11), returnIdsOnly: 'true' })
    expect((await request('/fws-nwi/0/query', sea)).json.objectIds).toBeNull()
    expect((await request('/fema-nfhl/28', {})).text).toMatch(/^<html>/)
    expect((await request('/fema-nfhl/28', { f: 'json' })).json.maxRecordCount).toBe(100)
    expect((await request('/fema-nfhl/7', { f: 'json' })).status).toBe(404)
  })

  test('beyond the county there is ground that only the live services have', async () => {
    const fen = query({ ...box(-72.001, 30.149, -72, 30.15), outFields: '*' })
    const zones = (await request('/fema-nfhl/28/query', fen)).json.features
    expect(zones).toHaveLength(1)
    expect(zones[0].attributes).toMatchObject({ FLD_ZONE: 'AE', STATIC_BFE: 9, V_DATUM: 'NAVD88' })
    const wetlands = (await request('/fws-nwi/0/query', fen)).json.features
    expect(wetlands[0].attributes['Wetlands.ATTRIBUTE']).toBe('PEM1C')
    // 0.04 by 0.02 degree at 30.15 N, by the ellipsoid's own lengths of a degree.
    expect(wetlands[0].attributes['Wetlands.ACRES']).toBeCloseTo((3_853 * 2_217) / 4_046.86, -1)
    const sheet = (await request('/fema-nfhl/3/query', fen)).json.features[0].attributes
    expect(new Date(sheet.EFF_DATE).toISOString()).toBe('2024-05-01T00:00:00.000Z')
  })

  test('a box meets a shape that it crosses, contains or lies in, and not its hole', () => {
    const shape = {
      rings: [
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 10],
        ],
        [
          [4, 4],
          [4, 6],
          [6, 6],
          [6, 4],
        ],
      ] as [number, number][][],
    }
    expect(meetsBox(shape, [1, 1, 2, 2])).toBe(true)
    expect(meetsBox(shape, [-5, -5, 15, 15])).toBe(true)
    expect(meetsBox(shape, [-1, 5, 0.5, 5.5])).toBe(true)
    expect(meetsBox(shape, [4.5, 4.5, 5, 5])).toBe(false)
    expect(meetsBox(shape, [11, 11, 12, 12])).toBe(false)
  })
})

describe('permits', () => {
  const placed = county.permits.find(({ authority, at }) => authority === 'county' && at)!

  test('a circle returns the permits in it, page by page, and none of them twice', async () => {
    const [lng, lat] = placed.at!
    const where = `within_circle(location, ${lat}, ${lng}, 6000)`
    const all = (await request('/permits-sample-county', { $where: where, $order: 'permit_' })).json
    expect(all.map(({ permit_ }: { permit_: string }) => permit_)).toContain(placed.number)
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(all.length / 4) }, async (_, page) => {
        const window = { $limit: 4, $offset: page * 4, $order: 'permit_' }
        return (await request('/permits-sample-county', { $where: where, ...window })).json
      }),
    )
    expect(pages.flat()).toEqual(all)
    expect(all.length).toBeGreaterThan(8)
    const everywhere = (await request('/permits-sample-county', { $limit: 5_000 })).json
    expect(everywhere.length).toBeGreaterThan(all.length)
  })

  test.each([
    [{ $where: 'within_circle(place, 30, -72, 5)' }, 'query.soql.no-such-column'],
    [{ $select: 'permit_,owner' }, 'query.soql.no-such-column'],
    [{ $where: "status = 'ISSUED' OR 1=1" }, 'query.compiler.malformed'],
    [{ $limit: 1_000_000 }, 'query.soql.limit-out-of-range'],
  ])('%j is 400 with the code of it', async (query, code) => {
    const { status, json } = await request('/permits-sample-county', query)
    expect({ status, ...json }).toMatchObject({ status: 400, error: true, code })
  })

  test('the town has permits that its export does not, issued a month ago', async () => {
    const { json } = await request('/permits-sampleton/query', {
      f: 'json',
      where: "PermitNum='FICT-LIVE-0001'",
      outFields: '*',
    })
    expect(json.features[0].attributes).toMatchObject({
      StatusCurrent: 'Issued',
      IssuedDate: Date.parse('2026-06-01T04:00:00Z'),
    })
  })
})
