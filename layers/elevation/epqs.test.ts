import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildDossier, type Packs } from '../../dossier/dossier.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import { elevationOutside } from '../../tests/elevation-fixture.ts'
import { packFixture, readFixture } from '../../tests/layer-fixture.ts'
import type { HttpResponse } from '../../upstream/attempt.ts'
import { UpstreamClient } from '../../upstream/client.ts'
import { InvalidResponse } from '../../upstream/failure.ts'
import { upstreamSettings } from '../../upstream/settings.ts'
import type { ExternalSources } from '../external-sources.ts'
import { UPSTREAMS } from '../index.ts'
import type { Section } from '../section.ts'
import type { ElevationData } from './data.ts'
import { datumOf3dep } from './datum.ts'
import { parseEpqs } from './epqs-response.ts'
import { elevation } from './layer.ts'

const RECORDED = join(process.env.PLAT_REAL_DATA ?? '../shared/data', 'recorded/epqs')

const httpResponse = (text: string, status = 200): HttpResponse => ({
  status,
  headers: new Headers(),
  bytes: Buffer.from(text),
})
const body = (x: number, y: number, value: unknown, more: object = {}) =>
  JSON.stringify({
    location: { x, y, spatialReference: { wkid: 4326, latestWkid: 4326 } },
    locationId: 0,
    value,
    rasterId: 61_823,
    resolution: 1,
    ...more,
  })

