import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { assetPathResolver } from '../../catalog/asset-path.ts'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { type Progress, SILENT } from '../../terminal/progress.ts'
import { type ArcgisFault, arcgisService, type ServedLayer } from '../../tests/arcgis-service.ts'
import { type LocalService, localService, Raw } from '../../tests/local-service.ts'
import { draftLock } from '../commands/lock-draft.ts'
import { takeLock } from '../commands/lock-take.ts'
import { fetchAsset } from './fetch.ts'
import { QUICK } from './fetch-crooked-server.ts'
import { lot, numbers } from './fixtures/part-answers.ts'
import { gdal } from './gdal.ts'

let into: string
let notes: string[]
const services: LocalService[] = []
beforeEach(async () => {
  into = await mkdtemp(join(tmpdir(), 'plat-arcgis-'))
  notes = []
})
afterEach(async () => {
  for (const service of services.splice(0)) await service.close()
  await rm(into, { recursive: true, force: true })
})

const LIMITS = { ...QUICK, barren_attempts_max: 2 }
const progress: Progress = { ...SILENT, note: (text) => notes.push(text) }

/** Lots whose object ids have gaps and come in no order. */
function layerOf(count: number, changes: Partial<ServedLayer> = {}): ServedLayer {
  const features = numbers(count).map((i) => ({
    attributes: {
      OBJECTID: 7 + i * 3,
      ID: `LOT${i}`,
      COUNTY: i % 4 === 0 ? 'OURS' : 'THEIRS',
      SEEN: i * 1e9,
    },
    geometry: { rings: [lot(i, 50).reverse()] },
  }))
  const shuffled = [...features.filter((_, i) => i % 2), ...features.filter((_, i) => i % 2 === 0)]
  return { geometryType: 'esriGeometryPolygon', dates: ['SEEN'], features: shuffled, ...changes }
}

async function serve(layer: ServedLayer, fault?: ArcgisFault): Promise<LocalService> {
  const service = await arcgisService({ '0': layer }, fault)
  services.push(service)
  return service
}
/** The test's server has its layers at `/0`; a real one below a service. */
const addressOf = ({ url }: LocalService, query = '') => `${url}/Lots/FeatureServer/0${query}`

async function fetched(url: string, lock: { bytes?: number; sha256?: string } = {}) {
  const resolve = assetPathResolver(async () => into)
  const options = { into, resolve, limits: LIMITS, progress }
  return await fetchAsset({ name: 'lots.json', url, ...lock }, options)
}
const pagesOf = ({ asked }: LocalService) =>
  asked.filter(({ searchParams }) => searchParams.get('returnGeometry') === 'true')
const isPage = (query: URLSearchParams) => query.get('returnGeometry') === 'true'
type Page = { features: { attributes: Record<string, unknown> }[] }

describe('a layer of an ArcGIS service', () => {
  test('is fetched whole in pages, ordered by object id, and GDAL reads it', async () => {
    const service = await serve(layerOf(2345, { maxRecordCount: 500 }))
    const { file } = await fetched(addressOf(service))
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
      const service = await serve(layerOf(300, changes))
      hashes.push((await fetched(addressOf(service))).sha256)
    }
    expect(new Set(hashes).size).toBe(1)
    expect((await readdir(into)).filter((name) => !/^[0-9a-f]{64}$/.test(name))).toEqual([])
  })

  test('is filtered by its server, and the fields are those that were chosen and the id', async () => {
    const service = await serve(layerOf(400, { maxRecordCount: 30 }))
    const { file } = await fetched(addressOf(service, "?where=COUNTY='OURS'&outFields=ID"))
    const { features } = JSON.parse(await readFile(file, 'utf8'))
    expect(features).toHaveLength(100)
    expect(Object.keys(features[5].attributes).sort()).toEqual(['ID', 'OBJECTID'])
  })

  test('of a server that knows no filter and states no limit is fetched by lists of ids', async () => {
    const service = await serve(layerOf(250, { knowsNoFilter: true, isOld: true }))
    const { file } = await fetched(addressOf(service))
    expect(JSON.parse(await readFile(file, 'utf8')).features).toHaveLength(250)
    const lists = pagesOf(service).filter(({ searchParams }) => searchParams.has('objectIds'))
    expect(lists).toHaveLength(3)
    for (const { href } of lists) expect(href.length).toBeLessThan(2048)
  })

  test('whose pages are cut by their bytes is fetched in smaller ones', async () => {
    const service = await serve(layerOf(60), (body, query) => {
      if (!isPage(query)) return body
      const page = body as Page
      return { ...page, features: page.features.slice(0, 9), exceededTransferLimit: true }
    })
    const { file } = await fetched(addressOf(service))
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
    const { file } = await fetched(addressOf(await serve(layerOf(60), unnamed(0))))
    expect(JSON.parse(await readFile(file, 'utf8')).features).toHaveLength(60)
    const short = fetched(addressOf(await serve(layerOf(60), unnamed(1))))
    await expect(short).rejects.toThrow(/gave 0 of 1 features/)
  })

  test('may be busy now and then', async () => {
    let requests = 0
    const service = await serve(layerOf(120, { maxRecordCount: 40 }), (body) =>
      requests++ % 2 === 0
        ? { error: { code: 500, message: 'Error performing query operation' } }
        : body,
    )
    const { file } = await fetched(addressOf(service))
    expect(JSON.parse(await readFile(file, 'utf8')).features).toHaveLength(120)
  })
})

