import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { realDataFolder } from '../catalog/plat-home.ts'
import { type Box, GRID } from '../geometry/polygons.ts'
import { rectangle } from '../tests/oracles/plain-rings.ts'
import {
  type ArcgisFault,
  arcgisService,
  type ServedLayer,
} from '../tests/servers/arcgis-service.ts'
import { clientOf, type LocalService, Raw } from '../tests/servers/local-service.ts'
import { FEATURES_MAX, readLayer } from './arcgis-layer.ts'
import { readCount, readIds, readLayerMetadata, readPage } from './arcgis-responses.ts'
import { esriPoint, esriPolygons } from './arcgis-shapes.ts'
import { InvalidResponse } from './failure.ts'
import type { Upstream } from './upstream.ts'

const ARCGIS: Upstream = {
  id: 'fixture-arcgis',
  title: 'A map service (fictional)',
  attribution: 'Nobody',
  url: 'https://example.com/MapServer',
  isOn: true,
  // A request that takes more than 0.6 of it is sent again: over a second on a busy machine.
  deadline_ms: 20_000,
  responseBytesMax: 2_000_000,
  cache_ms: 0,
}

let service: LocalService
afterEach(() => service.close())

/** Squares of 0.001 degree in a row from 72 W, 30 N to the east, with odd object ids. */
const squares = (count: number): ServedLayer => ({
  geometryType: 'esriGeometryPolygon',
  features: Array.from({ length: count }, (_, i) => ({
    attributes: { OBJECTID: 7 + i * 3, NAME: `S${i}`, OWNER: 'SOMEBODY' },
    geometry: { rings: [rectangle(-72 + i / 1000, 30, -71.999 + i / 1000, 30.001)] },
  })),
})

const boxOf = (west: number, south: number, east: number, north: number): Box =>
  [west, south, east, north].map((side) => Math.round(side * GRID)) as Box
const ALL = boxOf(-73, 29, -60, 31)

async function namesIn(layer: ServedLayer, box: Box = ALL, fault?: ArcgisFault) {
  service = await arcgisService({ 4: layer }, fault)
  const client = clientOf([[ARCGIS, service.url]])
  const fields = ['NAME']
  const response = await readLayer(client, ARCGIS, {
    layer: '/4',
    box,
    fields,
    shapeOf: esriPolygons,
  })
  return response.value.map(({ attributes }) => attributes.NAME)
}
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `S${from + i}`)

/** Kinds of the requests that the service received: `ids`, `count`, `page 100`, `metadata`. */
const requestKinds = () =>
  service.requests.map(({ searchParams: query, pathname }) =>
    query.get('returnIdsOnly')
      ? 'ids'
      : query.get('returnCountOnly')
        ? 'count'
        : pathname.endsWith('/query')
          ? `page ${query.get('objectIds')!.split(',').length}`
          : 'metadata',
  )

