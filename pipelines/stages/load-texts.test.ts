import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SILENT } from '../../terminal/progress.ts'
import { rectangleWkt } from '../../tests/fixtures/ground.ts'
import { withDatabase } from '../../tests/fixtures/partition-run.ts'
import { type FixtureFeature, writeLayerFile } from '../../tests/fixtures/stages/layer-file.ts'
import { cleanText } from '../../values/sql-text.ts'
import { convertFeatures } from './convert.ts'
import { StagingTable } from './load.ts'
import { loadTexts } from './load-texts.ts'
import { openFeatures } from './read.ts'
import { Tally } from './tally.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-texts-'))
})
afterAll(() => rm(folder, { recursive: true }))

const NAMES = ['NAME', 'COUNT', 'SHARE', 'DAY']
function square(x: number, side = 0.001) {
  return rectangleWkt(-72 + x, 30, -72 + x + side, 30 + side)
}
const lot = (x: number, name: string | null, rest: Partial<FixtureFeature['values']> = {}) => ({
  wkt: square(x),
  values: { NAME: name, COUNT: 3, SHARE: 0.5, DAY: '2024-02-29', ...rest },
})
const TWISTED =
  'POLYGON ((-71.992 30, -71.991 30, -71.991 30.001, -71.99198 30.001, -71.992 30.00098, -71.992 30.001, -71.99198 30.00098, -71.992 30))'
const FEATURES: FixtureFeature[] = [
  lot(0, 'plain'),
  lot(0.01, null, { COUNT: null, SHARE: null, DAY: null }),
  { ...lot(0, 'without a shape'), wkt: null },
  lot(0.02, 'Ærø, a name of more than twelve bytes', { COUNT: -(2 ** 40), SHARE: 1e21 }),
  { ...lot(0, 'a line'), wkt: 'LINESTRING (0 0, 1 1)' },
  { ...lot(0, 'twisted'), wkt: TWISTED },
  { ...lot(0, 'too small'), wkt: square(1, 1e-9) },
  lot(0.03, '', { SHARE: -0.1, COUNT: 0 }),
  { ...lot(0, 'far'), wkt: 'POLYGON ((180.4 30, 180.5 30, 180.5 31, 180.4 30))' },
]

function writeFixture(features: FixtureFeature[], suffix: string) {
  const fields = { NAME: 'text', COUNT: 'integer', SHARE: 'real', DAY: 'date' } as const
  const file = join(folder, `lots-${features.length}.${suffix}`)
  const isPlain = features.every(({ wkt }) => wkt?.startsWith('POLYGON'))
  const geometryType = isPlain ? undefined : 0
  return writeLayerFile({ file, layer: 'lots', crs: 'EPSG:4269', fields, features, geometryType })
}

/** Loads through attributes and rows of JavaScript, as every other layer is. */
async function loadRows(connection: DuckDBConnection, name: string, file: string, tally: Tally) {
  const columns = NAMES.map((column) => ({
    name: column,
    type: 'text' as const,
    nullable: true,
    comment: '',
  }))
  const number = { name: 'feature_number', type: 'integer', nullable: false, comment: '' } as const
  const table = await StagingTable.create(connection, name, [number, ...columns])
  const reader = openFeatures({ file, columns: NAMES, progress: SILENT, sliceFeatures: 4 })
  const rows = convertFeatures(
    reader.slices(),
    (feature) => ({ ...feature.attributes, feature_number: feature.number }),
    tally,
  )
  for await (const batch of rows) table.add(batch)
  table.finish()
}

const open = (file: string) =>
  openFeatures({ file, columns: NAMES, progress: SILENT, sliceFeatures: 4 })

test('a layer is loaded as its features are, and what is refused is counted alike', () =>
  withDatabase(async (connection) => {
    const file = writeFixture(FEATURES, 'gpkg')
    const [byRows, byTexts] = [new Tally(), new Tally()]
    await loadRows(connection, 'by_rows', file, byRows)
    await loadTexts(connection, 'by_texts', open(file), byTexts)
    const rows = async (table: string) =>
      (await connection.runAndReadAll(`FROM ${table} ORDER BY feature_number`)).getRowObjects()
    const loaded = await rows('by_texts')
    expect(loaded.map(({ NAME }) => NAME)).toEqual([
      'plain',
      null,
      FEATURES[3].values.NAME,
      'twisted',
      '',
    ])
    expect(loaded).toEqual(await rows('by_rows'))
    expect(byTexts).toEqual(byRows)
    expect(Object.keys(byTexts.rejects).sort()).toEqual([
      'geometry.collapsed',
      'geometry.missing',
      'geometry.not_areal',
      'geometry.out_of_range',
    ])
    expect(byTexts.repairs.self_intersection.count).toBe(1)
  }))

test('bytes that are not UTF-8 become the same text as by way of attributes', () =>
  withDatabase(async (connection) => {
    const file = writeFixture([lot(0, 'Stra\u00dfe x'), lot(0.01, 'plain')], 'shp')
    await writeFile(file.replace('.shp', '.cpg'), 'UTF-8')
    const dbf = file.replace('.shp', '.dbf')
    const bytes = await readFile(dbf)
    const at = bytes.indexOf('Stra')
    bytes[at + 4] = 0xdf // a lone byte of Latin-1
    await writeFile(dbf, bytes)
    await loadRows(connection, 'by_rows', file, new Tally())
    await loadTexts(connection, 'by_texts', open(file), new Tally())
    const names = async (table: string) =>
      (await connection.runAndReadAll(`SELECT "NAME" FROM ${table}`)).getRows().flat()
    expect(await names('by_texts')).toEqual(await names('by_rows'))
  }))

test.each([
  ['plain texts', ['a', 'a b', 'der Ærø x', null], true],
  ['a blank at the start', ['a', ' a'], false],
  ['a blank at the end', ['a', 'a '], false],
  ['two blanks', ['a', 'a  b'], false],
  ['a tab', ['a\tb'], false],
  ['a line feed', ['a\nb'], false],
  ['an empty text', ['a', ''], false],
  ['a blank that is not ASCII at the end', ['a\u00a0'], false],
])('%s: clean is what cleaning would not change', async (_, names, isClean) =>
  withDatabase(async (connection) => {
    const features = names.map((name, i) => lot(i / 100, name))
    const file = join(folder, `clean-${JSON.stringify(names).length}-${names.length}.gpkg`)
    await rm(file, { force: true })
    writeLayerFile({
      file,
      layer: 'lots',
      crs: 'EPSG:4269',
      fields: { NAME: 'text', COUNT: 'integer', SHARE: 'real', DAY: 'date' },
      features,
    })
    const clean = await loadTexts(connection, 'lots', open(file), new Tally())
    expect(clean.has('NAME')).toBe(isClean)
    expect(clean.has('COUNT') && clean.has('SHARE') && clean.has('DAY')).toBe(true)
    const changed = await connection.runAndReadAll(
      `SELECT count(*)::INTEGER FROM lots WHERE "NAME" IS DISTINCT FROM ${cleanText('"NAME"')}`,
    )
    expect(Number(changed.getRows()[0][0]) > 0).toBe(!isClean)
  }),
)
