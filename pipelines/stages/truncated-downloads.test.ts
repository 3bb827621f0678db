import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assetPathResolver } from '../../catalog/asset-path.ts'
import { SILENT } from '../../terminal/progress.ts'
import type { StepError } from '../../terminal/step-error.ts'
import { FUZZ_SEED } from '../../tests/fuzz-seed.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { seeded } from '../../tests/seeded.ts'
import { takeLock } from '../commands/lock-take.ts'
import { openLayerFile } from '../coverage.ts'
import { withDatabase } from '../crafted-partition.ts'
import type { PartitionContext } from '../pipeline.ts'
import { writeStoredZip } from '../sample/files/stored-zip.ts'
import { type CraftedFeature, craftLayer } from './crafted-layer.ts'
import { loadCsv } from './csv.ts'
import {
  ARCGIS,
  csv,
  esriJson,
  FILE,
  geojson,
  gml,
  KINDS,
  lot,
  numbers,
  rowsJson,
  SOCRATA,
} from './fixtures/part-answers.ts'
import { FlatGeobuf } from './flat-geobuf.ts'
import { gdal } from './gdal.ts'
import { Tally } from './tally.ts'
import { checkWhole } from './whole-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-truncated-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let made = 0
function ownFolder(): string {
  const own = join(folder, `${made++}`)
  mkdirSync(own)
  return own
}

/** What refused a file, as its message; null where it was taken. */
async function refusal(work: Promise<unknown>): Promise<string | null> {
  return await work.then(
    () => null,
    (error: StepError) => {
      expect(error.name, `${error.stack}`).toBe('StepError')
      expect(error.remedy.length).toBeGreaterThan(15)
      return error.message
    },
  )
}

/** What `plat lock take` makes of files that came from these URLs. */
async function taking(
  files: { name: string; url: string; body: string | Buffer; whole?: string }[],
): Promise<string | null> {
  const own = ownFolder()
  for (const { name, body } of files) writeFileSync(join(own, name), body)
  const resolve = assetPathResolver(async () => own)
  const assets = files.map(({ name, url, whole }) => {
    return { name, url, path: `sample:${name}`, ...(whole && { whole }) }
  })
  const draft = { id: 'a', source: 'sample-county', vintage: { label: '1' }, assets }
  const options = { into: join(own, 'store'), resolve, progress: SILENT, now: new Date(0) }
  return await refusal(takeLock(draft, null, options))
}

/** What a build makes of one file: every feature of a layer, or every record of a CSV, is read. */
async function reading(
  name: string,
  url: string,
  body: string | Buffer,
  others: Record<string, Buffer> = {},
  whole?: string,
): Promise<string | null> {
  const own = ownFolder()
  for (const [each, bytes] of Object.entries({ ...others, [name]: body }))
    writeFileSync(join(own, each), bytes)
  const context = {
    asset: async () => own,
    checkWhole: (asset, file) => checkWhole(file, { name: asset, url, whole }),
    progress: SILENT,
  } satisfies Partial<PartitionContext> as unknown as PartitionContext
  const read = async () => {
    if (name.endsWith('.csv')) {
      await checkWhole(join(own, name), { name, url, whole })
      return await withDatabase((staging) =>
        loadCsv(staging, { file: join(own, name), table: 'rows', stat: 'rows' }, new Tally()),
      )
    }
    const layer = { asset: 'asset', member: name, crs: 'EPSG:4326' }
    const reader = await openLayerFile(layer, { columns: ['ID'] }, context)
    for await (const _ of reader.slices());
  }
  return await refusal(read())
}

describe('a part of an answer passes for no county:', () => {
  test.each(KINDS)('$kind', async ({ name, whole, part, problem }) => {
    const [file, answer] = [
      { name, url: part[0], body: part[1] },
      { name, url: whole[0], body: whole[1] },
    ]
    expect(await taking([file])).toMatch(problem)
    expect(await reading(name, ...part)).toMatch(problem)
    expect(await taking([answer])).toBeNull()
    expect(await reading(name, ...whole)).toBeNull()
  })

  test.each(KINDS)('$kind, in an archive', async ({ name, part: [url, body], problem }) => {
    const content = Buffer.from(body)
    const zip = writeStoredZip([
      { name: `data/${name}`, content },
      { name: 'readme.txt', content: Buffer.from('a') },
    ])
    expect(await taking([{ name: 'lots.zip', url, body: zip }])).toMatch(problem)
  })
})

