import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { type DbfField, date, float, number, text } from '../../sample/files/dbf.ts'
import { SILENT } from '../../terminal/progress.ts'
import {
  type OddRecord,
  type OddShapefile,
  type Position,
  writeOddShapefile,
} from '../../tests/fixtures/stages/odd-shapefile.ts'
import { gdal } from './gdal.ts'
import { openFeatures } from './read.ts'
import type { SourceFeature } from './read-features.ts'
import { openShapefile, type Shapefile } from './shapefile.ts'
import { readShapefileSlice } from './shapefile-slice.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-shapefile-'))
})
afterAll(() => rm(folder, { recursive: true }))

const NAME = text('NAME', 12)
let files = 0
const write = (records: OddRecord[], rest: Partial<OddShapefile> = {}) =>
  writeOddShapefile({
    file: join(folder, `file-${files++}.shp`),
    type: 5,
    fields: [NAME],
    records,
    ...rest,
  })

/** A filter that every feature passes: GDAL reads filtered layers, and is the oracle. */
const BY_GDAL = { where: 'FID >= 0' }

async function readAll(file: string, options: { where?: string; sliceFeatures?: number } = {}) {
  const columns = gdal.open(file).layers.get(0).fields.getNames()
  const features: SourceFeature[] = []
  const reader = openFeatures({ file, columns, progress: SILENT, ...options })
  for await (const slice of reader.slices()) features.push(...slice)
  expect(features).toHaveLength(reader.count)
  return features
}

/** The shapefile as it is opened for the project's own reader. */
function opened(file: string): Shapefile {
  const layer = gdal.open(file).layers.get(0)
  const fields = layer.fields.map(({ name, type }) => ({ name, type }))
  return openShapefile(file, { fields, features: layer.features.count() })!
}

/** Features that the own reader finds in all records; null where it leaves them to GDAL. */
function ownCount(file: string, wantsTexts = false): number | null {
  const shapefile = opened(file)
  const range = { shapefile, from: 0, to: shapefile.records, wantsTexts }
  return readShapefileSlice(range)?.kinds.length ?? null
}

async function expectAsGdal(file: string): Promise<void> {
  const own = await readAll(file)
  expect(own).toEqual(await readAll(file, BY_GDAL))
  expect(await readAll(file, { sliceFeatures: 3 })).toEqual(own)
}

const square = (x: number, y: number, side: number): Position[] => [
  [x, y],
  [x, y + side],
  [x + side, y + side],
  [x + side, y],
  [x, y],
]
const lot = (i: number): Position[][] => [square(-72 + i / 100, 30, 0.001)]
const lots = (count: number, values: Record<string, string> = {}): OddRecord[] =>
  Array.from({ length: count }, (_, i) => ({ parts: lot(i), values }))

