import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { numbers } from '../../tests/fixtures/stages/part-answers.ts'
import type { ArcgisFault } from '../../tests/servers/arcgis-service.ts'
import {
  ArcgisTrial,
  addressOf,
  isPage,
  layerOf,
  type Page,
  pagesOf,
} from '../../tests/servers/arcgis-trial.ts'
import { localService, Raw } from '../../tests/servers/local-service.ts'
import { gdal } from './gdal.ts'

let trial: ArcgisTrial
beforeEach(async () => {
  trial = await ArcgisTrial.start()
})
afterEach(() => trial.close())

describe('a layer of an ArcGIS service', () => {
  test('is fetched whole in pages, ordered by object id, and GDAL reads it', async () => {
    const service = await trial.serve(layerOf(2345, { maxRecordCount: 500 }))
    const { file } = await trial.fetched(addressOf(service))
    const text = await readFile(file, 'utf8')
    const { features, spatialReference, fields } = JSON.parse(text)
    const ids = features.map(({ attributes }: Page['features'][0]) => attributes.OBJECTID)
    expect(ids).toEqual(numbers(2345).map((i) => 7 + i * 3))
    expect(spatialReference.wkid).toBe(4326)
    expect(fields).toContainEqual({ name: 'SEEN', type: 'esriFieldTypeDate' })
    expect(pagesOf(service)).toHaveLength(5)
    for (const { searchParams } of pagesOf(service)) expect(searchParams.get('outSR')).toBe('4326')
    const layer = gdal.open(file).layers.get(0)
    expect(layer.features.count()).toBe(2345)
    expect(layer.features.first().fields.get('ID')).toBe('LOT0')
  })

  test('gives the same bytes in whatever pages and order a server gives it', async () => {
    const hashes = []
    for (const changes of [
      {},
      { maxRecordCount: 77 },
      { features: [...layerOf(300).features].reverse() },
    ]) {
      const service = await trial.serve(layerOf(300, changes))
      hashes.push((await trial.fetched(addressOf(service))).sha256)
    }
    expect(new Set(hashes).size).toBe(1)
    expect(await trial.stored(false)).toEqual([])
  })

  test('is filtered by its server, and the fields are those that were chosen and the id', async () => {
    const service = await trial.serve(layerOf(400, { maxRecordCount: 30 }))
    const { file } = await trial.fetched(addressOf(service, "?where=COUNTY='OURS'&outFields=ID"))
    const { features } = JSON.parse(await readFile(file, 'utf8'))
    expect(features).toHaveLength(100)
    expect(Object.keys(features[5].attributes).sort()).toEqual(['ID', 'OBJECTID'])
  })

  test('of a server that knows no filter and states no limit is fetched by lists of ids', async () => {
    const service = await trial.serve(layerOf(250, { knowsNoFilter: true, isOld: true }))
    const { file } = await trial.fetched(addressOf(service))
    expect(JSON.parse(await readFile(file, 'utf8')).features).toHaveLength(250)
    const lists = pagesOf(service).filter(({ searchParams }) => searchParams.has('objectIds'))
    expect(lists).toHaveLength(3)
    for (const { href } of lists) expect(href.length).toBeLessThan(2048)
  })

  test('whose pages are cut by their bytes is fetched in smaller ones', async () => {
    const service = await trial.serve(layerOf(60), (body, query) => {
      if (!isPage(query)) return body
      const page = body as Page
      return { ...page, features: page.features.slice(0, 9), exceededTransferLimit: true }
    })
    const { file } = await trial.fetched(addressOf(service))
    expect(JSON.parse(await readFile(file, 'utf8')).features).toHaveLength(60)
  })

  test('without an object id among its values is fetched where each page has as many features', async () => {
    const unnamed =
      (drop: number): ArcgisFault =>
      (body, query) => {
        if (!isPage(query)) return body
        const features = (body as Page).features.map(({ attributes, ...each }) => {
          const { OBJECTID: _, ...others } = attributes
          return { ...each, attributes: others }
        })
        return { ...(body as object), features: features.slice(drop) }
      }
    const { file } = await trial.fetched(addressOf(await trial.serve(layerOf(60), unnamed(0))))
    expect(JSON.parse(await readFile(file, 'utf8')).features).toHaveLength(60)
    const short = trial.fetched(addressOf(await trial.serve(layerOf(60), unnamed(1))))
    await expect(short).rejects.toThrow(/gave 0 of 1 features/)
  })

  describe('of a server that does not name its ids', () => {
    const nameless =
      (change: (page: Page, query: URLSearchParams) => object = (page) => page): ArcgisFault =>
      (body, query) =>
        query.has('returnIdsOnly')
          ? { error: { code: 400, message: 'Unable to complete operation.' } }
          : isPage(query)
            ? change(body as Page, query)
            : body

    test('is fetched by offsets, in the order of its ids, to the same bytes', async () => {
      const layer = layerOf(250, { maxRecordCount: 60 })
      const expected = await trial.fetched(addressOf(await trial.serve(layer)))
      const service = await trial.serve(layer, nameless())
      expect((await trial.fetched(addressOf(service))).sha256).toBe(expected.sha256)
      expect(pagesOf(service).map(({ searchParams: query }) => query.get('resultOffset'))).toEqual([
        '0',
        '60',
        '120',
        '180',
        '240',
      ])
    })

    test.each<[what: string, fault: ArcgisFault, problem: RegExp]>([
      [
        'its pages are short',
        nameless((page) => ({ ...page, features: page.features.slice(1) })),
        /gave 59 features from 0 where 60 were requested/,
      ],
      [
        'it does not order them',
        nameless((page) => ({ ...page, features: page.features.toReversed() })),
        /not in the order of OBJECTID/,
      ],
      [
        'it gives the first page again',
        nameless((page, query) => {
          const features = page.features.map((each, i) => ({
            ...each,
            attributes: { ...each.attributes, OBJECTID: i },
          }))
          return query.get('resultOffset') === '0' ? page : { ...page, features }
        }),
        /from 60 that are not in the order/,
      ],
    ])('is refused where %s', async (_, fault, problem) => {
      const service = await trial.serve(layerOf(250, { maxRecordCount: 60 }), fault)
      await expect(trial.fetched(addressOf(service))).rejects.toThrow(problem)
    })

    test('and knows no offsets is refused', async () => {
      const service = await trial.serve(layerOf(60, { isOld: true }), nameless())
      await expect(trial.fetched(addressOf(service))).rejects.toThrow(
        /Unable to complete operation/,
      )
    })
  })

  test('may be busy now and then', async () => {
    let requests = 0
    const service = await trial.serve(layerOf(120, { maxRecordCount: 40 }), (body) =>
      requests++ % 2 === 0
        ? { error: { code: 500, message: 'Error performing query operation' } }
        : body,
    )
    const { file } = await trial.fetched(addressOf(service))
    expect(JSON.parse(await readFile(file, 'utf8')).features).toHaveLength(120)
  })
})

