import { copyFile, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyRaster } from '../../builds/verify-raster.ts'
import { missingFiles } from '../../catalog/build-folder.ts'
import { type Manifest, type Raster, readManifest } from '../../catalog/manifest.ts'
import { GRID } from '../../geometry/polygons.ts'
import { OpenRasters } from '../../rasters/open-rasters.ts'
import { rasterRefs } from '../../rasters/raster-ref.ts'
import { writeHeightsFixture } from '../fixtures/elevation/height-files.ts'
import { exampleManifest } from '../fixtures/example-build.ts'
import { sampleLocations } from '../sample/shared-county.ts'
import { type AnsweringBuild, sampleBuild } from './build-home.ts'

let build: AnsweringBuild
let manifest: Manifest
let folder: string
beforeAll(async () => {
  build = (await sampleBuild()).build
  manifest = build.open.manifest
  folder = await mkdtemp(join(tmpdir(), 'plat-rasters-'))
})
afterAll(async () => {
  build?.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the rasters of the sample county in its build', () => {
  test('are in the manifest with their size, and passed their audits', () => {
    expect(manifest.rasters.map(({ file }) => file)).toEqual([
      'rasters/sample-surface.tif',
      'rasters/sample.tif',
    ])
    for (const { table, layer, partition, cells_with_value, width, height } of manifest.rasters) {
      expect([table, layer]).toEqual(['elevation_rasters', 'elevation'])
      expect(partition).toMatch(/^sample/)
      expect(cells_with_value).toBeGreaterThan(width * height * 0.5)
    }
    const names = manifest.audits.filter(({ name }) => name.startsWith('raster_'))
    expect(names.map(({ name, passed }) => [name, passed])).toEqual([
      ['raster_values', true],
      ['raster_range', true],
      ['raster_values', true],
      ['raster_range', true],
    ])
  })

  test('are assets of their Items in the STAC catalog', async () => {
    for (const { partition, bytes, sha256, width, height } of manifest.rasters) {
      const item = join(
        build.open.paths.folder,
        `stac/elevation/elevation_rasters-${partition}.json`,
      )
      expect(JSON.parse(await readFile(item, 'utf8')).assets.raster).toMatchObject({
        href: `../../rasters/${partition}.tif`,
        type: 'image/tiff; application=geotiff; profile=cloud-optimized',
        'file:size': bytes,
        'file:checksum': `1220${sha256}`,
        'proj:shape': [height, width],
      })
    }
  })

  test('have the height of every named location, as the county is drawn', async () => {
    const pack = build.packs.get('elevation_rasters')!
    const rasters = new OpenRasters(build.open.paths.folder)
    let compared = 0
    for (const { name, lng, lat, elevation } of sampleLocations()) {
      if (elevation === undefined) continue
      const rows = pack.rowsAt(Math.round(lng * GRID), Math.round(lat * GRID))
      const refs = rasterRefs(rows.map((row) => ({ row: pack.row(row) }) as never))
      const ground = refs.filter(({ model }) => model === 'bare_earth')
      const found = await rasters.heightAt(ground, lng, lat)
      if (elevation === null || elevation.ground_m === null) {
        expect(found, name).toBeNull()
        continue
      }
      compared++
      const off = Math.abs(found!.height_m - elevation.ground_m)
      expect(off, name).toBeLessThanOrEqual(elevation.tolerance_m)
    }
    expect(compared).toBeGreaterThan(60)
    await rasters.close()
  })
})

describe('a damaged raster is found', () => {
  const raster = () => manifest.rasters.find(({ partition }) => partition === 'sample-surface')!

  /** A folder with the packs and one raster of the build, for a test to damage. */
  async function copied(): Promise<string> {
    const copy = await mkdtemp(join(folder, 'copy-'))
    await mkdir(join(copy, 'rasters'))
    await mkdir(join(copy, 'packs', 'elevation_rasters'), { recursive: true })
    const packs = manifest.packs.filter(({ table }) => table === 'elevation_rasters')
    const files = [raster(), ...packs].map(({ file }) => file)
    for (const file of files) await copyFile(join(build.open.paths.folder, file), join(copy, file))
    return copy
  }
  const verified = (copy: string, described: Raster = raster()) =>
    verifyRaster(copy, described, manifest.packs)

  test('the raster of the build has no fault', async () => {
    expect(await verified(await copied())).toEqual([])
  })

  test('a block that was overwritten cannot be decoded, or holds other heights', async () => {
    const copy = await copied()
    const file = await open(join(copy, raster().file), 'r+')
    await file.write(Buffer.alloc(4000, 0x5a), 0, 4000, Math.floor(raster().bytes / 2))
    await file.close()
    const problems = await verified(copy)
    expect(problems.length).toBeGreaterThan(0)
    for (const problem of problems) expect(problem).toMatch(/^rasters\/sample-surface\.tif: /)
  })

  test('a file of another range than its row, of another size, or with leaked sentinels', async () => {
    const copy = await copied()
    const { width, height } = raster()
    writeHeightsFixture(join(copy, raster().file), {
      columns: width,
      rows: height,
      west: -72,
      north: 30,
      step: 1 / 3600,
      nodata: -9999,
      value: (column, row) => (row === 0 && column < 3 ? -32768 : column === 5 ? -9999 : row / 10),
    })
    const problems = (await verified(copy)).join('\n')
    expect(problems).toMatch(/3 cells hold no number, or another nodata than its own/)
    expect(problems).toMatch(/its cells_with_value is \d+, the manifest has \d+/)
    expect(problems).toMatch(/it holds 0 to 71\.\d+, its row in elevation_rasters has /)
    const [size] = await verified(copy, { ...raster(), width: width + 1 })
    expect(size).toMatch(/width|cells/)
  })

  test('a raster that no row names', async () => {
    const copy = await copied()
    await copyFile(join(copy, raster().file), join(copy, 'rasters/other.tif'))
    expect(await verified(copy, { ...raster(), file: 'rasters/other.tif' })).toEqual([
      'rasters/other.tif: no row of elevation_rasters names it',
    ])
  })

  test('a missing raster prevents a pin as any other missing file does', async () => {
    const gone = { ...raster(), file: 'rasters/gone.tif' }
    const missing = await missingFiles({
      ...build.open,
      manifest: { ...manifest, rasters: [gone] },
    })
    expect(missing).toEqual(['rasters/gone.tif is absent'])
  })

  test('the manifest of a build from before there were rasters stays readable', async () => {
    const { rasters: _, ...before } = exampleManifest('before')
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(before))
    expect((await readManifest(folder)).rasters).toEqual([])
  })
})
