import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assetPathResolver } from '../../catalog/asset-path.ts'
import { openLayerFile } from '../../pipelines/coverage.ts'
import type { PartitionContext } from '../../pipelines/pipeline.ts'
import { loadCsv } from '../../pipelines/stages/csv.ts'
import { FlatGeobuf } from '../../pipelines/stages/flat-geobuf.ts'
import { gdal } from '../../pipelines/stages/gdal.ts'
import { Tally } from '../../pipelines/stages/tally.ts'
import { checkWhole } from '../../pipelines/stages/whole-file.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { writeStoredZip } from '../../sample/files/stored-zip.ts'
import { SILENT } from '../../terminal/progress.ts'
import type { StepError } from '../../terminal/step-error.ts'
import { withDatabase } from '../../tests/fixtures/partition-run.ts'
import {
  ARCGIS,
  FILE,
  geojson,
  KINDS,
  numbers,
  rowsJson,
  SOCRATA,
  TAKEN_KINDS,
} from '../../tests/fixtures/stages/part-answers.ts'
import { writeLayers } from '../../tests/fixtures/stages/written-layers.ts'
import { FUZZ_SEED } from '../../tests/fuzz-seed.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { takeLock } from './take-lock.ts'

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

/** The message that refused a file; null where it was accepted. */
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

/** The result of `plat lock take` for files from these URLs. */
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

/**
 * The result of a build for one file: it reads every feature of a layer, or every record of a CSV.
 */
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
  test.each(KINDS.filter((_, nth) => isLongRun || nth % 3 === 0))(
    '$kind',
    async ({ name, whole, part, problem }) => {
      const [file, answer] = [
        { name, url: part[0], body: part[1] },
        { name, url: whole[0], body: whole[1] },
      ]
      expect(await taking([file])).toMatch(problem)
      expect(await reading(name, ...part)).toMatch(problem)
      expect(await taking([answer])).toBeNull()
      expect(await reading(name, ...whole)).toBeNull()
    },
  )

  test.each(TAKEN_KINDS.filter((_, nth) => isLongRun || nth % 2 === 0))(
    '$kind',
    async ({ name, whole, part, problem }) => {
      expect(await taking([{ name, url: part[0], body: part[1] }])).toMatch(problem)
      expect(await taking([{ name, url: whole[0], body: whole[1] }])).toBeNull()
    },
  )

  test.each([...KINDS, ...TAKEN_KINDS].filter((_, nth) => isLongRun || nth % 16 === 0))(
    '$kind, in an archive',
    async ({ name, part: [url, body], problem }) => {
      const content = Buffer.from(body)
      const zip = writeStoredZip([
        { name: `data/${name}`, content },
        { name: 'readme.txt', content: Buffer.from('a') },
      ])
      expect(await taking([{ name: 'lots.zip', url, body: zip }])).toMatch(problem)
    },
  )
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
    body: geojson(count, top).replace('LOT0', `LOT${start}`),
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
  test('are not a layer one by one', async () => {
    const last = page(8, 1)
    expect(await reading(last.name, last.url, last.body)).toMatch(/begins at row 8/)
  })
  test('are not pages of one answer where a server sent the same rows for two starts', async () => {
    const same = [page(0, 4, more), page(4, 4, more), page(8, 1)]
    same[1].body = same[0].body
    expect(await taking(same)).toMatch(/lots_4.geojson: it has the bytes of lots_0.geojson/)
  })
})

