import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromFile } from 'geotiff'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { containsPoint } from '../../geometry/contains.ts'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { GRID } from '../../geometry/polygons.ts'
import { coverageTable } from '../../layers/coverage-table.ts'
import { elevationRasters } from '../../layers/elevation/tables.ts'
import { fixtureGround, fixtureSurface } from '../../tests/elevation-fixture.ts'
import {
  type FixtureHeights,
  writeHeightsFixture,
} from '../../tests/fixtures/elevation/height-files.ts'
import { makeAndRead } from '../../tests/fixtures/elevation/made-raster.ts'
import * as squareHeights from '../../tests/fixtures/elevation/square-heights.ts'
import {
  at,
  type Changes,
  NOISE,
  noise,
  SQUARE,
  THIRD,
} from '../../tests/fixtures/elevation/square-heights.ts'
import { fixtureRows, readFixture } from '../../tests/layer-fixture.ts'
import { isLongRun } from '../../tests/long-run.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-elevation-'))
})
afterAll(() => rm(folder, { recursive: true }))

const make = (files: FixtureHeights[], changes?: Changes, partition?: string) =>
  squareHeights.make(folder, files, changes, partition)
const refusal = (files: FixtureHeights[], changes?: Changes) =>
  squareHeights.refusal(folder, files, changes)

describe('a raster in degrees, north up', () => {
  test('is retiled and not resampled: every height is the same, bit for bit', async () => {
    const made = await make([{ ...SQUARE, value: noise }])
    expect([made.columns, made.rows]).toEqual([100, 100])
    for (let row = 0; row < 100; row++)
      for (let column = 0; column < 100; column++)
        expect(at(made, column, row)).toBe(noise(column, row))
    expect(made.west).toBeCloseTo(-72, 12)
    expect(made.north).toBeCloseTo(30, 12)
    expect(made.step[0]).toBeCloseTo(THIRD, 15)
  })

  test('becomes a tiled file of areas in Float32, with overviews of means, that geotiff.js reads', async () => {
    const big = { ...SQUARE, columns: 600, rows: 520 }
    const made = await make([{ ...big, value: (column, row) => 10 + column / 50 + row / 80 }])
    expect(made).toMatchObject({ isTiled: true, isArea: true, nodata: -9999 })
    expect(made.overviews).toBeGreaterThanOrEqual(1)
    const tiff = await fromFile(made.made.rasters![0].file)
    const half = await tiff.getImage(1)
    const means = (await half.readRasters({ interleave: true })) as unknown as Float32Array
    expect(half.getWidth()).toBe(300)
    const four = [at(made, 20, 40), at(made, 21, 40), at(made, 20, 41), at(made, 21, 41)]
    expect(means[20 * 300 + 10]).toBeCloseTo(four.reduce((sum, each) => sum + each, 0) / 4, 4)
    await tiff.close()
  })

  test('gives the same bytes from run to run', async () => {
    const files = [{ ...SQUARE, value: noise }]
    const bytes = async () => await readFile((await make(files)).made.rasters![0].file)
    expect((await bytes()).equals(await bytes())).toBe(true)
  })
})

