import type { MessagePort } from 'node:worker_threads'
import {
  type TerrainMaker,
  type TerrainRequest,
  type TerrainState,
  terrainWithin,
} from '../../rasters/terrain.ts'
import type { TerrainJob, TerrainResponse } from './terrain-worker.ts'

/**
 * How long a dossier waits for the terrain of its parcel before it reports `computing`: a raster on
 * disk takes some milliseconds, a live one up to seconds.
 */
export const TERRAIN_WAIT_MS = 150
/**
 * Pending requests of one thread; beyond it terrain is reported as `computing` without a request.
 */
const PENDING_MAX = 128

const GONE: TerrainState = {
  status: 'unavailable',
  reason: 'The terrain thread of this service has ended; a restart brings it back.',
}

/** Requests terrain from the terrain thread on behalf of an answering thread. */
export class PortTerrain implements TerrainMaker {
  private readonly port: MessagePort
  private readonly pending = new Map<number, (state: TerrainState) => void>()
  private number = 0
  private isGone = false
  private readonly patient = terrainWithin(TERRAIN_WAIT_MS, {
    terrainOf: (request) => this.send(request),
  })

  constructor(port: MessagePort) {
    this.port = port
    port.on('message', ({ number, state }: TerrainResponse) => {
      this.pending.get(number)?.(state)
      this.pending.delete(number)
    })
    port.on('close', () => {
      this.isGone = true
      for (const resolve of this.pending.values()) resolve(GONE)
      this.pending.clear()
    })
    // The port must not keep the thread alive.
    port.unref()
  }

  async terrainOf(request: TerrainRequest): Promise<TerrainState> {
    return await this.patient.terrainOf(request)
  }

  /** Closes the port. No terrain may be requested afterwards. */
  close(): void {
    this.port.close()
  }

  private send(request: TerrainRequest): Promise<TerrainState> {
    if (this.isGone) return Promise.resolve(GONE)
    if (this.pending.size >= PENDING_MAX) return Promise.resolve({ status: 'computing' })
    const number = this.number++
    this.port.postMessage({ number, request } satisfies TerrainJob)
    return new Promise((resolve) => this.pending.set(number, resolve))
  }
}