test('rows of Socrata as JSON, at its default', async () => {
  const file = (count: number) => [
    { name: 'rows.json', url: `${SOCRATA}.json`, body: rowsJson(count) },
  ]
  expect(await taking(file(1000))).toMatch(/exactly 1000 rows, which is the default of Socrata/)
  expect(await taking(file(999))).toBeNull()
})

describe('a file that is exactly full and whole', () => {
  const url = `${FILE}?limit=7`
  const whole = 'the county counts 7 lots on 2026-11-22'

  test('is taken with evidence', async () => {
    const file = { name: 'lots.geojson', url, body: geojson(7) }
    expect(await taking([file])).toMatch(/--whole|exactly 7 rows/)
    expect(await taking([{ ...file, whole }])).toBeNull()
    expect(await reading(file.name, url, file.body, {}, whole)).toBeNull()
  })

  test('is refused with evidence where it holds less than it states itself', async () => {
    const body = geojson(6, { numberReturned: 7 })
    expect(await taking([{ name: 'lots.geojson', url, body, whole }])).toMatch(/sent with 7/)
    expect(await reading('lots.geojson', url, body, {}, whole)).toMatch(/sent with 7/)
  })
})

describe('pages of one answer', () => {
  const page = (start: number, count: number, top: object = {}) => ({
    name: `lots_${start}.geojson`,
    url: `${ARCGIS}&resultOffset=${start}&resultRecordCount=4`,
    body: geojson(count, top),
  })
  const more = { exceededTransferLimit: true }

  test('are whole together where each begins at the end of the one before', async () => {
    expect(await taking([page(8, 1), page(0, 4, more), page(4, 4, more)])).toBeNull()
  })
  test('lack one in between', async () => {
    expect(await taking([page(0, 4, more), page(8, 1)])).toMatch(
      /begins at row 8, where row 4 comes next/,
    )
  })
  test('lack the first', async () => {
    expect(await taking([page(4, 4, more), page(8, 1)])).toMatch(
      /begins at row 4, where row 0 comes next/,
    )
  })
  test('lack the last', async () => {
    expect(await taking([page(0, 4, more), page(4, 4, more)])).toMatch(
      /"exceededTransferLimit" is true/,
    )
  })
  test('are cut where one holds fewer than it states', async () => {
    const short = page(0, 4, { numberReturned: 9 })
    expect(await taking([short, page(4, 1)])).toMatch(/sent with 9/)
  })
  test('are no layer one by one', async () => {
    const last = page(8, 1)
    expect(await reading(last.name, last.url, last.body)).toMatch(/begins at row 8/)
  })
  test('are whole by their numbers in an archive, the last one of them', async () => {
    const zip = (...bodies: string[]) => [
      {
        name: 'pages.zip',
        url: 'handed over',
        body: writeStoredZip(
          bodies.map((body, i) => ({ name: `page_${i + 8}.json`, content: Buffer.from(body) })),
        ),
      },
    ]
    const [cut, last] = [geojson(2, more), geojson(1)]
    expect(await taking(zip(cut, cut, last))).toBeNull()
    expect(await taking(zip(cut, last, cut))).toMatch(/page_10.json: it has 2 features, and/)
  })
})

