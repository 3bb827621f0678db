import type { OpenRasters } from '../rasters/open-rasters.ts'
import type { BuildTerrain } from '../rasters/terrain.ts'
import type { UpstreamClient } from '../upstream/client.ts'

/** What a section may ask beyond the rows of its place. Any may be missing: then it goes without. */
export interface ExternalSources {
  upstreams: UpstreamClient | null
  /** The rasters of the build. */
  rasters?: OpenRasters | null
  /** Who makes the terrain of parcels of the build. */
  terrain?: BuildTerrain | null
}