describe('shapes are as GDAL reads them', () => {
  test.each([
    ['points', 1, [[[-72, 30]]]],
    ['lines', 3, [square(-72, 30, 1), square(-70, 30, 1)]],
    ['polygons', 5, [square(-72, 30, 1), square(-71.8, 30.2, 0.5).toReversed()]],
  ] as [string, number, Position[][]][])(
    '%s, with Z, with M, without measures',
    async (_, type, parts) => {
      for (const own of [type, type + 10, type + 20]) {
        const records = [{ parts }, {}, { parts, lacksMeasures: true }]
        const file = write(records, { type: own })
        expect(ownCount(file)).toBe(2)
        await expectAsGdal(file)
      }
    },
  )

  test('rings at random, in each other and beside each other, are the same polygons', async () => {
    const random = seededRandom(30)
    const whole = (below: number) => Math.floor(random() * below)
    // On a coarse raster: rings share corners, edges and areas.
    const ring = (): Position[] => {
      const at = square(-72 + whole(12) / 8, 30 + whole(12) / 8, (1 + whole(8)) / 8)
      if (whole(3) === 0) at.splice(1, 1)
      return whole(2) === 0 ? at : at.toReversed()
    }
    const records = Array.from({ length: 300 }, () => ({
      parts: Array.from({ length: 1 + whole(6) }, ring),
    }))
    const file = write(records)
    // In slices of one, each is read by the own reader where it can be.
    expect(await readAll(file, { sliceFeatures: 1 })).toEqual(await readAll(file, BY_GDAL))
    const shapefile = opened(file)
    const isOwn = (from: number) =>
      readShapefileSlice({ shapefile, from, to: from + 1, wantsTexts: false }) !== null
    // Most by its own rules, and some by GDAL: equal areas, rings along a border.
    const own = records.filter((_, i) => isOwn(i)).length
    expect([own > 150, own < 300]).toEqual([true, true])
  })

  test('an island in a lake is a polygon, and the direction of rings does not matter', async () => {
    const parts = [square(-71.6, 30.4, 0.1), square(-72, 30, 1), square(-71.8, 30.2, 0.5)]
    const file = write([{ parts }, { parts: parts.map((ring) => ring.toReversed()) }])
    expect(ownCount(file)).toBe(2)
    await expectAsGdal(file)
    const [{ polygons }] = await readAll(file)
    expect([...polygons!.polygonEnds]).toEqual([1, 3])
  })

  test('open rings, rings of three points and coordinates that are none are left to GDAL', async () => {
    const open = square(-71.8, 30.2, 0.5).slice(0, -1)
    const lost = square(-72, 30, 1).with(2, [NaN, 31])
    for (const parts of [
      [square(-72, 30, 1), open],
      [square(-72, 30, 1), open.slice(0, 3)],
    ]) {
      expect(ownCount(write([{ parts }]))).toBe(null)
      await expectAsGdal(write([{ parts }, ...lots(4)]))
    }
    await expectAsGdal(write([{ parts: [lost] }, ...lots(4)]))
  })

  test('multipatches are refused', () => {
    const file = write([{ parts: lot(0) }], { type: 31 })
    expect(() => openFeatures({ file, columns: [], progress: SILENT })).toThrow(/are multipatches/)
  })
})

const FIELDS: DbfField[] = [
  NAME,
  number('SMALL', 4),
  number('WHOLE', 9),
  number('LARGE', 18),
  number('HUGE', 19),
  number('DECIMAL', 8, 2),
  float('FLOAT', 20, 8),
  float('COUNT', 13, 0),
  date('DAY'),
]
const NUMBERS = [
  '0',
  '-0',
  '007',
  '12',
  '-5',
  '+3',
  '1.7',
  '.5',
  '-0.10',
  '2e3',
  '1.5e+03',
  '****',
  '12a',
  '-',
  '9999',
]
const CELLS: Record<string, string[]> = {
  C: [' a  b ', 'x\ty', '', 'ab\0cd', '\0', '*', 'A very long name'],
  N: [...NUMBERS, '123456789012345678'],
  F: [...NUMBERS, 'nan', '1e400'],
  D: ['20200618', '00000000', '2020061', '0', '20201345', '2020/6/1'],
}

describe('rows are as GDAL reads them', () => {
  test('values of each type, usual and not, one at a time and at random', async () => {
    const random = seededRandom(31)
    const pick = (field: DbfField) => {
      const cells = ['', ...CELLS[field.type]]
      return cells[Math.floor(random() * cells.length)]
    }
    const records = FIELDS.flatMap((field) =>
      CELLS[field.type].map((cell) => ({ [field.name]: cell })),
    )
    for (let i = 0; i < 60; i++)
      records.push(Object.fromEntries(FIELDS.map((field) => [field.name, pick(field)])))
    const file = write(
      records.map((values, i) => ({ parts: lot(i), values })),
      { fields: FIELDS },
    )
    const byGdal = await readAll(file, BY_GDAL)
    // Slices of one: each is read by the own reader where it can be.
    expect(await readAll(file, { sliceFeatures: 1 })).toEqual(byGdal)
    const shapefile = opened(file)
    const own = records.filter((_, from) =>
      readShapefileSlice({ shapefile, from, to: from + 1, wantsTexts: false }),
    )
    expect(own.length).toBeGreaterThan(records.length / 3)
  })

  test.each([
    ['no code page', undefined, 0, 3],
    ['UTF-8', 'UTF-8', 0, 3],
    ['UTF-8 and a driver', 'UTF-8', 87, 3],
    ['ISO-8859-1', 'ISO-8859-1', 0, 3],
    ['code page 1252', '1252', 0, 3],
    ['ANSI 1252, which GDAL does not know', 'ANSI 1252', 0, null],
    ['the driver of Latin 1', undefined, 87, 3],
    ['the driver of Windows', undefined, 3, 3],
    ['a driver of another language', undefined, 77, null],
    ['Big5', 'Big5', 0, null],
  ])('texts in %s', async (_, cpg, languageDriver, own) => {
    const names = ['\xc3\xa6r\xf8', 'S\xe3o', 'a\xe9\xa4b']
    const records = names.map((name, i) => ({ parts: lot(i), values: { NAME: name } }))
    const file = write(records, { cpg, languageDriver })
    expect(ownCount(file, true)).toBe(own)
    await expectAsGdal(file)
    await expectAsGdal(write(lots(4, { NAME: 'plain' }), { cpg, languageDriver }))
  })

  test('bytes that Windows-1252 has no character for are left to GDAL', async () => {
    const file = write([{ parts: lot(0), values: { NAME: 'a\x81b\x96' } }], { cpg: '1252' })
    expect(ownCount(file)).toBe(null)
    await expectAsGdal(file)
  })
})