describe('units and positions of values', () => {
  test('values of points: GDAL ties the first value itself, and its cell begins half a cell before', async () => {
    const place = join(folder, 'point')
    await mkdir(place)
    // As GLO-30 has it: the corner of the first cell is half a cell off the whole degree.
    const corner = { west: -72 - THIRD / 2, north: 30 + THIRD / 2 }
    const file = writeHeightsFixture(join(place, 'a.tif'), {
      ...SQUARE,
      ...corner,
      isPoint: true,
      value: noise,
    })
    const raw = await fromFile(file)
    const image = await raw.getImage()
    expect(image.getGeoKeys()?.GTRasterTypeGeoKey).toBe(2)
    expect((await image.getTiePoints())[0]).toMatchObject({ i: 0, j: 0, x: -72, y: 30 })
    await raw.close()
    const made = await makeAndRead(folder, place)
    expect(made.isArea).toBe(true)
    // The first value is at -72, 30: the middle of the first cell.
    expect(made.west + made.step[0] / 2).toBeCloseTo(-72, 12)
    expect(made.north - made.step[1] / 2).toBeCloseTo(30, 12)
    expect(at(made, 0, 0)).toBe(noise(0, 0))
  })

  test.each([
    ['foot', 'ft', 0.3048],
    ['us_survey_foot', 'US survey foot', 1200 / 3937],
    ['metre', 'm', 1],
  ] as const)(
    'heights in %s become metres, whether the file or the partition states it',
    async (is, unit, metres) => {
      const declared = await make([{ ...SQUARE, value: noise }], {
        unit: { is, evidence: "by the publisher's documents" },
      })
      const read = await make([{ ...SQUARE, value: noise, unit }], { unit: 'auto' })
      for (const made of [declared, read])
        expect(at(made, 7, 9)).toBe(Math.fround(noise(7, 9) * metres))
    },
  )

  test('on a mountain the two feet differ by centimetres, and are distinguished', async () => {
    const peak = { ...SQUARE, value: () => 14_000 }
    const [survey, foot] = await Promise.all(
      ['us-ft', 'ft'].map((unit) => make([{ ...peak, unit }], { unit: 'auto' })),
    )
    expect(at(survey, 0, 0) - at(foot, 0, 0)).toBeCloseTo(0.0085, 3)
  })

  test('a unit that is not stated stops the run, and one that the file contradicts is noted', async () => {
    expect(await refusal([{ ...SQUARE, value: noise }], { unit: 'auto' })).toMatch(
      /does not state the unit of its heights/,
    )
    expect(await refusal([{ ...SQUARE, value: noise, unit: 'fathom' }], { unit: 'auto' })).toMatch(
      /unit "fathom" is not known/,
    )
    const { made } = await make([{ ...SQUARE, value: noise, unit: 'ft' }])
    expect(made.coverage.note).toContain('where the file says "ft"')
  })

  test('scaled integers are heights', async () => {
    const made = await make([
      { ...SQUARE, type: 'Int16', scale: 0.1, offset: 5, value: (column) => column },
    ])
    expect(at(made, 30, 0)).toBeCloseTo(8, 6)
  })
})

describe('cells without a height', () => {
  const DECLARED: [what: string, nodata: number][] = [
    ['not a number', Number.NaN],
    ['a sensible height that is declared so', 0],
  ]
  const MORE_DECLARED: typeof DECLARED = [
    ['a declared value', -9999],
    ["Float32's least, as GDAL prints it", -3.4028234663852886e38],
    ["3DEP's", -999999],
  ]
  test.each([...DECLARED, ...(isLongRun ? MORE_DECLARED : [])])(
    '%s is nodata',
    async (_, nodata) => {
      const value = (column: number, row: number) =>
        column < 10 ? nodata : noise(column, row) + 30
      const made = await make([{ ...SQUARE, nodata, value }])
      for (let row = 0; row < 100; row++)
        for (let column = 0; column < 10; column++) expect(at(made, column, row)).toBe(-9999)
      expect(made.made.rasters![0].cells_with_value).toBe(9_000)
      expect(made.made.tally.cases).toEqual({})
    },
  )

  test('a mask of the file hides cells', async () => {
    const made = await make([{ ...SQUARE, value: noise, hidden: (column) => column >= 90 }])
    expect(made.made.rasters![0].cells_with_value).toBe(9_000)
    expect(at(made, 95, 5)).toBe(-9999)
  })

  test.each(isLongRun ? [-32768, -3.4028234663852886e38, -9999, -999] : [-32768, -999])(
    '%d undeclared is not a height, and is counted',
    async (sentinel) => {
      const value = (column: number, row: number) => (row === 3 ? sentinel : noise(column, row))
      const made = await make([{ ...SQUARE, value }])
      expect(made.made.tally.cases).toEqual({ 'elevation.undeclared_nodata_cells': 100 })
      expect(made.made.tally.rejects).toEqual({})
      expect(at(made, 50, 3)).toBe(-9999)
    },
  )

  test('a height out of range is refused, counted and shown', async () => {
    const value = (column: number, row: number) => (row === 3 && column < 2 ? 12_345 : 7)
    const made = await make([{ ...SQUARE, value }])
    expect(made.made.tally.rejects).toEqual({
      'elevation.out_of_range': {
        count: 2,
        example: 'a.tif, row 3, column 0: 12345.0 m is not within -500 to 9000 m',
      },
    })
  })

  test('zeros without a declared nodata are sea level at a coast, and stop the run in the mountains', async () => {
    const coast = (column: number) => (column < 50 ? 0 : column / 10)
    expect(at(await make([{ ...SQUARE, value: coast }]), 5, 5)).toBe(0)
    const hills = (column: number) => (column < 50 ? 0 : 800)
    expect(await refusal([{ ...SQUARE, value: hills }])).toMatch(/looks like a fill/)
    expect(at(await make([{ ...SQUARE, value: hills }], { nodata: 0 }), 5, 5)).toBe(-9999)
    expect(at(await make([{ ...SQUARE, value: hills }], { nodata: null }), 5, 5)).toBe(0)
  })

  test('a raster without any height is refused', async () => {
    expect(await refusal([{ ...SQUARE, nodata: -9999, value: () => -9999 }])).toMatch(
      /no cell of its rasters has a height/,
    )
  })
})