describe('a layer that is not received whole is refused, and nothing is stored', () => {
  const dropped: ArcgisFault = (body, query) => {
    if (!isPage(query)) return body
    const page = body as Page
    return {
      ...page,
      features: page.features.filter(({ attributes }) => attributes.OBJECTID !== 40),
    }
  }
  const doubled: ArcgisFault = (body, query) => {
    if (!isPage(query)) return body
    const page = body as Page
    return { ...page, features: [...page.features, page.features[0]] }
  }
  const on =
    (parameter: string, change: object): ArcgisFault =>
    (body, query) =>
      query.has(parameter) ? { ...(body as object), ...change } : body
  const always =
    (answer: unknown): ArcgisFault =>
    () =>
      answer
  const curved: ArcgisFault = (body, query) => {
    if (!isPage(query)) return body
    const features = (body as Page).features.map((each) => ({
      ...each,
      geometry: { curveRings: [] },
    }))
    return { ...(body as object), features }
  }
  const metadata =
    (change: object): ArcgisFault =>
    (body, query) =>
      query.has('where') || query.has('objectIds') ? body : { ...(body as object), ...change }

  test.each<[what: string, fault: ArcgisFault, problem: RegExp]>([
    ['its pages lack a feature', dropped, /gave 0 of 1 features, without object id 40/],
    ['its pages have one twice', doubled, /gave 2 features where 1 were requested/],
    [
      'it counts more than it names',
      on('returnCountOnly', { count: 61 }),
      /counts 61 features and names 60 object ids/,
    ],
    [
      'its list of ids is cut',
      on('returnIdsOnly', { exceededTransferLimit: true }),
      /cut its list of object ids short/,
    ],
    ['it is empty', on('where', { count: 0, objectIds: null }), /has no features that match/],
    [
      'its pages are in another frame',
      on('outSR', { spatialReference: { wkid: 3435 } }),
      /coordinate system 3435 where 4326/,
    ],
    ['it has curves', curved, /answered with curves/],
    [
      'it is a group of layers',
      metadata({ type: 'Group Layer' }),
      /is a Group Layer, which has no features of its own/,
    ],
    [
      'it requires a token',
      always({ error: { code: 499, message: 'Token Required' } }),
      /requires a token/,
    ],
    [
      'it answers with a page',
      always(new Raw(200, '<html>Sign in</html>')),
      /a page instead of JSON/,
    ],
    ['it fails', always(new Raw(503, 'busy')), /gave up after 2 attempts: answers 503/],
    ['it is not there', always(new Raw(404, '')), /answers 404/],
  ])('because %s', async (_, fault, problem) => {
    const service = await trial.serve(layerOf(60, { maxRecordCount: 25 }), fault)
    await expect(trial.fetched(addressOf(service))).rejects.toMatchObject({
      name: 'StepError',
      message: expect.stringMatching(problem),
    })
    expect(await trial.stored(true)).toEqual([])
  })
})

