import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GRID } from '../geometry/polygons.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { type FixtureRaster, writeRaster } from '../tests/fixtures/elevation/raster-file.ts'
import { ByteCache } from './byte-cache.ts'
import { FileSource } from './byte-source.ts'
import { Cog } from './cog.ts'
import { GRID_NODES_MAX } from './height-grid.ts'
import { OpenRasters } from './open-rasters.ts'
import { RasterFault } from './raster-fault.ts'
import type { RasterRef } from './raster-ref.ts'
import { boundReached, FOOT_M, makeTerrain, type TerrainSource } from './terrain.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-rasters-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** 1/3 arc-second, as 3DEP's. */
const STEP = 1 / 10_800
const WEST = -72
const NORTH = 30
/** A metre a column and half a metre a row: a plane, in degrees. */
const plane = (lng: number, lat: number) => 10 + (lng - WEST) / STEP + (NORTH - lat) / STEP / 2
const PLANE: FixtureRaster = {
  west: WEST,
  north: NORTH,
  step: STEP,
  columns: 100,
  rows: 80,
  height: plane,
}

let files = 0
async function written(raster: Partial<FixtureRaster> = {}): Promise<RasterRef> {
  const file = `rasters/r${files++}.tif`
  await writeRaster(join(folder, file), { ...PLANE, ...raster })
  return {
    key: file,
    partition: file,
    file,
    frame: null,
    model: 'bare_earth',
    vertical_datum: 'NAVD88',
    resolution_m: 10,
  }
}

async function heightAt(refs: RasterRef[], lng: number, lat: number) {
  const rasters = new OpenRasters(folder)
  try {
    return await rasters.heightAt(refs, lng, lat)
  } finally {
    await rasters.close()
  }
}

async function terrainOf(refs: RasterRef[], box: readonly [number, number, number, number]) {
  const rasters = new OpenRasters(folder)
  const sources = await Promise.all(
    refs.map(async (ref): Promise<TerrainSource> => {
      return {
        cog: await rasters.open(ref),
        partition: ref.partition,
        resolution_m: ref.resolution_m,
      }
    }),
  )
  try {
    return await makeTerrain(sources, box)
  } finally {
    await rasters.close()
  }
}

const units = (degrees: number[]) =>
  degrees.map((each) => Math.round(each * GRID)) as [number, number, number, number]

describe('a height at a point', () => {
  test('lies between the centres of pixels: on a plane it is exact anywhere, in every block', async () => {
    const refs = [await written({ isDeflated: true })]
    const random = seededRandom(6_101)
    for (let i = 0; i < 200; i++) {
      const lng = WEST + (0.5 + random() * 99) * STEP
      const lat = NORTH - (0.5 + random() * 79) * STEP
      const found = await heightAt(refs, lng, lat)
      expect(found!.height_m).toBeCloseTo(plane(lng, lat), 4)
    }
  })

  test('of a raster whose pixels are points is where those points are', async () => {
    const refs = [await written({ isPoint: true })]
    const [lng, lat] = [WEST + 3.25 * STEP, NORTH - 5.5 * STEP]
    expect((await heightAt(refs, lng, lat))!.height_m).toBeCloseTo(plane(lng, lat), 4)
  })

  test('in the outer half pixel is that of the pixel, and beyond the edge there is none', async () => {
    const refs = [await written()]
    const corner = await heightAt(refs, WEST + STEP / 10, NORTH - STEP / 10)
    expect(corner!.height_m).toBeCloseTo(plane(WEST + STEP / 2, NORTH - STEP / 2), 4)
    expect(await heightAt(refs, WEST - STEP / 10, NORTH - STEP)).toBeNull()
  })

  test('next to nodata is that of the pixel that contains the point, and nodata is not a height', async () => {
    const hole = (lng: number, lat: number, c: number, r: number) =>
      c === 10 && r === 10 ? Number.NaN : plane(lng, lat)
    const refs = [await written({ height: hole })]
    const centre = (c: number, r: number) => [WEST + (c + 0.5) * STEP, NORTH - (r + 0.5) * STEP]
    expect(await heightAt(refs, centre(10, 10)[0], centre(10, 10)[1])).toBeNull()
    const [lng, lat] = centre(9, 10)
    expect((await heightAt(refs, lng + STEP * 0.4, lat))!.height_m).toBeCloseTo(plane(lng, lat), 4)
    expect((await heightAt(refs, lng, lat))!.height_m).toBeCloseTo(plane(lng, lat), 4)
  })

  test('across the edge of two tiles is what it is within one', async () => {
    const left = await written({ columns: 50 })
    const right = await written({ columns: 50, west: WEST + 50 * STEP })
    const random = seededRandom(6_102)
    for (let i = 0; i < 50; i++) {
      const lng = WEST + (49.5 + random()) * STEP
      const lat = NORTH - (1 + random() * 70) * STEP
      for (const refs of [
        [left, right],
        [right, left],
      ])
        expect((await heightAt(refs, lng, lat))!.height_m).toBeCloseTo(plane(lng, lat), 4)
    }
  })

  test('is of the next raster where the best has none', async () => {
    const best = await written({ height: (_, __, c) => (c < 50 ? 1 : Number.NaN) })
    const next = await written({ height: () => 2 })
    expect(await heightAt([best, next], WEST + 20.5 * STEP, NORTH - 9 * STEP)).toMatchObject({
      height_m: 1,
      raster: best,
    })
    expect(await heightAt([best, next], WEST + 60.5 * STEP, NORTH - 9 * STEP)).toMatchObject({
      height_m: 2,
      raster: next,
    })
  })

  test('outside of the possible range is missing, declared as nodata or not', async () => {
    const odd = [-32_768, 1e30, -3.4028234663852886e38, 99_999]
    const refs = [await written({ height: (_, __, c) => odd[c % odd.length] })]
    for (const c of [3, 4, 5, 6])
      expect(await heightAt(refs, WEST + (c + 0.5) * STEP, NORTH - 5.5 * STEP)).toBeNull()
  })
})