describe('every feature of a box is read, once', () => {
  test('by its id, and only those that intersect the box', async () => {
    expect(await namesIn(squares(30), boxOf(-71.9955, 30.0002, -71.9925, 30.0008))).toEqual(
      numbered(4, 8),
    )
    expect(requestKinds()).toEqual(['ids', 'count', 'page 4'])
  })

  test('an empty box is an answer: the list of ids is then null', async () => {
    expect(await namesIn(squares(3), boxOf(-60, 10, -59, 11))).toEqual([])
    expect(requestKinds()).toEqual(['ids', 'count'])
  })

  test('in pages of 100 ids, whose addresses any server accepts', async () => {
    expect(await namesIn(squares(250))).toEqual(numbered(0, 250))
    expect(requestKinds()).toEqual(['ids', 'count', 'metadata', 'page 100', 'page 100', 'page 50'])
    for (const { href } of service.requests) expect(href.length).toBeLessThan(2_048)
  })

  test('in smaller pages if the server states that it sends fewer', async () => {
    expect(await namesIn({ ...squares(70), maxRecordCount: 30 })).toEqual(numbered(0, 70))
    expect(requestKinds().slice(3)).toEqual(['page 30', 'page 30', 'page 10'])
  })

  test('and again for those that a page left out and announced', async () => {
    // 20 are few, so the limit is not requested.
    const names = await namesIn({ ...squares(20), maxRecordCount: 8 })
    expect(names.sort()).toEqual(numbered(0, 20).sort())
    expect(requestKinds().slice(2)).toEqual(['page 20', 'page 12', 'page 4'])
  })

  test('from a server that is too old to state its limit', async () => {
    expect(await namesIn({ ...squares(130), isOld: true, maxRecordCount: 500 })).toEqual(
      numbered(0, 130),
    )
  })

  test('with its fields and dates, and no other field is requested', async () => {
    service = await arcgisService({
      0: {
        geometryType: 'esriGeometryPoint',
        dates: ['ISSUED'],
        features: [
          {
            attributes: { OBJECTID: 1, NO: 'P-1', ISSUED: 1411689600000, OWNER: 'SOMEBODY' },
            geometry: { x: -71.5, y: 30.5 },
          },
          {
            attributes: { OBJECTID: 2, NO: 'P-2', ISSUED: null, OWNER: 'SOMEBODY' },
            geometry: { x: -71.5, y: 30.5 },
          },
        ],
      },
    })
    const client = clientOf([[ARCGIS, `${service.url}/0`]])
    const { value } = await readLayer(client, ARCGIS, {
      box: ALL,
      fields: ['NO', 'ISSUED'],
      shapeOf: esriPoint,
    })
    expect(value).toEqual([
      {
        attributes: { OBJECTID: 1, NO: 'P-1', ISSUED: '2014-09-26T00:00:00.000Z' },
        shape: [-715000000, 305000000],
      },
      { attributes: { OBJECTID: 2, NO: 'P-2', ISSUED: null }, shape: [-715000000, 305000000] },
    ])
  })
})

