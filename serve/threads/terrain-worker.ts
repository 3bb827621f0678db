import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { createTerrainService } from '../../layers/elevation/terrain-service.ts'
import type { TerrainRequest, TerrainState } from '../../rasters/terrain.ts'
import { type SharedUpstreams, serviceUpstreams } from './service-upstreams.ts'

/** What the thread is started with. */
export interface TerrainSetup {
  upstreams?: SharedUpstreams
}

export type ToTerrain =
  /** A thread that answers asks through the port from now on. */
  { kind: 'connect'; port: MessagePort } | { kind: 'forget'; build: string }

/** A fault of ours, in words. */
export interface FromTerrain {
  failure: string
}

export interface TerrainRequest {
  number: number
  question: TerrainRequest
}
export interface TerrainResponse {
  number: number
  state: TerrainState
}

const { upstreams: shared } = workerData as TerrainSetup
const main = parentPort!
const upstreams = shared ? serviceUpstreams(shared.settings, shared.memory) : null
const desk = createTerrainService(upstreams, (error) => {
  const failure = error instanceof Error ? (error.stack ?? error.message) : `${error}`
  main.postMessage({ failure } satisfies FromTerrain)
})

main.on('message', (message: ToTerrain) => {
  if (message.kind === 'forget') return desk.forget(message.build)
  const { port } = message
  port.on('message', async ({ number, question }: TerrainRequest) => {
    const state = await desk.terrainOf(question)
    port.postMessage({ number, state } satisfies TerrainResponse)
  })
})