describe('the terrain of a box', () => {
  const feet = (lng: number, lat: number) => plane(lng, lat) / FOOT_M
  const BOX = units([
    WEST + 20.3 * STEP,
    NORTH - 45.8 * STEP,
    WEST + 31.7 * STEP,
    NORTH - 30.1 * STEP,
  ])

  test('is cut at the box exactly, and its heights and contours are those of the ground', async () => {
    const terrain = (await terrainOf([await written()], BOX))!
    const [west, south, east, north] = BOX
    expect(terrain.min_ft).toBeCloseTo(feet(west / GRID, north / GRID), 3)
    expect(terrain.max_ft).toBeCloseTo(feet(east / GRID, south / GRID), 3)
    const { coords, ends, elevations } = terrain.lines!
    expect(elevations.length).toBe(terrain.contour_count)
    expect(elevations.length).toBe(Math.floor(terrain.max_ft) - Math.floor(terrain.min_ft))
    const isOnBox = (at: number) =>
      [west, east].includes(coords[at * 2]) || [south, north].includes(coords[at * 2 + 1])
    elevations.forEach((level, i) => {
      const [from, to] = [i === 0 ? 0 : ends[i - 1], ends[i]]
      expect(isOnBox(from) && isOnBox(to - 1)).toBe(true)
      for (let at = from; at < to; at++) {
        const [x, y] = [coords[at * 2], coords[at * 2 + 1]]
        expect(x >= west && x <= east && y >= south && y <= north).toBe(true)
        // Half a grid unit of 1 cm either way, on a slope of 1 m in 10, and Float32 metres.
        expect(Math.abs(feet(x / GRID, y / GRID) - level)).toBeLessThan(0.006)
      }
    })
  })

  test('of a parcel within one pixel is cut out of it', async () => {
    const small = units([
      WEST + 20.1 * STEP,
      NORTH - 20.4 * STEP,
      WEST + 20.4 * STEP,
      NORTH - 20.2 * STEP,
    ])
    const terrain = (await terrainOf([await written()], small))!
    expect(terrain.min_ft).toBeCloseTo(feet(small[0] / GRID, small[3] / GRID), 3)
    expect(terrain.max_ft).toBeCloseTo(feet(small[2] / GRID, small[1] / GRID), 3)
  })

  test('of two tiles is that of one, to the last vertex', async () => {
    const random = seededRandom(6_103)
    const bumps = Array.from({ length: 100 * 80 }, () => random() * 8)
    const rough = (_: number, __: number, c: number, r: number) => bumps[r * 100 + c]
    const one = await written({ height: rough })
    const left = await written({ height: rough, columns: 26, blockSize: 16 })
    const shifted = (lng: number, lat: number, c: number, r: number) => rough(lng, lat, c + 26, r)
    const right = await written({ height: shifted, columns: 74, west: WEST + 26 * STEP })
    const whole = (await terrainOf([one], BOX))!
    expect(whole.contour_count).toBeGreaterThan(50)
    for (const refs of [
      [left, right],
      [right, left],
    ]) {
      const { partitions, ...joined } = (await terrainOf(refs, BOX))!
      const { partitions: _, ...expected } = whole
      expect(joined).toEqual(expected)
      expect(partitions).toHaveLength(2)
    }
  })

  test('of tiles that are not on one grid has no gap where they meet', async () => {
    const left = await written({ columns: 26 })
    const right = await written({ west: WEST + 25.7 * STEP, north: NORTH + 0.4 * STEP })
    const terrain = (await terrainOf([left, right], BOX))!
    expect(terrain.without_height_pct).toBe(0)
    const one = (await terrainOf([await written()], BOX))!
    expect(terrain.contour_count).toBe(one.contour_count)
  })

  test('of a 2 m raster is of means on a grid of about 10 m, with overviews and without', async () => {
    const fine = { step: STEP / 5, columns: 500, rows: 400 }
    for (const overviews of [0, 4]) {
      const terrain = (await terrainOf([await written({ ...fine, overviews })], BOX))!
      expect(terrain.min_ft).toBeCloseTo(feet(BOX[0] / GRID, BOX[3] / GRID), 2)
      expect(terrain.max_ft).toBeCloseTo(feet(BOX[2] / GRID, BOX[1] / GRID), 2)
      const { coords } = terrain.lines!
      // About as many vertices as the 10 m raster gives, not 25 times as many.
      const plain = (await terrainOf([await written()], BOX))!.lines!.coords.length
      expect(coords.length).toBeLessThan(plain * 2)
      expect(coords.length).toBeGreaterThan(plain / 2)
    }
  })

  test('has no contour where heights are missing, and states their share', async () => {
    const east = await written({ height: (lng, lat, c) => (c < 26 ? plane(lng, lat) : Number.NaN) })
    const terrain = (await terrainOf([east], BOX))!
    expect(terrain.without_height_pct).toBeGreaterThan(40)
    expect(terrain.without_height_pct).toBeLessThan(60)
    const xs = [...terrain.lines!.coords].filter((_, i) => i % 2 === 0)
    expect(Math.max(...xs)).toBeLessThanOrEqual((WEST + 25.5 * STEP) * GRID + 1)
    expect(await terrainOf([await written({ height: () => Number.NaN })], BOX)).toBeNull()
  })

  test('past its bounds is refused with the reason', async () => {
    const ref = await written()
    const side = Math.ceil(Math.sqrt(GRID_NODES_MAX) + 1) * STEP
    const large = terrainOf([ref], units([WEST, NORTH - side, WEST + side, NORTH]))
    expect(boundReached(await large.catch((error) => error))).toMatch(/too large/)
    const cliffs = await written({ height: (_, __, c, r) => ((c + r) % 2) * 8_000 })
    const steep = terrainOf([cliffs], BOX)
    expect(boundReached(await steep.catch((error) => error))).toMatch(/too steep/)
  })
})