describe('a layer that is not given whole is refused, and nothing is stored', () => {
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
      'it asks for a token',
      always({ error: { code: 499, message: 'Token Required' } }),
      /asks for a token/,
    ],
    [
      'it answers with a page',
      always(new Raw(200, '<html>Sign in</html>')),
      /a page instead of JSON/,
    ],
    ['it fails', always(new Raw(503, 'busy')), /gave up after 2 attempts: answers 503/],
    ['it is not there', always(new Raw(404, '')), /answers 404/],
  ])('because %s', async (_, fault, problem) => {
    const service = await serve(layerOf(60, { maxRecordCount: 25 }), fault)
    await expect(fetched(addressOf(service))).rejects.toMatchObject({
      name: 'StepError',
      message: expect.stringMatching(problem),
    })
    expect((await readdir(into)).filter((name) => /^[0-9a-f]{64}$/.test(name))).toEqual([])
  })
})

describe('a layer that was interrupted', () => {
  /** Answers so many pages, and then breaks off. */
  function breakingAfter(pages: number): ArcgisFault {
    let left = pages
    return (body, query) => (isPage(query) && left-- <= 0 ? new Raw(503, '') : body)
  }
  const layer = () => layerOf(500, { maxRecordCount: 100 })

  test.each([0, 40])(
    'goes on after its last whole page, %i bytes of another left behind',
    async (garbage) => {
      const whole = await fetched(addressOf(await serve(layer())))
      const expected = await readFile(whole.file)
      const breaking = await arcgisService({ '0': layer() }, breakingAfter(3))
      const url = addressOf(breaking)
      const { port } = new URL(url)
      await expect(fetched(url)).rejects.toThrow(/gave up after 2 attempts/)
      await breaking.close()
      const [part] = (await readdir(into)).filter((name) => name.endsWith('.layer'))
      await appendFile(join(into, part, 'features.ndjson'), 'x'.repeat(garbage))
      const again = await serveAt(Number(port), layer())
      const { file } = await fetched(url)
      expect(expected.equals(await readFile(file))).toBe(true)
      expect(pagesOf(again)).toHaveLength(2)
      expect(notes).toEqual([expect.stringMatching(/goes on after the first 300 of 500 features/)])
    },
  )

  test('begins again where the layer has other features now', async () => {
    const breaking = await arcgisService({ '0': layer() }, breakingAfter(3))
    const url = addressOf(breaking)
    await expect(fetched(url)).rejects.toThrow(/gave up/)
    await breaking.close()
    const again = await serveAt(Number(new URL(url).port), layerOf(501, { maxRecordCount: 100 }))
    const { file } = await fetched(url)
    expect(JSON.parse(await readFile(file, 'utf8')).features).toHaveLength(501)
    expect(pagesOf(again)).toHaveLength(6)
  })
})

describe('a layer that changes while it is read', () => {
  /** Grows by one feature after each round of its pages, so many times. */
  function growing(times: number) {
    const all = layerOf(60 + times).features.toSorted(
      (one, other) => Number(one.attributes.OBJECTID) - Number(other.attributes.OBJECTID),
    )
    const layer = { ...layerOf(60), features: all.slice(0, 60) }
    const fault: ArcgisFault = (body, query) => {
      if (isPage(query) && layer.features.length < all.length)
        layer.features = all.slice(0, layer.features.length + 1)
      return body
    }
    return { layer, fault }
  }

  test('is read again', async () => {
    const { layer, fault } = growing(1)
    const { file } = await fetched(addressOf(await serve(layer, fault)))
    expect(JSON.parse(await readFile(file, 'utf8')).features).toHaveLength(61)
    expect(notes).toEqual([
      expect.stringMatching(/changed while it was read: 60 features before, 61 after/),
    ])
  })
  test('over and over is refused', async () => {
    const { layer, fault } = growing(9)
    await expect(fetched(addressOf(await serve(layer, fault)))).rejects.toThrow(/3 times in a row/)
  })
  test('in its values alone is read again, where the server states the date of its last edit', async () => {
    let edits = 0
    const service = await serve(layerOf(60), (body, query) =>
      query.has('where')
        ? body
        : { ...(body as object), editingInfo: { lastEditDate: edits++ < 2 ? edits : 9 } },
    )
    await fetched(addressOf(service))
    expect(notes).toHaveLength(1)
  })
})

test('a lock is taken of the address of a layer, and its bytes are had again from it', async () => {
  const layer = layerOf(150)
  const service = await serve(layer)
  const url = addressOf(service)
  const draft = draftLock('x', { source: 'sample-county', vintage: '1', asset: [url] }, null)
  expect(draft.assets).toEqual([{ name: 'Lots-0.json', url }])
  const resolve = assetPathResolver(async () => into)
  const options = { into, resolve, progress: SILENT, now: new Date(0) }
  const [asset] = (await takeLock(draft, null, options)).lock.assets
  await rm(join(into, asset.sha256))
  const { file } = await fetched(url, asset)
  expect(
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  ).toBe(asset.sha256)
  await rm(file)
  layer.features = layer.features.slice(1)
  await expect(fetched(url, asset)).rejects.toMatchObject({
    remedy: expect.stringMatching(/take a new lock/),
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
      services.push(service)
      if (page.spatialReference && !page.spatialReference.wkid) {
        await expect(fetched(addressOf(service))).rejects.toThrow(/that it does not number/)
        return
      }
      const { file } = await fetched(addressOf(service))
      const layer = gdal.open(file).layers.get(0)
      expect(layer.features.count()).toBe(byId.size)
    })
  },
)

/** The layer at the port of a server that was closed. */
async function serveAt(port: number, layer: ServedLayer): Promise<LocalService> {
  const service = await arcgisService({ '0': layer }, undefined, port)
  services.push(service)
  return service
}