describe('the vertical datum', () => {
  test.each([
    [
      'a frame with an ellipsoidal axis',
      'EPSG:4979',
      'NAVD88',
      /counts heights from the ellipsoid/,
    ],
    [
      'a partition with ellipsoidal heights',
      'EPSG:4326',
      'WGS 84 ellipsoid',
      /above the ellipsoid .* are refused/,
    ],
    [
      'another geoid than that of its partition',
      'EPSG:4326+3855',
      'NAVD88',
      /"EGM2008 geoid".*states NAVD88/,
    ],
  ])('%s is refused', async (_, frame, name, message) => {
    const vertical_datum = { name, evidence: 'so the fixture says' }
    const refused = await refusal([{ ...SQUARE, frame, value: noise }], { vertical_datum })
    expect(refused).toMatch(message)
  })

  test('a vertical frame that agrees is accepted, with its unit', async () => {
    const made = await make([{ ...SQUARE, frame: 'EPSG:4269+6360', value: noise }], {
      unit: 'auto',
    })
    expect(at(made, 1, 1)).toBe(Math.fround((noise(1, 1) * 1200) / 3937))
    expect(made.row.values.vertical_datum).toBe('NAVD88')
  })

  test('a raster without a frame is refused', async () => {
    expect(await refusal([{ ...SQUARE, frame: null, value: noise }])).toMatch(
      /does not state its coordinate system/,
    )
  })
})

describe('the row and what it covers', () => {
  test('two rasters become the rows of the fixture, one where it has heights alone', async () => {
    const fixture = readFixture('elevation')
    const ground = { ...SQUARE, north: 30.01, columns: 54, rows: 108 }
    const surface = { ...SQUARE, north: 30.01, step: 1 / 3600, columns: 36, rows: 36 }
    const of =
      ({ west, north, step }: FixtureHeights, height: (lng: number, lat: number) => number) =>
      (column: number, row: number) =>
        height(west + (column + 0.5) * step, north - (row + 0.5) * step)
    const made = [
      await make(
        [{ ...ground, value: of({ ...ground, value: noise }, fixtureGround) }],
        {
          note: 'Fictional heights of the ground.',
        },
        'ground',
      ),
      await make(
        [
          {
            ...surface,
            nodata: Number.NaN,
            value: of({ ...surface, value: noise }, fixtureSurface),
          },
        ],
        {
          model: 'surface',
          vertical_datum: { name: 'EGM2008', evidence: 'so the fixture says' },
          resolution_m: 30,
          note: 'Fictional heights with buildings and trees.',
        },
        'surface',
      ),
    ]
    const expected = fixtureRows(fixture, elevationRasters)
    expect(made.map(({ row }) => row)).toEqual(expected)
    for (const { made: one, row } of made) {
      const declared = fixtureRows(fixture, coverageTable).find(
        ({ values }) => values.partition === row.values.partition,
      )!
      expect([one.coverage.from, one.coverage.note, one.coverage.outside]).toEqual([
        declared.values.declared_by,
        declared.values.source_note,
        declared.values.outside,
      ])
      expect(areaM2(one.coverage.polygons!)).toBeCloseTo(areaM2(declared.polygons!), 1)
    }
  })

  test('it has the least and the greatest height, and the outline of the heights', async () => {
    const value = (column: number, row: number) => (column < 50 ? -9999 : noise(column, row))
    const { row, made } = await make([{ ...SQUARE, nodata: -9999, value }])
    const heights = [...NOISE.keys()].flatMap((i) => {
      const [column, line] = [i % 200, Math.floor(i / 200)]
      return column >= 50 && column < 100 && line < 100 ? [NOISE[i]] : []
    })
    expect(row.values).toMatchObject({ min_m: Math.min(...heights), max_m: Math.max(...heights) })
    const inside = (lng: number, lat: number) =>
      containsPoint(row.polygons!, Math.round(lng * GRID), Math.round(lat * GRID))
    expect(inside(-72 + 20 * THIRD, 30 - 50 * THIRD)).toBe(false)
    expect(inside(-72 + 80 * THIRD, 30 - 50 * THIRD)).toBe(true)
    const [share, whole] = [areaM2(row.polygons!), areaM2(made.coverage.polygons!)]
    expect(share / whole).toBeCloseTo(0.5, 1)
    expect(made.coverage.from).toBe('the extent of the rasters: a.tif')
  })
})