const RECORDED = join(realDataFolder(), 'recorded/arcgis')

describe.skipIf(!existsSync(RECORDED))(
  'recorded answers of servers of all ages (PLAT_REAL_DATA)',
  () => {
    const layers = existsSync(RECORDED)
      ? readdirSync(RECORDED, { recursive: true, encoding: 'utf8' }).filter((name) =>
          name.endsWith('-0.json'),
        )
      : []

    test.each(layers)('%s', async (name) => {
      const read = (file: string) => JSON.parse(readFileSync(join(RECORDED, file), 'utf8'))
      const [metadata, page] = [read(name.replace('-0.json', '-metadata.json')), read(name)]
      const idField: string =
        page.objectIdFieldName ??
        metadata.fields.find(({ type }: { type: string }) => type === 'esriFieldTypeOID').name
      type Recorded = { attributes: Record<string, number | undefined> }
      const recorded = page.features as Recorded[]
      // One of these layers has no object id among its values.
      const byId = new Map(recorded.map((each, i) => [each.attributes[idField] ?? i + 1, each]))
      const service = await localService((url) => {
        const { searchParams: query } = url
        if (!url.pathname.endsWith('/query')) return metadata
        if (query.has('returnCountOnly')) return { count: byId.size }
        if (query.has('returnIdsOnly'))
          return { objectIdFieldName: idField, objectIds: [...byId.keys()] }
        const range = /(\d+) AND .* <= (\d+)$/.exec(query.get('where') ?? '')
        const list = query.get('objectIds')?.split(',').map(Number)
        const isIn = ([id]: [number, Recorded]) =>
          range ? id >= Number(range[1]) && id <= Number(range[2]) : list?.includes(id)
        return { ...page, features: [...byId].filter(isIn).map(([, each]) => each) }
      })
      trial.services.push(service)
      if (page.spatialReference && !page.spatialReference.wkid) {
        await expect(trial.fetched(addressOf(service))).rejects.toThrow(/without a number/)
        return
      }
      const { file } = await trial.fetched(addressOf(service))
      const layer = gdal.open(file).layers.get(0)
      expect(layer.features.count()).toBe(byId.size)
    })
  },
)
