import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { AccountsPort } from '../../accounts/accounts-port.ts'
import { UnavailableFile } from '../../catalog/unavailable-file.ts'
import { listen } from '../../http/listening.ts'
import { PAGE_FOLDER } from '../../http/page-assets.ts'
import type { Reach } from '../../http/reach.ts'
import type { DescribedRoutes } from '../../http/reference/described-routes.ts'
import type { Sibling } from '../../http/sibling.ts'
import { collectStartGarbage } from '../../threads/start-garbage.ts'
import { createApp } from '../app.ts'
import type { SharedBuild } from '../build/shared-build.ts'
import { SharedBuildSource } from '../build/shared-build-source.ts'
import type { QueueSettings } from '../queue/queue-settings.ts'
import { examplePointOf } from '../reference/example-point.ts'
import type { Background } from '../schemas/backgrounds.ts'
import { type SharedUpstreams, serviceUpstreams } from './service-upstreams.ts'
import { PortTerrain } from './terrain-port.ts'

/** The settings with which a thread is started. */
export interface ThreadSetup {
  /** Addresses that the first thread has bound, and its port. */
  hosts: string[]
  port: number
  /** Other threads of this process listen at the same address. */
  isShared: boolean
  logLevel: string
  connectionsMax: number
  reach: Reach
  sibling?: Sibling
  described?: readonly DescribedRoutes[]
  queue?: QueueSettings
  hasDemo?: boolean
  backgrounds?: readonly Background[]
  build: SharedBuild | null
  /** Port to the accounts. */
  accounts: MessagePort
  upstreams?: SharedUpstreams
  /** Port to the terrain thread. */
  terrain?: MessagePort
}

/** What a thread listens at, and a point for the example of the start, null without a build. */
export interface Listening {
  hosts: string[]
  port: number
  example: { lat: number; lng: number } | null
}

export type ToThread =
  | { kind: 'serve'; build: SharedBuild | null }
  | { kind: 'stop'; drain_ms: number }

export type FromThread =
  | ({ kind: 'listening' } & Listening)
  | { kind: 'log'; line: string }
  /** The thread has answered its last request on that build. */
  | { kind: 'released'; number: number }

const port = parentPort!
const send = (message: FromThread) => port.postMessage(message)
const setup = workerData as ThreadSetup

const builds = new SharedBuildSource(
  (number) => send({ kind: 'released', number }),
  (error) => {
    // What is still coming from the store is opened by the first request that needs it.
    const level = error instanceof UnavailableFile ? 'warn' : 'error'
    app.log[level]({ err: error }, 'a part of the build could not be opened')
  },
)
const stream = { write: (line: string) => send({ kind: 'log', line }) }
const shared = setup.upstreams
const upstreams = shared && serviceUpstreams(shared.settings, shared.memory)
const terrain = setup.terrain && new PortTerrain(setup.terrain)
const accounts = new AccountsPort(setup.accounts)
const app = await createApp({
  builds,
  accounts,
  upstreams,
  terrain,
  reach: setup.reach,
  sibling: setup.sibling,
  described: setup.described,
  queue: setup.queue,
  hasDemo: setup.hasDemo,
  backgrounds: setup.backgrounds,
  connectionsMax: setup.connectionsMax,
  logger: { level: setup.logLevel, stream },
  pageFolder: PAGE_FOLDER,
})
await builds.replace(setup.build)
const { isShared } = setup
const listener = await listen(app, { hosts: setup.hosts, port: setup.port, isShared })
port.on('message', async (message: ToThread) => {
  if (message.kind === 'serve') return await builds.replace(message.build)
  await listener.close(message.drain_ms)
  await builds.replace(null)
  accounts.close()
  terrain?.close()
  // Without open handles the thread ends.
  port.close()
})
const { hosts, port: boundPort } = listener
collectStartGarbage()
send({ kind: 'listening', hosts, port: boundPort, example: examplePointOf(builds) })
