import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { SILENT } from '../../terminal/progress.ts'
import {
  ODD_LAYER,
  type OddGeoPackage,
  type OddRow,
  shapeBlob,
  writeOddGeoPackage,
} from '../../tests/fixtures/stages/odd-geo-package.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { gdal } from './gdal.ts'
import { readGeoPackageSlice } from './geo-package-slice.ts'
import { openGeoPackage } from './geo-package-table.ts'
import { openFeatures, type ReadRequest } from './read.ts'
import type { SourceFeature } from './read-features.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-geo-package-'))
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
const write = (rows: OddRow[], rest: Partial<OddGeoPackage> = {}) =>
  writeOddGeoPackage({
    file: join(folder, `file-${files++}.gpkg`),
    type: 'GEOMETRY',
    columns: { NAME: 'TEXT' },
    rows,
    ...rest,
  })

/** A filter that every feature passes: GDAL reads filtered layers, and is the oracle. */
const BY_GDAL = { where: 'FID >= -1000000' }

async function readAll(file: string, options: Partial<ReadRequest> = {}) {
  const layer = options.layer ?? ODD_LAYER
  const columns = gdal.open(file).layers.get(layer).fields.getNames()
  const features: SourceFeature[] = []
  const reader = openFeatures({ file, layer, columns, progress: SILENT, ...options })
  for await (const slice of reader.slices()) features.push(...slice)
  expect(features).toHaveLength(reader.count)
  return features
}

/** The file as it is opened for the project's own reader, in parts of so many rows. */
function opened(file: string, partRows = 1_000_000, name = ODD_LAYER) {
  const layer = gdal.open(file).layers.get(name)
  const fields = layer.fields.map(({ name, type }) => ({ name, type }))
  return openGeoPackage(
    file,
    { name: layer.name, fields, features: layer.features.count() },
    partRows,
  )
}

/** Features that the own reader finds in all rows; null where it leaves them to GDAL. */
function ownCount(file: string, wantsTexts = false, name = ODD_LAYER): number | null {
  const geoPackage = opened(file, 1_000_000, name)
  if (geoPackage === null) return null
  const slice = readGeoPackageSlice({ geoPackage, from: 0, to: geoPackage.rows, wantsTexts })
  return slice?.kinds.length ?? null
}

/** Rows that the own reader reads, each in a part of its own. */
function ownRows(file: string): number[] {
  const geoPackage = opened(file, 1)!
  return geoPackage.partKeys.flatMap((_, from) =>
    readGeoPackageSlice({ geoPackage, from, to: from + 1, wantsTexts: false }) ? [from] : [],
  )
}

async function expectAsGdal(file: string): Promise<void> {
  const own = await readAll(file)
  expect(own).toEqual(await readAll(file, BY_GDAL))
  expect(await readAll(file, { sliceFeatures: 3 })).toEqual(own)
}

const ring = (x: number, y: number, side: number) =>
  `(${x} ${y}, ${x} ${y + side}, ${x + side} ${y + side}, ${x + side} ${y}, ${x} ${y})`
const lot = (i: number) => `POLYGON (${ring(-72 + i / 100, 30, 0.001)})`
const lots = (count: number, values: OddRow['values'] = {}): OddRow[] =>
  Array.from({ length: count }, (_, i) => ({ shape: lot(i), values }))

/** A round polygon, which the binding's GDAL makes of no WKT. */
function circle(): Buffer {
  const points = [-72, 30, -71.5, 30.5, -71, 30, -71.5, 29.5, -72, 30]
  const curve = Buffer.alloc(18 + points.length * 8)
  curve.writeUInt8(1, 0)
  curve.writeUInt32LE(10, 1)
  curve.writeUInt32LE(1, 5)
  curve.writeUInt8(1, 9)
  curve.writeUInt32LE(8, 10)
  curve.writeUInt32LE(points.length / 2, 14)
  for (const [i, number] of points.entries()) curve.writeDoubleLE(number, 18 + i * 8)
  return Buffer.concat([shapeBlob('POINT (0 0)', { envelope: 0 }).subarray(0, 8), curve])
}

const SHAPES = {
  polygons: [
    lot(0),
    `POLYGON (${ring(-72, 30, 1)}, ${ring(-71.8, 30.2, 0.5)})`,
    `MULTIPOLYGON ((${ring(-72, 30, 1)}, ${ring(-71.8, 30.2, 0.5)}), (${ring(-70, 30, 1)}))`,
  ],
  lines: [
    'LINESTRING (-72 30, -71 31)',
    'MULTILINESTRING ((-72 30, -71 31), (-70 30, -70 31, -69 30))',
  ],
  points: ['POINT (-72 30)', 'MULTIPOINT ((-72 30))', 'MULTIPOINT ((-72 30), (-71 30))'],
}

