import type { MessagePort } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import {
  type TerrainMaker,
  type TerrainRequest,
  type TerrainState,
  terrainWithin,
} from '../../rasters/terrain.ts'
import { RequestFailure, RequestPort } from '../../threads/request-port.ts'

/**
 * How long a dossier waits for the terrain of its parcel before it reports `computing`: a raster on
 * disk takes some milliseconds, a live one up to seconds.
 */
export const TERRAIN_WAIT_MS = 150
/**
 * Pending requests of one thread; beyond it terrain is reported as `computing` without a request.
 */
const PENDING_MAX = 128

/** Parcels whose terrain without lines is cached, at 0.3 kB: a request wakes another thread. */
const CACHED_MAX = 4_096

const GONE: TerrainState = {
  status: 'unavailable',
  reason: 'The terrain thread of this service has ended; a restart brings it back.',
}

/** Requests terrain from the terrain thread on behalf of an answering thread. */
export class PortTerrain implements TerrainMaker {
  private readonly requests: RequestPort<TerrainRequest, TerrainState>
  private readonly cached = new LRUCache<string, TerrainState>({ max: CACHED_MAX })
  private readonly patient = terrainWithin(TERRAIN_WAIT_MS, {
    terrainOf: (request) => this.send(request),
  })

  constructor(port: MessagePort) {
    this.requests = new RequestPort(port, { pendingMax: PENDING_MAX })
  }

  async terrainOf(request: TerrainRequest): Promise<TerrainState> {
    const { build, parcel_key, withLines } = request
    const key = `${build} ${parcel_key}`
    const known = withLines ? undefined : this.cached.get(key)
    if (known) return known
    const state = await this.patient.terrainOf(request)
    if (isOfBuild(state) && !withLines) this.cached.set(key, state)
    return state
  }

  /** Closes the port. No terrain may be requested afterwards. */
  close(): void {
    this.requests.close()
  }

  private async send(request: TerrainRequest): Promise<TerrainState> {
    try {
      return await this.requests.request(request)
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      return error.reason === 'busy' ? { status: 'computing' } : GONE
    }
  }
}

/** True for terrain that a build alone has: what depends on live heights is requested again. */
function isOfBuild(state: TerrainState): boolean {
  if (state.status !== 'ready') return false
  return state.terrain.live_at === null && state.terrain.missing_because === null
}
