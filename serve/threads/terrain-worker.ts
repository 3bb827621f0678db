import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { createTerrainService } from '../../layers/elevation/terrain-service.ts'
import type { TerrainRequest } from '../../rasters/terrain.ts'
import { answerRequests } from '../../threads/request-port.ts'
import { type SharedUpstreams, serviceUpstreams } from './service-upstreams.ts'

/** The settings with which the thread is started. */
export interface TerrainSetup {
  upstreams?: SharedUpstreams
}

export type ToTerrain =
  /** An answering thread will request terrain through the port. */
  { kind: 'connect'; port: MessagePort } | { kind: 'forget'; build: string }

/** An internal error, as text. */
export interface FromTerrain {
  failure: string
}

const { upstreams: shared } = workerData as TerrainSetup
const main = parentPort!
const upstreams = shared ? serviceUpstreams(shared.settings, shared.memory) : null
const terrain = createTerrainService(upstreams, (error) => {
  const failure = error instanceof Error ? (error.stack ?? error.message) : `${error}`
  main.postMessage({ failure } satisfies FromTerrain)
})

main.on('message', (message: ToTerrain) => {
  if (message.kind === 'forget') return terrain.forget(message.build)
  answerRequests(message.port, (request: TerrainRequest) => terrain.terrainOf(request))
})
