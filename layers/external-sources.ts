import type { OpenRasters } from '../rasters/open-rasters.ts'
import type { BuildTerrain } from '../rasters/terrain.ts'
import type { UpstreamClient } from '../upstream/client.ts'

/**
 * Sources of a section other than the rows of the packs. A section answers without those that are
 * missing.
 */
export interface ExternalSources {
  upstreams: UpstreamClient | null
  /** The rasters of the build. */
  rasters?: OpenRasters | null
  /** Makes the terrain of parcels of the build. */
  terrain?: BuildTerrain | null
}
