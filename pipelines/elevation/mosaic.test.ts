import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FixtureHeights } from '../../tests/fixtures/elevation/height-files.ts'
import * as squareHeights from '../../tests/fixtures/elevation/square-heights.ts'
import { at, noise, SQUARE, THIRD } from '../../tests/fixtures/elevation/square-heights.ts'
import { gdal } from '../stages/gdal.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-elevation-'))
})
afterAll(() => rm(folder, { recursive: true }))

const make = (files: FixtureHeights[]) => squareHeights.make(folder, files)
const refusal = (files: FixtureHeights[]) => squareHeights.refusal(folder, files)

describe('several tiles of one grid', () => {
  const west = { ...SQUARE, columns: 60, value: noise }
  const east = {
    ...SQUARE,
    west: -72 + 54 * THIRD,
    columns: 46,
    value: (column: number, row: number) => noise(column + 54, row),
  }

  test('are one raster without a gap or a seam: the bytes are those of the whole', async () => {
    const whole = await make([{ ...SQUARE, value: noise }])
    const tiles = await make([west, east])
    expect(tiles.made.tally.cases).toEqual({ 'elevation.overlap_cells': 600 })
    expect([tiles.columns, tiles.rows]).toEqual([100, 100])
    expect(Buffer.from(tiles.heights.buffer).equals(Buffer.from(whole.heights.buffer))).toBe(true)
  })

  test('where both have a height the first wins, where it has none the next', async () => {
    const holed = { ...west, nodata: -9999, value: (_: number, r: number) => (r < 5 ? -9999 : 1) }
    const other = { ...east, value: () => 2 }
    const made = await make([holed, other])
    expect([at(made, 56, 50), at(made, 56, 2), at(made, 80, 50), at(made, 10, 2)]).toEqual([
      1, 2, 2, -9999,
    ])
    expect(made.made.tally.cases).toEqual({
      'elevation.overlap_cells': 570,
      'elevation.overlap_cells_that_differ': 570,
      'elevation.cells_filled_by_next': 30,
    })
  })

  test.each([
    [
      'off the grid by a third of a cell',
      { ...east, west: east.west + THIRD / 3 },
      /0\.33 of a cell/,
    ],
    ['of another cell size', { ...east, step: THIRD * 1.5 }, /cells have another size/],
    ['of another frame', { ...east, frame: 'EPSG:4326' }, /another coordinate system than a\.tif/],
  ])('one %s is refused: none is resampled to fit another grid', async (_, other, message) => {
    expect(await refusal([west, other])).toMatch(message)
  })
})

describe('a projected raster', () => {
  // UTM zone 19N near 72 W, 30 N, metres: a plane that a warp must preserve.
  const grid = { columns: 120, rows: 90, west: 210_000, north: 3_321_000, step: 10 }
  const plane = (column: number, row: number) => 50 + column * 0.25 - row * 0.125

  test('is warped at about its own spacing, and a plane stays a plane', async () => {
    const made = await make([{ ...grid, frame: 'EPSG:26919', value: plane }])
    const metresOfCell = made.step[1] * 110_852
    expect(metresOfCell).toBeGreaterThan(7)
    expect(metresOfCell).toBeLessThan(14)
    const operation = new gdal.CoordinateTransformation(
      gdal.SpatialReference.fromEPSG(4269),
      gdal.SpatialReference.fromEPSG(26919),
    )
    let seen = 0
    let worst = 0
    for (let row = 0; row < made.rows; row += 3)
      for (let column = 0; column < made.columns; column += 3) {
        const height = at(made, column, row)
        const { x, y } = operation.transformPoint(
          made.west + (column + 0.5) * made.step[0],
          made.north - (row + 0.5) * made.step[1],
        )
        const [across, down] = [(x - grid.west) / 10 - 0.5, (grid.north - y) / 10 - 0.5]
        if (across < 1 || down < 1 || across > 118 || down > 88) continue
        seen++
        worst = Math.max(worst, Math.abs(height - plane(across, down)))
      }
    expect(worst).toBeLessThan(1e-4)
    expect(seen).toBeGreaterThan(50)
  })

  test('does not interpolate with nodata, and its edge is not a slope', async () => {
    const value = (column: number) => (column < 60 ? -9999 : 100)
    const made = await make([{ ...grid, frame: 'EPSG:26919', nodata: -9999, value }])
    const different = new Set(made.heights)
    different.delete(-9999)
    for (const height of different) expect(height).toBeCloseTo(100, 3)
  })

  test('gives no seam where two tiles meet', async () => {
    const half = { ...grid, frame: 'EPSG:26919', columns: 60, value: plane }
    const adjacent = { ...half, west: 210_600, value: (c: number, r: number) => plane(c + 60, r) }
    const whole = await make([{ ...grid, frame: 'EPSG:26919', value: plane }])
    const tiles = await make([half, adjacent])
    expect(Buffer.from(tiles.heights.buffer).equals(Buffer.from(whole.heights.buffer))).toBe(true)
  })
})
