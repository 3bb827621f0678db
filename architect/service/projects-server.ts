import { AccountsPort } from '../../accounts/accounts-port.ts'
import type { AccountsThread } from '../../accounts/accounts-thread.ts'
import { connectionsWithin, descriptorsNow } from '../../http/connection-limit.ts'
import { type ListenAddress, reachableHost } from '../../http/listen-address.ts'
import { startListening } from '../../http/listening.ts'
import type { Reach } from '../../http/reach.ts'
import type { BlobPlace } from '../blobs/blob-settings.ts'
import type { StudioSettings } from '../media/studio-settings.ts'
import { storeOver } from '../store/store-port.ts'
import type { GeodataPlace } from '../survey/geodata-settings.ts'
import type { ArchitectAppOptions } from './app.ts'
import { openArchitect } from './open-architect.ts'
import type { TurnSettings } from './turn-settings.ts'

export interface ProjectsServerOptions {
  /** The accounts with the projects, see `accountsWithProjects`. The caller closes them. */
  accounts: AccountsThread
  blobs: BlobPlace
  turns: TurnSettings
  geodata: GeodataPlace | null
  studio: StudioSettings | null
  reach: Reach
  address: ListenAddress
  drain_ms: number
  logger?: ArchitectAppOptions['logger']
  onFailure(error: unknown): void
}

export interface ProjectsServer {
  url: string
  /** Stops accepting, lets requests finish within `drain_ms`, and closes the storage. */
  close(): Promise<void>
}

/** The service of projects on an address of its own. Throws `StepError` when it cannot listen. */
export async function startProjectsServer(options: ProjectsServerOptions): Promise<ProjectsServer> {
  const { blobs, turns, geodata, studio, reach, address, drain_ms, logger, onFailure } = options
  const accounts = new AccountsPort(options.accounts.connect())
  const store = storeOver(options.accounts.connectExtension())
  const closePorts = () => {
    store.close()
    accounts.close()
  }
  try {
    const parts = { accounts, store, blobs, turns, geodata, studio, reach, logger, onFailure }
    const opened = await openArchitect({ ...parts, hasReference: true })
    try {
      const { server } = opened.app
      server.maxConnections = connectionsWithin(descriptorsNow(), {
        threads: 1,
        hosts: address.hosts.length,
        buildFiles: 0,
        hasProjects: true,
      })
      const listener = await startListening(opened.app, { ...address, isShared: false })
      return {
        url: reach.url ?? `http://${reachableHost(address)}:${listener.port}`,
        async close() {
          await listener.close(drain_ms)
          await opened.close()
          closePorts()
        },
      }
    } catch (error) {
      await opened.close()
      throw error
    }
  } catch (error) {
    closePorts()
    throw error
  }
}
