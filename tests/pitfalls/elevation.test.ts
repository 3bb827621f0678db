import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildDossier } from '../../dossier/dossier.ts'
import type { ElevationData } from '../../layers/elevation/data.ts'
import type { Section } from '../../layers/section.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import { elevationOutside } from '../elevation-fixture.ts'
import { packFixture, readFixture } from '../layer-fixture.ts'

test('24: contours of 1 ft are made from a 10 m grid, and the note states that they are denser than its accuracy supports', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plat-pitfall-'))
  const packs = await packFixture(readFixture('elevation'), folder)
  const outside = await elevationOutside(folder)
  try {
    const query = { lat: 30.0015, lng: -71.9985, layers: ['elevation'], includeGeometry: true }
    const { layers } = await buildDossier(packs, query, outside)
    const { data, source } = layers.elevation as Section<ElevationData>
    const { contour_interval_ft, contour_count, geometry, source_resolution_m } = data!.terrain!
    expect([contour_interval_ft, source_resolution_m]).toEqual([1, 10])
    expect(geometry!.features.map(({ properties }) => properties.elevation_ft)).toEqual([
      2, 3, 4, 5, 6,
    ])
    expect(contour_count).toBe(5)
    expect(source!.note).toMatch(
      /1 ft is finer than such a grid's accuracy supports: .* about 3 times the vertical error \(RMSEz\), it requires 10 cm/,
    )
  } finally {
    closePacks(packs)
    await outside.rasters!.close()
    await rm(folder, { recursive: true })
  }
})
