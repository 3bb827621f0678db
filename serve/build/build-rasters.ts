import type { ExternalSources } from '../../layers/external-sources.ts'
import { OpenRasters } from '../../rasters/open-rasters.ts'
import { type TerrainMaker, terrainIn } from '../../rasters/terrain.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import type { ServedBuild } from './build-source.ts'

const opened = new WeakMap<ServedBuild, OpenRasters>()

/** The rasters of a leased build, opened when they are read and closed with the build. */
export function rastersOf(build: ServedBuild): OpenRasters {
  const known = opened.get(build)
  if (known) return known
  const rasters = new OpenRasters(build.folder, undefined, (name) => build.files.file(name))
  opened.set(build, rasters)
  build.atClose.push(() => void rasters.close())
  return rasters
}

/**
 * Sources that sections may read in addition to the packs of a build: rasters, upstreams, terrain.
 */
export function outsideOf(
  build: ServedBuild,
  { upstreams, terrain }: { upstreams: UpstreamClient | null; terrain: TerrainMaker | null },
): ExternalSources {
  return {
    upstreams,
    rasters: rastersOf(build),
    terrain: terrain && terrainIn(terrain, build),
  }
}
