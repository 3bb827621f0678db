import { KeptBytes } from '../../rasters/kept-bytes.ts'
import { LiveTiles } from '../../rasters/live-tiles.ts'
import { TerrainDesk } from '../../rasters/terrain-desk.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import { tilePath, tiles3dep } from './upstream.ts'

/** Decoded blocks of rasters of all builds: 64 of 3DEP's, or 256 of 256 by 256 cells. */
const BLOCK_BYTES_KEPT = 64 * 2 ** 20

/** Makes terrain of a build's rasters, and of 3DEP's tiles where none reaches. */
export function terrainDesk(
  upstreams: UpstreamClient | null,
  onFailure?: (error: unknown) => void,
): TerrainDesk {
  const blocks = new KeptBytes<Float32Array>(BLOCK_BYTES_KEPT)
  const live = upstreams && new LiveTiles(upstreams, tiles3dep, tilePath, blocks)
  return new TerrainDesk({ live, blocks, onFailure })
}
