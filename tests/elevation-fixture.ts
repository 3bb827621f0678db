import { join } from 'node:path'
import { terrainDesk } from '../layers/elevation/terrain-desk.ts'
import type { Outside } from '../layers/outside.ts'
import { OpenRasters } from '../layers/rasters/open-rasters.ts'
import { terrainIn } from '../layers/rasters/terrain.ts'
import type { UpstreamClient } from '../layers/upstream/client.ts'
import { writeRaster } from './crafted-raster.ts'

/** Metres of the ground in the elevation layer's fixture: a plane that rises to the north-east. */
export const fixtureGround = (lng: number, lat: number) =>
  -1 + (lng + 72) * 1_000 + (lat - 30) * 500
const surface = (lng: number, lat: number) => 9 + fixtureGround(lng, lat)

/**
 * The raster files that the rows of `layers/elevation/fixtures/rows.json` name, written into a folder
 * and open. The surface has a hole in its north-east.
 */
export async function elevationOutside(
  folder: string,
  upstreams: UpstreamClient | null = null,
): Promise<Outside> {
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
    height: (lng, lat) => (lng > -71.992 && lat > 30.008 ? Number.NaN : surface(lng, lat)),
  })
  return {
    upstreams,
    rasters: new OpenRasters(folder),
    terrain: terrainIn(terrainDesk(upstreams), { id: 'fixture', folder }),
  }
}
