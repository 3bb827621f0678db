import { ByteCache } from '../../rasters/byte-cache.ts'
import { LiveTiles } from '../../rasters/live-tiles.ts'
import { TerrainService } from '../../rasters/terrain-service.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import { tilePath, tiles3dep } from './upstream.ts'

/** Decoded blocks of rasters of all builds: 64 of 3DEP's, or 256 of 256 by 256 cells. */
const BLOCK_CACHE_BYTES = 64 * 2 ** 20

/** Makes terrain of a build's rasters, and of 3DEP's tiles where none reaches. */
export function createTerrainService(
  upstreams: UpstreamClient | null,
  onFailure?: (error: unknown) => void,
): TerrainService {
  const blocks = new ByteCache<Float32Array>(BLOCK_CACHE_BYTES)
  const live = upstreams && new LiveTiles(upstreams, tiles3dep, tilePath, blocks)
  return new TerrainService({ live, blocks, onFailure })
}
