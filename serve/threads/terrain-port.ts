import type { MessagePort } from 'node:worker_threads'
import {
  type TerrainMaker,
  type TerrainRequest,
  type TerrainState,
  terrainWithin,
} from '../../rasters/terrain.ts'
import type { TerrainRequest, TerrainResponse } from './terrain-worker.ts'

/**
 * A dossier waits so long for the terrain of its parcel, then says that it is being made: that of a
 * raster on disk takes some milliseconds, that of a live one up to seconds.
 */
export const TERRAIN_WAIT_MS = 150
/** Questions of one thread on their way; past it terrain is said to be being made, and nobody asked. */
const ASKED_MAX = 128

const GONE: TerrainState = {
  status: 'unavailable',
  reason: 'The part of this service that makes terrain has ended; it comes back with a restart.',
}

/** The thread that makes terrain, as a thread that answers asks it. */
export class PortTerrain implements TerrainMaker {
  private readonly port: MessagePort
  private readonly asked = new Map<number, (state: TerrainState) => void>()
  private number = 0
  private isGone = false
  private readonly patient = terrainWithin(TERRAIN_WAIT_MS, {
    terrainOf: (question) => this.ask(question),
  })

  constructor(port: MessagePort) {
    this.port = port
    port.on('message', ({ number, state }: TerrainResponse) => {
      this.asked.get(number)?.(state)
      this.asked.delete(number)
    })
    port.on('close', () => {
      this.isGone = true
      for (const tell of this.asked.values()) tell(GONE)
      this.asked.clear()
    })
    // It does not keep the thread alive.
    port.unref()
  }

  async terrainOf(question: TerrainRequest): Promise<TerrainState> {
    return await this.patient.terrainOf(question)
  }

  /** Nothing is asked any more. */
  close(): void {
    this.port.close()
  }

  private ask(question: TerrainRequest): Promise<TerrainState> {
    if (this.isGone) return Promise.resolve(GONE)
    if (this.asked.size >= ASKED_MAX) return Promise.resolve({ status: 'computing' })
    const number = this.number++
    this.port.postMessage({ number, question } satisfies TerrainRequest)
    return new Promise((resolve) => this.asked.set(number, resolve))
  }
}