describe('a raster', () => {
  test('that is closed while it is read is read to the end, and its file is closed once', async () => {
    const rasters = new OpenRasters(folder)
    const cog = await rasters.open(await written({ columns: 400, rows: 400 }))
    const reading = cog.read(0, { column: 0, row: 0, columns: 400, rows: 400 })
    await Promise.all([rasters.close(), rasters.close()])
    expect((await reading)[0]).toBeCloseTo(plane(WEST + STEP / 2, NORTH - STEP / 2), 4)
    await expect(rasters.open({ file: 'rasters/r0.tif', frame: null })).rejects.toThrow('closed')
  })

  test('that is broken, cut short or none at all is refused by name', async () => {
    const { writeFile, readFile } = await import('node:fs/promises')
    const sound = await readFile(join(folder, (await written()).file))
    const broken: [string, Buffer][] = [
      ['nothing', Buffer.alloc(0)],
      ['text', Buffer.from('<html>not found</html>')],
      ['head', sound.subarray(0, 60)],
    ]
    for (const [name, bytes] of broken) {
      const path = join(folder, `${name}.tif`)
      await writeFile(path, bytes)
      const source = await FileSource.open(path)
      await expect(Cog.open(source, path, new ByteCache<Float32Array>(1e6))).rejects.toThrow(
        RasterFault,
      )
    }
    const path = join(folder, 'cut.tif')
    await writeFile(path, sound.subarray(0, sound.length - 20_000))
    const cog = await Cog.open(await FileSource.open(path), path, new ByteCache<Float32Array>(1e6))
    const all = { column: 0, row: 0, columns: 100, rows: 80 }
    await expect(cog.read(0, all)).rejects.toThrow(RasterFault)
    await cog.close()
  })

  test('is decoded once for many readers, and the cache stays within its bytes', async () => {
    const cache = new ByteCache<Float32Array>(3 * (400 + 256))
    let loads = 0
    const load = (key: string) =>
      cache.get(key, async () => {
        loads++
        return new Float32Array(100)
      })
    await Promise.all(['a', 'a', 'a'].map(load))
    expect(loads).toBe(1)
    for (const key of ['b', 'c', 'a', 'd', 'a']) await load(key)
    expect(loads).toBe(4)
    await load('b')
    expect(loads).toBe(5)
    cache.deletePrefix('a')
    await load('a')
    expect(loads).toBe(6)
  })
})