describe('deleted rows', () => {
  const records = lots(20).map((record, i) => ({
    ...record,
    values: { NAME: `lot ${i}` },
    isDeleted: i % 3 === 0 || i > 16,
  }))
  const live = records.filter(({ isDeleted }) => !isDeleted).map(({ values }) => values.NAME)

  test.each([1, 4, 100])('are left out and not counted, in slices of %i', async (sliceFeatures) => {
    const file = write(records)
    const read = await readAll(file, { sliceFeatures })
    expect(read.map(({ attributes }) => attributes.NAME)).toEqual(live)
    expect(read).toEqual(await readAll(file, BY_GDAL))
  })

  test('are left out where GDAL inverts a projection too', async () => {
    const prj = gdal.SpatialReference.fromUserInput('EPSG:26919').toWKT()
    const metres = records.map((record, i) => ({
      ...record,
      parts: [square(500_000 + i * 100, 4_900_000, 50)],
    }))
    const read = await readAll(write(metres, { prj }), { sliceFeatures: 4 })
    expect(read.map(({ attributes }) => attributes.NAME)).toEqual(live)
  })

  test('that are all leave an empty layer, which stops the run', () => {
    const file = write(lots(3).map((record) => ({ ...record, isDeleted: true })))
    expect(() => openFeatures({ file, columns: [], progress: SILENT })).toThrow(/has no features/)
  })
})

describe('files that disagree', () => {
  test('a shapefile that was cut short is read, or stops the run, as by GDAL', async () => {
    const file = write(lots(30))
    await truncate(file, 2000)
    expect(ownCount(file)).toBe(null)
    const read = await readAll(file)
    expect(read).toEqual(await readAll(file, BY_GDAL))
    expect(read.filter(({ lacks }) => lacks === 'geometry')).toHaveLength(17)
    await expect(readAll(file, { sliceFeatures: 3 })).rejects.toThrow(/GDAL could not read/)
  })

  test('a record that the index states shorter is left to GDAL', async () => {
    const file = write(lots(5))
    const index = await readFile(file.replace('.shp', '.shx'))
    index.writeInt32BE(index.readInt32BE(100 + 2 * 8 + 4) - 8, 100 + 2 * 8 + 4)
    await writeFile(file.replace('.shp', '.shx'), index)
    expect(ownCount(file)).toBe(null)
    await expect(readAll(file)).resolves.toEqual(await readAll(file, BY_GDAL))
  })

  test('records in another order than their shapes are the same features', async () => {
    const file = write(lots(5).map((record, i) => ({ ...record, values: { NAME: `${i}` } })))
    const index = await readFile(file.replace('.shp', '.shx'))
    const [first, last] = [index.subarray(100, 108), index.subarray(132, 140)]
    const swapped = Buffer.concat([index.subarray(0, 100), last, index.subarray(108, 132), first])
    await writeFile(file.replace('.shp', '.shx'), swapped)
    expect(ownCount(file)).toBe(5)
    await expectAsGdal(file)
  })

  test('a table with more or fewer rows than shapes is left to GDAL', async () => {
    for (const rows of [4, 6]) {
      const file = write(lots(5))
      const table = await readFile(write(lots(rows)).replace('.shp', '.dbf'))
      await writeFile(file.replace('.shp', '.dbf'), table)
      const layer = gdal.open(file).layers.get(0)
      const fields = layer.fields.map(({ name, type }) => ({ name, type }))
      expect(openShapefile(file, { fields, features: layer.features.count() })).toBe(null)
    }
  })
})
