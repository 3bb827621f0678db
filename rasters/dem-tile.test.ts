import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode } from 'fast-png'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FixtureRaster, writeRaster } from '../tests/fixtures/elevation/raster-file.ts'
import { DEM_TILE_PIXELS, demTile, tileBox } from './dem-tile.ts'
import { OpenRasters } from './open-rasters.ts'

let folder: string
let rasters: OpenRasters
let files = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-dem-'))
  rasters = new OpenRasters(folder)
})
afterAll(async () => {
  await rasters.close()
  await rm(folder, { recursive: true })
})

const STEP = 1 / 10_800
const plane = (lng: number, lat: number) => 100 + (lng + 72) * 4_000 - (lat - 30) * 3_000
const WHOLE: FixtureRaster = {
  west: -72,
  north: 30,
  step: STEP,
  columns: 600,
  rows: 600,
  height: plane,
  overviews: 4,
  blockSize: 128,
}

async function opened(raster: Partial<FixtureRaster> = {}) {
  const file = `r${files++}.tif`
  await writeRaster(join(folder, file), { ...WHOLE, ...raster })
  return await rasters.open({ file, frame: null })
}

let whole: ReturnType<typeof opened> | undefined
/** The plane, written once. */
function openedWhole() {
  whole ??= opened()
  return whole
}

/** The tile of a zoom that holds a place. */
function tileAt(z: number, lng: number, lat: number): [number, number, number] {
  const sine = Math.sin((lat * Math.PI) / 180)
  const x = Math.floor(((lng + 180) / 360) * 2 ** z)
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** z)
  return [z, x, y]
}
const MIDDLE = tileAt(14, -71.97, 29.97)

/** Metres of each pixel, as a map reads them. */
function heightsOf(png: Uint8Array | null): number[] {
  const { data, width, height, channels } = decode(png!)
  expect([width, height, channels]).toEqual([DEM_TILE_PIXELS, DEM_TILE_PIXELS, 3])
  return Array.from({ length: width * height }, (_, i) => {
    const [red, green, blue] = [data[i * 3], data[i * 3 + 1], data[i * 3 + 2]]
    return -10_000 + (red * 65_536 + green * 256 + blue) / 10
  })
}

const most = (numbers: number[]) => numbers.reduce((a, b) => Math.max(a, b), 0)

/** The middle of a pixel, degrees. */
function placeOf([z, x, y]: [number, number, number], i: number): [lng: number, lat: number] {
  const [c, r] = [i % DEM_TILE_PIXELS, Math.floor(i / DEM_TILE_PIXELS)]
  const pixels = DEM_TILE_PIXELS * 2 ** z
  const [px, py] = [x * DEM_TILE_PIXELS + c + 0.5, y * DEM_TILE_PIXELS + r + 0.5]
  const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * py) / pixels))) * 180) / Math.PI
  return [(px / pixels) * 360 - 180, lat]
}

describe('a tile of heights', () => {
  test.each([16, 14, 13])(
    'of zoom %i has the height of the ground under every pixel',
    async (z) => {
      const place = tileAt(z, -71.97, 29.97)
      const [west, south, east, north] = tileBox(...place)
      const heights = heightsOf(await demTile([await openedWhole()], place, 0))
      const places = heights.map((_, i) => placeOf(place, i))
      const isOutside = places.some(
        ([lng, lat]) => lng < west || lng > east || lat < south || lat > north,
      )
      expect(isOutside).toBe(false)
      const errors = places.flatMap(([lng, lat], i) => {
        const isWell = lng > -71.999 && lng < -71.946 && lat < 29.999 && lat > 29.946
        return isWell ? [Math.abs(heights[i] - plane(lng, lat))] : []
      })
      expect(errors.length).toBeGreaterThan(10_000)
      // Steps of 0.1 m, and Float32.
      expect(most(errors)).toBeLessThan(0.06)
    },
  )

  test('from afar is read of overviews, and where no raster has a height the fill stands', async () => {
    const place = tileAt(9, -71.97, 29.97)
    const heights = heightsOf(await demTile([await openedWhole()], place, -7))
    const [on, off] = [heights.filter((h) => h !== -7), heights.filter((h) => h === -7)]
    expect(on.length).toBeGreaterThan(200)
    expect(off.length).toBeGreaterThan(60_000)
    const errors = heights.map((height, i) =>
      height === -7 ? 0 : Math.abs(height - plane(...placeOf(place, i))),
    )
    expect(most(errors)).toBeLessThan(15)
  })

  test('takes the first raster that has a height, and where it has none the next', async () => {
    const hole = await opened({
      height: (lng, lat) => (lng < -71.97 ? Number.NaN : plane(lng, lat)),
    })
    const other = await opened({ height: () => -50 })
    const heights = heightsOf(await demTile([hole, other], MIDDLE, 0))
    const errors = heights.map((height, i) => {
      const [lng, lat] = placeOf(MIDDLE, i)
      // About the edge the pixel decides.
      if (Math.abs(lng + 71.97) < 0.0002) return 0
      return Math.abs(height - (lng < -71.97 ? -50 : plane(lng, lat)))
    })
    expect(most(errors)).toBeLessThan(0.06)
    expect(new Set(heights.map((height) => height === -50)).size).toBe(2)
  })

  test('of nothing is null: where no raster is, and where none has a height', async () => {
    expect(await demTile([await openedWhole()], tileAt(14, -70, 29.97), 0)).toBeNull()
    expect(await demTile([await opened({ height: () => Number.NaN })], MIDDLE, 0)).toBeNull()
    expect(await demTile([], MIDDLE, 0)).toBeNull()
  })

  test('of a raster without overviews is not read cell by cell at small scales', async () => {
    const plain = await opened({ columns: 1_100, rows: 1_100, overviews: 0 })
    expect(await demTile([plain], tileAt(9, -71.97, 29.97), 0)).toBeNull()
    expect(await demTile([plain], MIDDLE, 0)).not.toBeNull()
  })
})