describe('an answer of the point query service', () => {
  test.skipIf(!existsSync(RECORDED))('is read as it was recorded', () => {
    const read = (name: string, lng: number, lat: number) =>
      parseEpqs(httpResponse(readFileSync(join(RECORDED, name), 'utf8')), lng, lat)
    expect(read('units-omitted_san_antonio.json', -98.644635, 29.528488)).toEqual({
      kind: 'height',
      height_m: 264.221008301,
      resolution_m: 1,
      raster_id: '61823',
    })
    expect(read('includeDate_denver.json', -105, 39.7)).toMatchObject({ height_m: 1594.44128418 })
    const b = read('units-Meters_b_long-resolution.json', -77.91557, 40.99397)
    expect(b).toMatchObject({ height_m: 135.350021362 })
    // The service that it replaced answered otherwise: that is not guessed at.
    expect(() => read('legacy-pqs-format.json', -121, 37)).toThrow(InvalidResponse)
  })

  test('has its height as a number or a string, and a resolution in metres or degrees', () => {
    expect(parseEpqs(httpResponse(body(-72, 30, 12.5)), -72, 30)).toMatchObject({ height_m: 12.5 })
    expect(parseEpqs(httpResponse(body(-72, 30, '-1.25')), -72, 30)).toMatchObject({
      height_m: -1.25,
    })
    const third = body(-72, 30, '3', { resolution: 1 / 10_800 })
    const read = parseEpqs(httpResponse(third), -72, 30)
    expect(read.kind === 'height' && read.resolution_m).toBeCloseTo(10.29, 1)
  })

  test.each([['-1000000'], [-1_000_000], [null]])(
    'of %j means that there is no height',
    (value) => {
      expect(parseEpqs(httpResponse(body(-72, 30, value)), -72, 30)).toEqual({ kind: 'none' })
    },
  )

  test('that is a sentence is neither a height nor the absence of one', () => {
    // Verbatim, https://github.com/RickSmith/survey-recon: corridor-screen/captures/silent-nodata
    const gulf = 'Call failed.  [Failed cloud operation: Open, Path: /vsimem/_000011B4.aux.xml]'
    expect(parseEpqs(httpResponse(gulf), -92, 25)).toEqual({
      kind: 'sentence',
      words: expect.stringMatching(/^Call failed\. \[Failed cloud operation/),
    })
  })

  test.each([
    ['of another place', body(-71, 30, 12)],
    ['in feet of a mountain, or of no unit', body(-72, 30, 20_000)],
    ['of a value that is text', body(-72, 30, 'deep')],
    ['of NaN', '{"location":{"x":-72,"y":30},"value":NaN}'],
    ['without a value', '{"location":{"x":-72,"y":30}}'],
    ['cut short', body(-72, 30, 12).slice(0, 40)],
    ['of a page', '<html><body>Service unavailable</body></html>'],
    ['of nothing', ''],
  ])('%s is wrong', (_, text) => {
    expect(() => parseEpqs(httpResponse(text), -72, 30)).toThrow(InvalidResponse)
  })

  test('counts from NAVD88 on the mainland and in Alaska, and not on the islands', () => {
    for (const [lng, lat] of [
      [-98.6, 29.5],
      [-149.9, 61.2],
      [-81, 25],
      [-67, 45],
    ])
      expect(datumOf3dep(lng, lat)).toBe('NAVD88')
    for (const [lng, lat] of [
      [-157.8, 21.3],
      [-66.1, 18.4],
      [144.8, 13.4],
      [-170.7, -14.3],
    ])
      expect(datumOf3dep(lng, lat)).toMatch(/not NAVD88/)
  })
})

describe('the section where rasters end', () => {
  /** Covered by none, by the surface with nodata, and by the ground. */
  const NOWHERE = { lat: 30.0015, lng: -71.985 }
  const HOLE = { lat: 30.0095, lng: -71.9905 }
  const GROUND = { lat: 30.0015, lng: -71.9985 }

  let folder: string
  let packs: Packs
  let server: Server
  let reply: (answer: ServerResponse, query: URLSearchParams) => void
  let requests: URLSearchParams[]
  let outside: ExternalSources
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plat-epqs-'))
    packs = await packFixture(readFixture('elevation'), folder)
    server = createServer((request, answer) => {
      const query = new URL(request.url!, 'http://here').searchParams
      requests.push(query)
      reply(answer, query)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    closePacks(packs)
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(async () => {
    requests = []
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const settings = upstreamSettings(
      { PLAT_LIVE: 'none,usgs-epqs', PLAT_USGS_EPQS_URL: url },
      UPSTREAMS,
    )
    outside = await elevationOutside(
      folder,
      new UpstreamClient({ upstreams: UPSTREAMS, settings, cooldown_ms: 1 }),
    )
  })
  afterEach(() => outside.rasters!.close())

  const heightReply = (value: unknown) => (answer: ServerResponse, query: URLSearchParams) =>
    answer.end(body(Number(query.get('x')), Number(query.get('y')), value))
  const sectionAt = async (point: { lat: number; lng: number }) => {
    const query = { ...point, layers: ['elevation'] }
    const { layers } = await buildDossier(packs, query, outside, undefined, [elevation])
    return layers.elevation as Section<ElevationData>
  }

  test('requests metres from the service, and has its datum, model, resolution and raster', async () => {
    reply = heightReply('9.144')
    const { status, data, source, summary } = await sectionAt(NOWHERE)
    expect(status).toBe('available')
    expect(data).toMatchObject({
      elevation_m: 9.14,
      elevation_ft: 30,
      datum: 'NAVD88',
      resolution_m: 1,
      terrain_status: 'no_parcel',
    })
    expect(summary).toMatch(/30 ft \(9\.14 m\) above/)
    expect(source).toMatchObject({ kind: 'official', vintage: 'live' })
    expect(source!.note).toMatch(/raster 61823 of 3DEP.*not the publisher/)
    expect(Object.fromEntries(requests[0])).toEqual({
      x: '-71.985',
      y: '30.0015',
      wkid: '4326',
      units: 'Meters',
      includeDate: 'false',
    })
  })

  test('calls it where the raster has nodata, and never where it has a height', async () => {
    reply = heightReply(7)
    expect((await sectionAt(HOLE)).data).toMatchObject({ elevation_m: 7 })
    expect((await sectionAt(GROUND)).data).toMatchObject({ elevation_m: 1.25 })
    expect(requests).toHaveLength(1)
  })

  test('is empty where a raster covers the point and both have none, and not covered elsewhere', async () => {
    reply = heightReply(-1_000_000)
    expect((await sectionAt(HOLE)).status).toBe('empty')
    const none = await sectionAt(NOWHERE)
    expect([none.status, none.data]).toEqual(['not_covered', null])
    expect(none.reason).toMatch(/3DEP of the USGS has no height/)
  })

  test.each([
    [
      'a sentence',
      (answer: ServerResponse) => answer.end('Call failed.  [Failed cloud operation]'),
      /sentence instead of a height \(Call failed\./,
    ],
    [
      'an error',
      (answer: ServerResponse) => answer.writeHead(500).end(),
      /answered with status 500/,
    ],
    ['a page', (answer: ServerResponse) => answer.end('<html>'), /a page instead of JSON/],
    [
      'nothing',
      (answer: ServerResponse) => answer.destroy(),
      /could not be reached|broke the connection off/,
    ],
  ])(
    'is not available, with the reason, when the service answers with %s, and recovers',
    async (_, wrong, reason) => {
      reply = wrong
      const section = await sectionAt(NOWHERE)
      expect(section).toMatchObject({ status: 'not_available', data: null })
      expect(section.reason).toMatch(reason)
      expect(section.hint).toMatch(/\S/)
      // The rasters of the build answer all the same.
      expect((await sectionAt(GROUND)).status).toBe('available')
      reply = heightReply(3)
      await expect
        .poll(async () => (await sectionAt({ ...NOWHERE, lat: 30.0016 })).status)
        .toBe('available')
    },
  )
})
