import { join } from 'node:path'
import { createTerrainService } from '../layers/elevation/terrain-service.ts'
import type { ExternalSources } from '../layers/external-sources.ts'
import { OpenRasters } from '../rasters/open-rasters.ts'
import { terrainIn } from '../rasters/terrain.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import { writeRaster } from './fixtures/elevation/raster-file.ts'

/**
 * Ground height in metres in the elevation layer's fixture: a plane that rises to the north-east.
 */
export const fixtureGround = (lng: number, lat: number) =>
  -1 + (lng + 72) * 1_000 + (lat - 30) * 500
/** Surface height in metres in the same fixture, with a hole in its north-east. */
export const fixtureSurface = (lng: number, lat: number) =>
  lng > -71.992 && lat > 30.008 ? Number.NaN : 9 + fixtureGround(lng, lat)

/**
 * The raster files that the rows of `layers/elevation/fixtures/rows.json` name, written into a
 * folder and open.
 */
export async function elevationOutside(
  folder: string,
  upstreams: UpstreamClient | null = null,
): Promise<ExternalSources> {
  const corner = { west: -72, north: 30.01 }
  await writeRaster(join(folder, 'rasters/ground.tif'), {
    ...corner,
    step: 1 / 10_800,
    columns: 54,
    rows: 108,
    height: fixtureGround,
  })
  await writeRaster(join(folder, 'rasters/surface.tif'), {
    ...corner,
    step: 1 / 3_600,
    columns: 36,
    rows: 36,
    height: fixtureSurface,
  })
  return {
    upstreams,
    rasters: new OpenRasters(folder),
    terrain: terrainIn(createTerrainService(upstreams), { id: 'fixture', folder }),
  }
}
