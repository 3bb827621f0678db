import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Audit } from '../catalog/manifest.ts'
import { plotsTable, writePlots } from '../tests/audited-partitions.ts'
import { rasterBytes } from '../tests/fixtures/elevation/raster-file.ts'
import { rasterFile } from './build-file.ts'
import { auditRasters } from './raster-audit.ts'

/** Rows name a raster by `note`, its least height by `size` and its greatest by `floors`. */
const TABLE = { ...plotsTable('none'), raster: { file: 'note', min: 'size', max: 'floors' } }

const [COLUMNS, ROWS, BLOCK] = [4, 300, 16]

interface Case {
  title: string
  /** Heights by their place among the cells; all others are 10 and, the last, 20. */
  cells?: Record<number, number>
  /** The first cell of the smallest overview. */
  overview?: number
  isBlank?: boolean
  /** Name and range in the row of the raster. */
  row?: [file: string, min: number, max: number]
  values: string
  range: string
}

const NAMED: NonNullable<Case['row']> = ['rasters/a.tif', 10, 20]
const AS_NAMED = '10 to 20'
const LIKE_NAMED = { values: 'sound', range: AS_NAMED }
const strange = (count: number) => `${count} cells hold no number, or another nodata than its own`
const ASTRAY = '1 cells of its overviews are outside of its range'

const CASES: Case[] = [
  { title: 'heights in the range of their row', ...LIKE_NAMED },
  { title: 'nodata of its own', cells: { 3: -9999 }, ...LIKE_NAMED },
  {
    title: 'no height at all',
    isBlank: true,
    values: 'none of its cells has a value',
    range: 'Infinity to -Infinity',
  },
  ...[-32768, -32767, -99999, -999999, Number.POSITIVE_INFINITY, 2e20, -2e20].map((value) => ({
    title: `${value} in two cells`,
    cells: { 3: value, [COLUMNS * (ROWS - 1)]: value },
    values: strange(2),
    range: AS_NAMED,
  })),
  ...[-32766, 9.9e19].map((value) => {
    const [min, max] = [Math.min(10, Math.fround(value)), Math.max(20, Math.fround(value))]
    return {
      title: `a height of ${value}, which is not a nodata value`,
      cells: { 3: value },
      values: 'sound',
      range: `${min} to ${max}`,
    }
  }),
  { title: 'an overview at its greatest', overview: 20, ...LIKE_NAMED },
  { title: 'an overview at its least', overview: 10, ...LIKE_NAMED },
  { title: 'an overview over its greatest', overview: 20.01, values: ASTRAY, range: AS_NAMED },
  { title: 'an overview under its least', overview: 9.99, values: ASTRAY, range: AS_NAMED },
  { title: 'an overview without a height', overview: -9999, ...LIKE_NAMED },
  {
    title: 'an overview with nodata of another software',
    overview: -32768,
    values: strange(1),
    range: AS_NAMED,
  },
  {
    title: 'an overview with what is not a number',
    overview: Number.NaN,
    values: strange(1),
    range: AS_NAMED,
  },
  { title: 'a row with a lesser least height', row: ['rasters/a.tif', 9, 20], ...LIKE_NAMED },
  { title: 'a row with a greater greatest height', row: ['rasters/a.tif', 10, 21], ...LIKE_NAMED },
  { title: 'a row of another raster', row: ['rasters/b.tif', 10, 20], ...LIKE_NAMED },
  { title: 'a row that leaves out the folder', row: ['a.tif', 10, 20], ...LIKE_NAMED },
]

function finishedRaster(file: string) {
  return { rasters: [{ file, width: COLUMNS, height: ROWS, cells_with_value: COLUMNS * ROWS }] }
}

/** A GeoTIFF in which only the cells of the case differ from 10, and the last is 20. */
function heightsOf({ cells = {}, overview, isBlank }: Partial<Case>): Buffer {
  const bytes = rasterBytes({
    west: -72,
    north: 31,
    step: 0.001,
    columns: COLUMNS,
    rows: ROWS,
    blockSize: BLOCK,
    overviews: overview === undefined ? 0 : 1,
    height(_lng, _lat, column, row) {
      const at = row * COLUMNS + column
      if (isBlank) return Number.NaN
      return cells[at] ?? (at === COLUMNS * ROWS - 1 ? 20 : 10)
    },
  })
  if (overview === undefined) return bytes
  // The blocks of the overview come last, as plain numbers.
  const blocks = Math.ceil(ROWS / 2 / BLOCK)
  bytes.writeFloatLE(overview, bytes.length - blocks * BLOCK * BLOCK * 4)
  return bytes
}

let folder: string
let answered: Map<string, Audit[]>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-raster-audit-'))
  await mkdir(join(folder, 'rasters'))
  const partitions = CASES.map(({ row = NAMED }, i) => {
    const [file, min, max] = row
    const note = file.replace('a.tif', `${i}.tif`)
    return {
      partition: `${i}`,
      table: TABLE,
      change: `REPLACE ('${note}' AS note, ${min}::DOUBLE AS size, ${max}::BIGINT AS floors)`,
      finished: finishedRaster(`${i}.tif`),
    }
  })
  for (const [i, each] of CASES.entries())
    await writeFile(join(folder, rasterFile(`${i}.tif`)), heightsOf(each))
  const audits = await auditRasters(await writePlots(folder, partitions), folder)
  answered = Map.groupBy(audits, ({ partition }) => partition!)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a raster in a new build is held against itself and its row', () => {
  test.each(CASES.map((each, i) => ({ ...each, partition: `${i}` })))('$title', (each) => {
    const { partition, values, range, row = NAMED } = each
    const [file, min, max] = row
    const limit = file === 'rasters/a.tif' ? `${min} to ${max}` : 'no row names it'
    const of = { table: 'plots', partition }
    expect(answered.get(partition)).toEqual([
      {
        name: 'raster_values',
        ...of,
        passed: values === 'sound',
        measured: values,
        limit: 'sound',
      },
      { name: 'raster_range', ...of, passed: range === limit, measured: range, limit },
    ])
  })
})

test('a table whose rows name no rasters is left out', async () => {
  const plain = await writePlots(folder, [
    { partition: 'plain', finished: finishedRaster('0.tif') },
  ])
  expect(await auditRasters(plain, folder)).toEqual([])
})