/** Layers of 60 lots in every format, which are then cut at seeded places. */
function layersOf(): Record<string, string> {
  const own = ownFolder()
  const features: CraftedFeature[] = numbers(60).map((i) => ({
    wkt: `POLYGON ((${lot(i)
      .map((point) => point.join(' '))
      .join(', ')}))`,
    values: { ID: `LOT${i}` },
  }))
  const crafted = { layer: 'lots', crs: 'EPSG:4326', fields: { ID: 'text' as const }, features }
  const files: Record<string, string> = {}
  for (const suffix of ['geojson', 'gpkg', 'shp'])
    files[suffix] = craftLayer({ ...crafted, file: join(own, `lots.${suffix}`) })
  for (const [suffix, format] of [
    ['fgb', 'FlatGeobuf'],
    ['geojsonl', 'GeoJSONSeq'],
  ]) {
    files[suffix] = join(own, `lots.${suffix}`)
    gdal.vectorTranslate(files[suffix], gdal.open(files.geojson), ['-f', format]).close()
  }
  const write = (name: string, body: string) => {
    files[name] = join(own, `lots.${name}`)
    writeFileSync(files[name], body)
  }
  write('json', esriJson(60))
  write('gml', gml(60, 'numberMatched="60" numberReturned="60"'))
  write('csv', csv(60))
  return files
}

describe('a file that was cut anywhere is refused when it is taken or when it is read', () => {
  const random = seeded(FUZZ_SEED)
  let files: Record<string, string>
  beforeAll(() => {
    files = layersOf()
  })

  /** Parts of a shapefile are cut one at a time, in the folder with the others. */
  const CUTS = [
    'geojson',
    'geojsonl',
    'json',
    'gml',
    'csv',
    'gpkg',
    'fgb',
    'shp',
    'shx',
    'dbf',
    'zip',
  ] as const
  test.each(CUTS)('%s', async (suffix) => {
    const isShapefile = ['shp', 'shx', 'dbf'].includes(suffix)
    const parts = isShapefile ? sidecarsOf(files.shp) : {}
    const bytes =
      suffix === 'zip'
        ? writeStoredZip([{ name: 'lots.geojson', content: readFileSync(files.geojson) }])
        : (parts[`lots.${suffix}`] ?? readFileSync(files[suffix]))
    const take = (body: Buffer) => taking([{ name: `lots.${suffix}`, url: FILE, body }])
    const read = (body: Buffer) => {
      if (suffix === 'zip') return take(body)
      if (!isShapefile) return reading(`lots.${suffix}`, FILE, body)
      const { 'lots.shp': shp, ...others } = { ...parts, [`lots.${suffix}`]: body }
      return reading('lots.shp', FILE, shp, others)
    }
    expect(await read(bytes), 'whole').toBeNull()
    for (let i = 0; i < (isLongRun ? 60 : 5); i++) {
      const length = 1 + Math.floor(random() * (bytes.length - 2))
      // A CSV that ends with all columns of a record has nothing that shows what is missing.
      const isEnd = bytes[length - 1] === 10 || bytes[length] === 10 || bytes[length - 1] === 44
      if (suffix === 'csv' && isEnd) continue
      if (suffix === 'geojsonl' && [bytes[length - 1], bytes[length]].includes(10)) continue
      const body = bytes.subarray(0, length)
      const refused = (isShapefile ? null : await take(body)) ?? (await read(body))
      expect(refused, `${length} of ${bytes.length} bytes`).not.toBeNull()
    }
  })
})

test('a FlatGeobuf that was cut between two features, which GDAL reads to its end without a word', async () => {
  const file = join(ownFolder(), 'lots.fgb')
  const options = ['-f', 'FlatGeobuf', '-lco', 'SPATIAL_INDEX=NO']
  gdal.vectorTranslate(file, gdal.open(layersOf().geojson), options).close()
  const bytes = readFileSync(file)
  const [, ...starts] = new FlatGeobuf(bytes).featureStarts()
  expect(await reading('lots.fgb', FILE, bytes)).toBeNull()
  for (const start of [starts[20], starts[58]])
    expect(await reading('lots.fgb', FILE, bytes.subarray(0, start))).toMatch(/of 60 features/)
})

function sidecarsOf(shp: string): Record<string, Buffer> {
  const own = ownFolder()
  cpSync(join(shp, '..'), own, { recursive: true })
  return Object.fromEntries(
    readdirSync(own)
      .filter((name) => name.startsWith(basename(shp, '.shp')) && /\.(shp|shx|dbf|prj)$/.test(name))
      .map((name) => [name, readFileSync(join(own, name))]),
  )
}
