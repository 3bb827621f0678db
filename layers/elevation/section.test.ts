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