describe('shapes are as GDAL reads them', () => {
  test.each(Object.entries(SHAPES))(
    '%s, by any layer type, envelope and byte order',
    async (_, wkts) => {
      for (const envelope of isLongRun ? [0, 1, 2, 3, 4] : [0, 4]) {
        const rows = wkts.flatMap((wkt) => [
          { shape: shapeBlob(wkt, { envelope }) },
          { shape: shapeBlob(wkt, { envelope, isBig: true }) },
        ])
        const file = write(rows)
        expect(ownCount(file)).toBe(rows.length)
        await expectAsGdal(file)
      }
      const several = wkts.filter((wkt) => wkt.startsWith('MULTI')).map((shape) => ({ shape }))
      const file = write(several, { type: several[0].shape.split(' ')[0] })
      expect(ownCount(file)).toBe(several.length)
      await expectAsGdal(file)
    },
  )

  test('with heights and with measures, which are left out', async () => {
    const points = (more: string) => ring(-72, 30, 1).replaceAll(/(?=[,)])/g, ` ${more}`)
    const rows = ['Z', 'M', 'ZM'].flatMap((kind) => {
      const more = kind === 'ZM' ? '5 7' : '5'
      return [`POLYGON ${kind} (${points(more)})`, `POINT ${kind} (-72 30 ${more})`]
    })
    const file = write(rows.map((shape) => ({ shape })))
    expect(ownCount(file)).toBe(6)
    await expectAsGdal(file)
  })

  test('none, empty ones and row numbers with gaps', async () => {
    const rows = [
      { shape: null, values: { NAME: 'a' } },
      ...lots(5, { NAME: 'b' }),
      { shape: 'POLYGON EMPTY', values: { NAME: 'c' } },
      { shape: 'MULTIPOLYGON EMPTY' },
      { fid: 700, shape: lot(9), values: { NAME: 'd' } },
      { fid: -3, shape: lot(8), values: { NAME: 'e' } },
    ]
    const file = write(rows)
    expect(ownCount(file)).toBe(7)
    await expectAsGdal(file)
  })

  test('rings at random, on a coarse raster, are the same polygons', async () => {
    const random = seededRandom(30)
    const whole = (below: number) => Math.floor(random() * below)
    const any = () => ring(-72 + whole(12) / 8, 30 + whole(12) / 8, whole(5) / 8)
    const rows = Array.from({ length: 200 }, () => {
      const polygons = Array.from(
        { length: 1 + whole(3) },
        () => `(${Array.from({ length: 1 + whole(3) }, any).join(', ')})`,
      )
      return { shape: `MULTIPOLYGON (${polygons.join(', ')})` }
    })
    const file = write(rows)
    expect(ownCount(file)).toBe(200)
    await expectAsGdal(file)
  })

  test.each([
    ['a curve', circle()],
    ['a collection', `GEOMETRYCOLLECTION (${lot(0)})`],
    ['a polygon without a ring among others', `MULTIPOLYGON ((${ring(-72, 30, 1)}), EMPTY)`],
  ])('%s is left to GDAL', async (_, shape) => {
    const file = write([...lots(4), { shape }])
    expect(ownRows(file)).toEqual([0, 1, 2, 3])
    await expectAsGdal(file)
  })

  test.each([
    ['cut off', shapeBlob(lot(0), { tail: 20 })],
    ['of an extension', shapeBlob(lot(0), { flags: 0x20 })],
    ['without magic bytes', shapeBlob(lot(0)).fill(0, 0, 2)],
    ['with an envelope of no known kind', shapeBlob(lot(0), { flags: 0x0c })],
    ['of two bytes', Buffer.from('GP')],
  ])('bytes of a shape %s are left to GDAL', async (_, shape) => {
    const file = write([...lots(4), { shape }])
    expect(ownRows(file)).toEqual([0, 1, 2, 3])
    const attempt = (options: object) => readAll(file, options).catch(() => 'an error')
    expect(await attempt({})).toEqual(await attempt(BY_GDAL))
  })

  test('a shape of another type than the layer states is left to GDAL', () => {
    const file = write([{ shape: lot(0) }, { shape: 'POINT (-72 30)' }], { type: 'POLYGON' })
    expect(ownRows(file)).toEqual([0])
  })
})