describe('an incomplete answer is an error with a description', () => {
  type Body = { features?: unknown[]; objectIds?: number[]; count?: number }
  const onPage =
    (change: (body: Body & Record<string, unknown>) => unknown): ArcgisFault =>
    (body, query) =>
      query.get('objectIds') ? change(body as Body & Record<string, unknown>) : body
  const onIds =
    (change: (body: Body) => unknown): ArcgisFault =>
    (body, query) =>
      query.get('returnIdsOnly') ? change(body as Body) : body
  const tokenRequired = { error: { code: 499, message: 'Token Required', details: [] } }

  test.each<[string, ArcgisFault, string]>([
    [
      'a page with fewer features than requested, without notice',
      onPage((body) => ({ ...body, features: body.features!.slice(1) })),
      'cut an answer short: it sent 9 of 10 features',
    ],
    [
      'a page that sends one feature twice in place of another',
      onPage(({ features, ...body }) => ({
        ...body,
        features: [features![0], ...features!.slice(0, 9)],
      })),
      'sent 9 of 10',
    ],
    [
      'other features than requested',
      onPage((body) => ({
        ...body,
        exceededTransferLimit: true,
        features: [{ attributes: { OBJECTID: 1, NAME: 'X' }, geometry: { rings: [] } }],
      })),
      'sent 0 of 10',
    ],
    [
      'a statement on every page that there is more',
      onPage((body) => ({ ...body, exceededTransferLimit: true, features: [] })),
      'sent 0 of 10',
    ],
    [
      'a list of ids shorter than the count',
      onIds((body) => ({ ...body, objectIds: body.objectIds!.slice(2) })),
      'counts 10 features here and names 8',
    ],
    [
      'a list of ids that states that it was cut',
      onIds((body) => ({ ...body, exceededTransferLimit: true })),
      'cut its list of object ids short',
    ],
    [
      'an error under HTTP 200',
      onPage(() => ({ error: { code: 400, message: 'Failed to execute query.', details: [] } })),
      'answered with the error 400: Failed to execute query.',
    ],
    ['a token that is required under HTTP 200', () => tokenRequired, 'requires a token (error 499'],
    [
      'a token that is required by status',
      () => new Raw(499, JSON.stringify(tokenRequired)),
      'requires a token (error 499',
    ],
    [
      'a page of the web',
      onPage(() => new Raw(200, '<html>Sorry</html>')),
      'answered with a page instead of JSON',
    ],
    [
      'JSON cut off',
      onPage((body) => new Raw(200, JSON.stringify(body).slice(0, 200))),
      'cut short or is broken',
    ],
    [
      'another coordinate system than requested',
      onPage((body) => ({ ...body, spatialReference: { wkid: 102100, latestWkid: 3857 } })),
      'answered in coordinate system 3857 where 4326 was requested',
    ],
    [
      'a coordinate system without a number',
      onPage((body) => ({ ...body, spatialReference: { wkt: 'PROJCS[...]' } })),
      'in a coordinate system without a number',
    ],
    [
      'feet under the number of degrees',
      onPage((body) => ({
        ...body,
        features: body.features!.map((feature) => ({
          ...(feature as object),
          geometry: { rings: [rectangle(1150645, 1789768, 1150700, 1789800)] },
        })),
      })),
      'not lon/lat',
    ],
    [
      'features without the requested shapes',
      onPage((body) => ({
        ...body,
        features: body.features!.map((feature) => ({ ...(feature as object), geometry: null })),
      })),
      'left out the shape',
    ],
    [
      'a count that is a text',
      (body, query) => (query.get('returnCountOnly') ? { count: 'many' } : body),
      'in another shape: count',
    ],
    [
      'ids that are texts',
      onIds((body) => ({ ...body, objectIds: ['1; DROP TABLE'] })),
      'another shape',
    ],
  ])('%s', async (_what, fault, problem) => {
    await expect(namesIn(squares(10), ALL, fault)).rejects.toThrow(problem)
    await expect(namesIn(squares(10), ALL, fault)).rejects.toThrow(/^A map service \(fictional\) /)
  })

  test('a box of more features than are read at once is refused before a page is requested', async () => {
    await expect(namesIn(squares(FEATURES_MAX + 1))).rejects.toThrow(
      `has ${FEATURES_MAX + 1} features here, more than the ${FEATURES_MAX}`,
    )
    expect(requestKinds()).toEqual(['ids', 'count'])
  })

  test('a server that gives one feature a page is left after a stated number of pages', async () => {
    const one = onPage((body) => ({
      ...body,
      features: body.features!.slice(0, 1),
      exceededTransferLimit: true,
    }))
    await expect(namesIn(squares(90), ALL, one)).rejects.toThrow(/after \d+ pages/)
  })
})

