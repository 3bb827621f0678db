import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildDossier } from '../../dossier/dossier.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import type { OpenRasters } from '../../rasters/open-rasters.ts'
import { forPoints, inLonLat, type RasterRef } from '../../rasters/raster-ref.ts'
import { elevationOutside } from '../../tests/elevation-fixture.ts'
import { packFixture, readFixture } from '../../tests/layer-fixture.ts'
import { testLayer } from '../../tests/test-layer.ts'
import type { ElevationData } from './data.ts'
import { elevation } from './layer.ts'

testLayer(elevation, { whenBlank: 'empty', outside: elevationOutside })

test.each([
  ['1 cm', { low: 100, high: 100.99 }, 100.46, 329.58],
  ['10 cm', { low: 100, high: 101 }, 100.5, 329.6],
])('a height is stated to %s where the cells around it range over %o', async (_, cells, m, ft) => {
  const folder = await mkdtemp(join(tmpdir(), 'plat-elevation-steps-'))
  const packs = await packFixture(readFixture('elevation'), folder)
  const heightAt: OpenRasters['heightAt'] = async ([raster]) => ({
    height_m: 100.456,
    low_m: cells.low,
    high_m: cells.high,
    raster,
  })
  const rasters = { heightAt } as OpenRasters
  const { layers } = await buildDossier(
    packs,
    { lat: 30.005, lng: -71.998, layers: ['elevation'] },
    { upstreams: null, rasters },
  )
  const data = layers.elevation.data as ElevationData
  expect(data).toMatchObject({
    elevation_m: m,
    elevation_ft: ft,
    cell_range_m: { min: cells.low, max: cells.high },
  })
  closePacks(packs)
  await rm(folder, { recursive: true })
})

test('a point is read from the own cells of a projected source, terrain from the warped ones', () => {
  const ref = (partition: string, frame: string | null) => ({ partition, frame }) as RasterRef
  const [warped, own, plain] = [ref('city', null), ref('city', '+proj=utm'), ref('state', null)]
  expect(forPoints([warped, own, plain])).toEqual([own, plain])
  expect(inLonLat([warped, own, plain])).toEqual([warped, plain])
})

test('heights along a line come from the kind of raster that has the point, or the answer has a reason', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plat-elevation-profile-'))
  const packs = await packFixture(readFixture('elevation'), folder)
  const outside = await elevationOutside(folder)
  const query = { lat: 30.005, lng: -71.998, layers: ['elevation'] }
  const dataAt = async (includeGeometry: boolean, from = outside) =>
    (await buildDossier(packs, { ...query, includeGeometry }, from)).layers.elevation
      .data as ElevationData
  const { profile, elevation_m } = await dataAt(true)
  expect(profile).toMatchObject({ along: 'point', without_height_pct: 0 })
  expect(profile!.length_m).toBeCloseTo(200, 0)
  const { heights } = profile!
  expect(heights[0].height_m).toBe(profile!.min_m)
  expect(heights.at(-1)!.height_m).toBe(profile!.max_m)
  // The ground of the fixture rises by 1,000 m a degree to the east: 0.01036 m a metre.
  expect(profile!.slope_pct).toBeCloseTo(1, 0)
  const middle = heights[Math.floor(heights.length / 2)].height_m!
  // A step of the line is about 5 m.
  expect(Math.abs(middle - elevation_m)).toBeLessThan(0.1)
  expect(await dataAt(false)).not.toHaveProperty('profile')
  const one: OpenRasters['heightAt'] = async ([raster], lng) =>
    lng === query.lng ? { height_m: 1, low_m: 1, high_m: 1, raster } : null
  const bare = await dataAt(true, { upstreams: null, rasters: { heightAt: one } as OpenRasters })
  expect(bare).toMatchObject({
    profile: null,
    profile_reason: expect.stringContaining('two heights'),
  })
  closePacks(packs)
  await rm(folder, { recursive: true })
})