describe('held copies and files of an archive', () => {
  const more = { exceededTransferLimit: true }
  const cut = geojson(2, more)
  const last = geojson(1)
  const held = async (files: Record<string, string>) => {
    const listed = Object.entries(files).map(([name, body]) => ({ name, body }))
    const content = listed.map(({ name, body }) => ({ name, content: Buffer.from(body) }))
    const zip = { name: 'pages.zip', url: 'held copy', body: writeStoredZip(content) }
    const [single, packed] = [
      await taking(listed.map((file) => ({ ...file, url: 'held copy' }))),
      await taking([zip]),
    ]
    expect(packed?.replace('pages.zip ', '') ?? null).toBe(single)
    return single
  }
  /** Bodies under numbered names; those that state more differ from each other. */
  const numbered = (nameOf: (i: number) => string, bodies: string[], from = 0) =>
    Object.fromEntries(
      bodies.map((body, i) => [nameOf(from + i), body.replace('LOT0', `LOT${100 + i}`)]),
    )

  const MORE_PATTERNS: [pattern: string, from: number, count: number][] = [
    ['page_#.json', 1, 2],
    ['lots_2020_#.geojson', 1, 2],
    ['page_00#.geojson', 0, 2],
  ]
  test.each<[pattern: string, from: number, count: number]>([
    // Page 10 comes after page 9, by number and not by name.
    ['page_#.json', 0, 11],
    ['page_#_of_3.geojson', 1, 3],
    ...(isLongRun ? MORE_PATTERNS : []),
  ])('are whole together as %s from %i', async (pattern, from, count) => {
    const nameOf = (i: number) => pattern.replace('#', `${i}`)
    const bodies = [...numbers(count - 1).map(() => cut), last]
    expect(await held(numbered(nameOf, bodies, from))).toBeNull()
    const lacking = numbered(nameOf, [...bodies.slice(0, -1), cut], from)
    const problem = `${nameOf(from + count - 1)}: it has 2 features, and`
    expect(await held(lacking)).toContain(problem)
  })

  test.each([
    ['of two years', 'adams_2020.geojson', 'adams_2021.geojson'],
    ['with a page lacking', 'p_1.geojson', 'p_3.geojson'],
    ['without the first page', 'p_2.geojson', 'p_3.geojson'],
    ['with one number twice', 'p_1.geojson', 'p_01.geojson'],
    ['of two kinds', 'lots_1.geojson', 'roads_2.geojson'],
    ['of two years and two districts', 'lots_1_2020.geojson', 'lots_2_2021.geojson'],
  ])('are each an answer of their own %s', async (_, one, other) => {
    expect(await held({ [one]: cut, [other]: last })).toMatch(/is true/)
    expect(await held({ [one]: last, [other]: geojson(3) })).toBeNull()
  })

  test('of two years have pages each', async () => {
    const years = (end: string) => ({
      ...numbered((i) => `lots_2020_${i}.geojson`, [cut, last], 1),
      ...numbered((i) => `lots_2021_${i}.geojson`, [cut, end], 1),
    })
    expect(await held(years(last))).toBeNull()
    expect(await held(years(cut))).toMatch(/lots_2021_2.geojson: it has 2 features, and/)
  })

  test('are refused where a page is there twice', async () => {
    const twice = { 'p_1.geojson': cut, 'p_2.geojson': cut, 'p_3.geojson': last }
    expect(await held(twice)).toMatch(/p_2.geojson: it has the bytes of p_1.geojson/)
    const alike = geojson(3)
    expect(await held({ 'p_1.geojson': alike, 'p_2.geojson': alike })).toBeNull()
  })

  test('are counted together against the number that each states', async () => {
    const pages = (...rows: number[]) =>
      numbered(
        (i) => `p_${i}.json`,
        rows.map((count) => geojson(count, { numberMatched: 8 })),
      )
    expect(await held(pages(3, 3, 2))).toBeNull()
    expect(await held(pages(3, 3, 1))).toMatch(/p_2.json: it ends at feature 7 of 8/)
  })

  test('are refused where a page in between was cut', async () => {
    const pages = numbered((i) => `p_${i}.geojson`, [cut, cut.slice(0, -9), last])
    expect(await held(pages)).toMatch(/p_1.geojson: its JSON ends in the middle/)
  })
})

test('rows by lines may have columns by the names of an answer', async () => {
  const row =
    '{"links":[{"rel":"next"}],"next":"https://example.com/2","total_count":9,"numberReturned":4}\n'
  expect(await taking([{ name: 'rows.json', url: FILE, body: row.repeat(2) }])).toBeNull()
  expect(await taking([{ name: 'rows.json', url: FILE, body: row }])).toMatch(
    /ends at feature 4 of 9/,
  )
})

test('pages of Socrata 3 are whole together; other servers count pages as they like', async () => {
  const pages = (path: string, first: number) =>
    [7, 7, 2].map((count, i) => ({
      name: `rows-${i}.json`,
      url: `https://example.com${path}?pageNumber=${i + first}&pageSize=7`,
      body: rowsJson(count).replace('"0"', `"a${i}"`),
    }))
  const socrata = pages('/api/v3/views/ab12-cd34/query.json', 1)
  expect(await taking(socrata)).toBeNull()
  expect(await taking(socrata.toSpliced(1, 1))).toMatch(/begins at row 14, where row 7 comes/)
  expect(await taking(pages('/rows', 0))).toBeNull()
})

test.each([
  ['an RTF file', 'readme', '{\\rtf1 a "quote and {\\b more}'],
  ['an INI file', 'desktop.ini', '[Shell]\na="b\n'],
  ['a page of HTML', 'index', '<html><body><p>a</body>'],
  ['an index', 'lots.spx', '[\0\0\0\x05\0\0\0"'],
  ['an index that begins like JSON', 'lots.atx', '{"\0\0\0'],
  ['a dBASE table', 'lots.dbf', '{"\x01\x01    a'],
])('%s is not taken for an answer', async (_, name, body) => {
  const content = Buffer.from(body)
  const zip = writeStoredZip([{ name, content }])
  expect(await taking([{ name: 'lots.zip', url: FILE, body: zip }])).toBeNull()
})

describe('a file that was cut anywhere is refused when it is taken or when it is read', () => {
  const random = seededRandom(FUZZ_SEED)
  let files: Record<string, string>
  beforeAll(() => {
    files = writeLayers(ownFolder())
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
    for (let i = 0; i < (isLongRun ? 60 : 2); i++) {
      const length = 1 + Math.floor(random() * (bytes.length - 2))
      // A CSV that ends with all columns of a record, or in its header's last name, shows nothing.
      const isEnd = bytes[length - 1] === 10 || bytes[length] === 10 || bytes[length - 1] === 44
      const isHeader = bytes.lastIndexOf(10, length - 1) < 0
      if (suffix === 'csv' && (isEnd || isHeader)) continue
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
  gdal.vectorTranslate(file, gdal.open(writeLayers(ownFolder()).geojson), options).close()
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