const recorded = join(realDataFolder(), 'recorded', 'arcgis')
describe.skipIf(!existsSync(recorded))('answers that real servers gave', () => {
  const answer = (file: string) => ({
    status: 200,
    headers: new Headers(),
    bytes: readFileSync(join(recorded, file)),
  })
  const noShape = () => null

  test.each([
    ['us-esri-test/us-esri-test-count-only.json', 312],
    ['us-ca-carson/us-ca-carson-count-only.json', 30551],
    ['us-il-chicago/count-only.json', 0],
    ['oa/us-ks-brown-count-only.json', 9459],
  ])('%s counts %i', (file, count) => expect(readCount(answer(file))).toBe(count))

  test.each<[string, string | null, number, number]>([
    ['us-ca-carson/us-ca-carson-ids-only.json', 'OBJECTID', 100, 70193],
    ['us-mo-columbia/us-mo-columbia-ids-only.json', 'OBJECTID', 43, 64579816],
    ['us-ca-tuolumne/us-ca-tuolumne-ids-only.json', null, 15, 410102100014],
    ['oa/us-ks-brown-ids-only.json', 'objectid', 25, 187],
  ])('%s names its ids', (file, field, count, first) => {
    const read = readIds(answer(file))
    expect([read.field, read.ids.length, read.ids[0]]).toEqual([field, count, first])
  })

  test.each<[string, number | null, string, string | null]>([
    ['us-ca-carson/us-ca-carson-metadata.json', null, 'esriGeometryPoint', 'OBJECTID'],
    ['oa/us-pa-lancaster-metadata.json', 1000, 'esriGeometryPoint', 'OBJECTID'],
    ['oa/us-ks-brown-metadata.json', null, 'esriGeometryPolyline', 'objectid'],
    ['us-ca-tuolumne/us-ca-tuolumne-metadata.json', 1000, 'esriGeometryPolygon', 'SHAPE.fid'],
    ['us-il-cook/metadata.json', null, 'esriGeometryPoint', 'OBJECTID'],
  ])('%s states its limit', (file, maxRecordCount, geometryType, idField) => {
    expect(readLayerMetadata(answer(file))).toMatchObject({ maxRecordCount, geometryType, idField })
  })

  test.each<[string, number, boolean, string | null]>([
    ['us-il-cook/page-full.json', 500, false, null],
    ['oa/us-pa-lancaster-0.json', 30, true, 'OBJECTID'],
    ['oa/us-nm-washington-0.json', 10, true, null],
    ['us-esri-test/us-esri-test-0.json', 1000, false, 'objectid'],
  ])('%s is a page', (file, count, isCut, idField) => {
    const page = readPage(answer(file), noShape)
    expect([page.features.length, page.isCut]).toEqual([count, isCut])
    expect(page.idField === null || idField === null || page.idField === idField).toBe(true)
  })

  test('dates are moments, by the fields that the page lists', () => {
    const { features } = readPage(answer('us-esri-test/us-esri-test-0.json'), noShape)
    expect(features[0].attributes).toMatchObject({
      objectid: 306120,
      observed: new Date(1428404675000).toISOString(),
    })
  })

  test.each([
    ['oa/us-tx-runnels-metadata.json', 'requires a token (error 499: Token Required)'],
    ['oa/us-nm-washington-probe.json', 'error 400: Failed to execute query.'],
  ])('%s is an error for each reader', (file, problem) => {
    for (const read of [readCount, readIds, readLayerMetadata])
      expect(() => read(answer(file))).toThrow(problem)
    expect(() => readPage(answer(file), noShape)).toThrow(problem)
  })

  test('every other body is read by its reader, or refused in words', () => {
    const files = readdirSync(recorded, { recursive: true, encoding: 'utf8' })
    const bodies = files.filter((name) => name.endsWith('.json'))
    expect(bodies.length).toBeGreaterThan(30)
    const refused: string[] = []
    for (const file of bodies) {
      const read = /count-only/.test(file)
        ? readCount
        : /ids-only/.test(file)
          ? readIds
          : /metadata/.test(file)
            ? readLayerMetadata
            : (body: ReturnType<typeof answer>) => readPage(body, noShape)
      try {
        read(answer(file))
      } catch (error) {
        expect(error, file).toBeInstanceOf(InvalidResponse)
        refused.push(file)
      }
    }
    // Two errors, a page in feet, and a server that sent features for a count and for ids.
    expect(refused.sort()).toEqual([
      'oa/us-nm-washington-probe.json',
      'oa/us-tx-runnels-metadata.json',
      'us-ca-tuolumne/us-ca-tuolumne-0.json',
      'us-il-cook/count-only.json',
      'us-il-cook/ids-only.json',
    ])
  })

  test('pages in feet of a state plane are refused by their number, or for lack of one', () => {
    const read = (file: string) => () => readPage(answer(file), noShape)
    expect(read('us-il-cook/ids-only.json')).toThrow('coordinate system 3435')
    expect(read('us-ca-tuolumne/us-ca-tuolumne-0.json')).toThrow('without a number')
  })
})