const COLUMNS: Record<string, SQLInputValue[]> = {
  'NAME TEXT': ['a', '', ' a  b ', 'S\u00e3o \u6f22 \ud83c\udfe0', 'a\0b', 'bad \ufffd', 12, 1.5],
  'SHORT TEXT(3)': ['abc', 'abcdef'],
  'TINY TINYINT': [1, -1, 200, 40_000],
  'SMALL SMALLINT': [1, -32_768, 32_768, 1.5],
  'MEDIUM MEDIUMINT': [7, 2 ** 31 - 1, 2 ** 31, 'text'],
  'WHOLE INTEGER': [7, -(2 ** 40), 2 ** 53 - 1, 2n ** 60n, 'text', 3.5],
  'REAL REAL': [1.5, -0.1, 3, 'text', 1e300],
  'DOUBLE DOUBLE': [1.5, 1e-7],
  'FLAG BOOLEAN': [0, 1, 2, 'text'],
  'DAY DATE': ['2020-06-18', '2020-13-45', '2020', '20200618'],
}

describe('rows are as GDAL reads them', () => {
  test('values of each type, usual and not, one at a time and at random', async () => {
    const random = seededRandom(31)
    const columns = Object.fromEntries(Object.keys(COLUMNS).map((key) => key.split(' ')))
    const cells = Object.entries(COLUMNS).map(([key, own]) => [key.split(' ')[0], own] as const)
    const pick = (own: SQLInputValue[]) =>
      [null, own[0], own[0], ...own][Math.floor(random() * (own.length + 3))]
    const values = cells.flatMap(([name, own]) => own.map((value) => ({ [name]: value })))
    for (let i = 0; i < 60; i++)
      values.push(Object.fromEntries(cells.map(([name, own]) => [name, pick(own)!])))
    const file = write(
      values.map((each, i) => ({ shape: lot(i), values: each })),
      { columns },
    )
    // Slices of one: each is read by the own reader where it can be.
    expect(await readAll(file, { sliceFeatures: 1 })).toEqual(await readAll(file, BY_GDAL))
    const own = ownRows(file).length
    expect([own > values.length / 4, own < values.length]).toEqual([true, true])
  })

  test.each(['FLOAT', 'DATETIME', 'BLOB'])('a column of %s is left to GDAL', async (type) => {
    const file = write(lots(4), { columns: { NAME: 'TEXT', ODD: type } })
    expect(opened(file)).toBe(null)
    await expectAsGdal(file)
  })

  test('all columns as texts are those of the values', () => {
    const file = write(lots(3, { NAME: 'x y' }))
    const geoPackage = opened(file)!
    const slice = readGeoPackageSlice({ geoPackage, from: 0, to: 3, wantsTexts: true })
    expect(
      slice?.texts.map(({ name, bytes, ends, isClean }) => ({
        name,
        text: Buffer.from(bytes).toString(),
        ends: [...ends],
        isClean,
      })),
    ).toEqual([{ name: 'NAME', text: 'x yx yx y', ends: [3, 6, 9], isClean: true }])
  })
})

describe('files that are left to GDAL', () => {
  test('a view', async () => {
    const file = write(lots(4), { isView: true })
    expect(opened(file)).toBe(null)
    await expectAsGdal(file)
  })
})

test.each([false, true])(
  'a file that counts too many rows stops the run, gaps: %s',
  async (gaps) => {
    const rows = lots(10).map((row, i) => ({ ...row, fid: gaps ? i * 3 : i + (i > 4 ? 1 : 0) }))
    const file = write([...rows, { shape: lot(20), values: { NAME: 'lost' } }])
    const database = new DatabaseSync(file)
    database.exec(`
    CREATE TABLE gpkg_ogr_contents (table_name TEXT NOT NULL PRIMARY KEY, feature_count INTEGER);
    INSERT INTO gpkg_ogr_contents VALUES ('${ODD_LAYER}', 11);
    DELETE FROM ${ODD_LAYER} WHERE NAME = 'lost'`)
    database.close()
    for (const sliceFeatures of [3, 100])
      await expect(readAll(file, { sliceFeatures })).rejects.toThrow(
        /10 of 11 features could be read/,
      )
  },
)

const published = join(realDataFolder(), 'charleston-sc/building_footprints.gpkg')
test.skipIf(!existsSync(published))('a published file is read as GDAL reads it', async () => {
  const options = { layer: 'southcarolina' }
  const read = await readAll(published, options)
  expect(read).toEqual(await readAll(published, { ...options, ...BY_GDAL }))
  expect(ownCount(published, true, 'southcarolina')).toBe(2049)
})
