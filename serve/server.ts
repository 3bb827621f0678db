import type { FastifyInstance } from 'fastify'
import type { AccountsConnector } from '../accounts/accounts.ts'
import { AccountsPort } from '../accounts/accounts-port.ts'
import type { FileEvent } from '../catalog/build-files-watch.ts'
import { servedFiles } from '../catalog/manifest.ts'
import {
  connectionsWithin,
  type DescriptorNeeds,
  descriptorsNow,
} from '../http/connection-limit.ts'
import { DRAIN_MS } from '../http/draining.ts'
import { listenAddress, reachableHost } from '../http/listen-address.ts'
import {
  assertPortFree,
  type Listener,
  type ListenOptions,
  startListening,
  whileFree,
} from '../http/listening.ts'
import { jsonLines, terminalLines } from '../http/log-lines.ts'
import { PAGE_FOLDER } from '../http/page-assets.ts'
import { DIRECT, type Reach } from '../http/reach.ts'
import type { DescribedRoutes } from '../http/reference/described-routes.ts'
import { CONNECTIONS_MAX } from '../http/request-limits.ts'
import { FORWARDED_MAX, type Sibling } from '../http/sibling.ts'
import { StorageFailure } from '../storage/storage-failure.ts'
import type { Progress } from '../terminal/progress.ts'
import { StepError } from '../terminal/step-error.ts'
import type { UpstreamSettings } from '../upstream/settings.ts'
import { createApp } from './app.ts'
import { type BuildEvent, FollowedPin } from './build/followed-pin.ts'
import { HomeBuilds } from './build/home-builds.ts'
import { StoreBuilds, type StoreBuildsOptions } from './build/store-builds.ts'
import type { QueueSettings } from './queue/queue-settings.ts'
import { examplePointOf } from './reference/example-point.ts'
import { curlOf } from './reference/shown-example.ts'
import type { Background } from './schemas/backgrounds.ts'
import type { Listening } from './threads/answering-thread.ts'
import { AnsweringThreads } from './threads/answering-threads.ts'
import { serviceUpstreams } from './threads/service-upstreams.ts'
import { PortTerrain } from './threads/terrain-port.ts'
import { TerrainThread } from './threads/terrain-thread.ts'

export interface ServerOptions {
  home: string
  /** Decides who may send requests. The caller closes it. */
  accounts: AccountsConnector
  /** `HOST`; by default only this machine can connect. */
  host?: string
  /** `PORT`; 8080 by default, 0 for any free one. */
  port?: string
  /** The service of projects on the same address; none by default. The caller closes it. */
  sibling?: Sibling
  /** Routes of the sibling for the reference. */
  described?: readonly DescribedRoutes[]
  /** The queue of builds that `/builds` shows; none by default. */
  queue?: QueueSettings
  /** Whether people without a key may see the fictional county of a build; true by default. */
  hasDemo?: boolean
  /** Pictures of other services that the map page offers beneath its layers; none by default. */
  backgrounds?: readonly Background[]
  /** How clients reach the service; directly by default. */
  reach?: Reach
  progress: Progress
  packMemoryBytes?: number
  /** The store whose pinned build is served; by default it is that of the home. */
  store?: Pick<StoreBuildsOptions, 'place' | 'blockCacheBytes' | 'poll_ms' | 'check_ms'>
  /** Answering threads, including this one; 1 by default. More than one needs Linux. */
  threads?: number
  /** Settings of live upstreams; without them none is queried. */
  upstreams?: UpstreamSettings
  /** Time for requests to finish after `close`; 7 s by default. */
  drain_ms?: number
  /** Log requests through `progress`, as JSON on standard output, or only internal failures. */
  log?: 'terminal' | 'json' | 'failures'
}

export interface RunningServer {
  url: string
  /** Its address on this machine, whatever clients reach it by. */
  localUrl: string
  /** A curl command that works with a key in `PLAT_KEY`; null without a build. */
  example: string | null
  /** Stops accepting, lets requests finish within `drain_ms`, and closes everything. */
  close(): Promise<void>
}

/**
 * Starts the service on the pinned build of a home or a store. Throws `StepError` when it cannot
 * listen, and for a place that is not a store.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { home, progress, packMemoryBytes, threads = 1, log = 'failures' } = options
  const { reach = DIRECT, drain_ms = DRAIN_MS } = options
  const address = listenAddress(options.host, options.port)
  const isShared = threads > 1
  if (isShared) await assertPortFree(address)
  const opening = progress.step('open the pinned build')
  const upstreams = options.upstreams && serviceUpstreams(options.upstreams)
  const shared = upstreams && { settings: upstreams.settings, memory: upstreams.memory }
  const otherThreads: AnsweringThreads[] = []
  let terrain: TerrainThread | undefined
  const { store } = options
  const origin = store
    ? await StoreBuilds.open({ home, packMemoryBytes, progress, ...store })
    : new HomeBuilds({ home, packMemoryBytes })
  let builds: FollowedPin | undefined
  let own: OwnThread | undefined
  const close = async () => {
    await Promise.all([
      own?.close(drain_ms),
      ...otherThreads.map((started) => started.close(drain_ms)),
    ])
    await builds?.close()
    await terrain?.close()
    if (origin instanceof StoreBuilds) await origin.close()
  }
  const level = log === 'failures' ? 'error' : 'info'
  const stream = log === 'json' ? jsonLines() : terminalLines(progress)
  const { sibling, described, queue, hasDemo, backgrounds } = options
  try {
    const followed = await FollowedPin.of(origin, {
      onChange: (event) => {
        if (CHANGES_SERVED[event.kind]) for (const each of otherThreads) each.follow()
        if (event.kind === 'closed') terrain?.forget(event.id)
        progress.note(formatEvent(event))
      },
    })
    builds = followed
    const listened = {
      threads,
      hosts: address.hosts.length,
      ...(sibling && { hasProjects: true, forwarded: FORWARDED_MAX }),
    }
    const connectionsMax = connectionsOf(followed, listened, progress)
    const common = { reach, connectionsMax, sibling, described, queue, hasDemo, backgrounds }
    terrain = new TerrainThread({
      upstreams: shared,
      onFailure: (problem) => progress.note(`Terrain: ${problem}`),
    })
    /** Starts threads that answer at an address, and waits until they listen. */
    const startThreads = async (count: number, at: { hosts: string[]; port: number }) => {
      const started = new AnsweringThreads({
        ...common,
        ...at,
        count,
        isShared,
        logLevel: level,
        upstreams: shared,
        accounts: options.accounts,
        connectTerrain: () => terrain!.connect(),
        onLog: (line) => stream.write(line),
        acquire: () => followed.acquire(),
      })
      otherThreads.push(started)
      return await started.listening()
    }
    let at: Listening
    if (store) {
      // Reads of packs wait for the store: threads answer, and this one keeps up with the pin.
      ;[at] = await whileFree(address, () => startThreads(1, address))
    } else {
      const accounts = new AccountsPort(options.accounts.connect())
      const maker = new PortTerrain(terrain.connect())
      const logger = { level, stream }
      const parts = { builds: followed, accounts, upstreams, terrain: maker, logger }
      const app = await createApp({ ...common, ...parts, pageFolder: PAGE_FOLDER })
      own = new OwnThread(app, accounts)
      const { hosts, port } = await own.listen({ ...address, isShared })
      at = { hosts, port, example: examplePointOf(followed) }
    }
    await startThreads(threads - 1, at)
    const localUrl = `http://${reachableHost(address)}:${at.port}`
    const url = reach.url ?? localUrl
    opening.done(
      followed.servedId() ?? 'no build can be served yet: answers are 503 until one is pinned',
    )
    return { url, localUrl, example: exampleRequest(at.example, url), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** This thread, where it answers too. */
class OwnThread {
  private readonly app: FastifyInstance
  private readonly accounts: AccountsPort
  private listener: Listener | undefined

  constructor(app: FastifyInstance, accounts: AccountsPort) {
    this.app = app
    this.accounts = accounts
  }

  async listen(options: ListenOptions): Promise<Listener> {
    this.listener = await startListening(this.app, options)
    return this.listener
  }

  async close(drain_ms: number): Promise<void> {
    await (this.listener ? this.listener.close(drain_ms) : this.app.close())
    this.accounts.close()
  }
}

/**
 * Connections per thread and address for which descriptors are left; reports when they are fewer
 * than usual.
 */
function connectionsOf(
  builds: FollowedPin,
  listened: Omit<DescriptorNeeds, 'buildFiles'>,
  progress: Progress,
): number {
  const descriptors = descriptorsNow()
  const lease = builds.acquire()
  const buildFiles = lease ? servedFiles(lease.build.manifest).length : 0
  lease?.release()
  const connections = connectionsWithin(descriptors, { ...listened, buildFiles })
  if (connections < CONNECTIONS_MAX)
    progress.note(
      `At most ${connections} connections per thread and address, not ${CONNECTIONS_MAX}: this process may open ${descriptors!.limit} files (ulimit -n).`,
    )
  return connections
}

function exampleRequest(point: Listening['example'], url: string): string | null {
  if (!point) return null
  const address = `/v1/location?ll=${point.lat},${point.lng}&layers=parcel,flood`
  return curlOf({ url: address, headers: {}, isOpen: false }, `${url}/api`)
}

/** True for events after which the other threads must open or close a build. */
const CHANGES_SERVED: Record<BuildEvent['kind'], boolean> = {
  opened: true,
  unpinned: true,
  closed: false,
  file: false,
  failed: false,
}

function formatEvent(event: BuildEvent): string {
  switch (event.kind) {
    case 'opened':
      return `Serving build ${event.build.id}${formatVerification(event)}.`
    case 'unpinned':
      return 'No build is pinned any more: answers are 503.'
    case 'closed':
      return `Closed build ${event.id} after its last request.`
    case 'file':
      return formatFileEvent(event.event)
    case 'failed': {
      const { id, error } = event
      const build = id === null ? 'the pinned build' : `build ${id}`
      return `Could not put ${build} into service, so nothing changes: ${formatReason(error)}`
    }
  }
}

function formatReason(error: unknown): string {
  // The message of a storage has its remedy.
  if (error instanceof StorageFailure) return error.message
  return error instanceof StepError ? `${error.message}. ${error.remedy}` : String(error)
}

/** The time for verification is reported when it was longer than this. */
const LONG_MS = 1_000

function formatVerification({ bytes, ms }: { bytes: number; ms: number }): string {
  if (ms < LONG_MS) return ''
  return `: ${(bytes / 1e6).toFixed(0)} MB verified and opened in ${(ms / 1000).toFixed(1)} s`
}

function formatFileEvent(event: FileEvent): string {
  switch (event.kind) {
    case 'changed':
      return `${event.path} changed after it was verified: answers from it are unavailable until it is verified again.`
    case 'here':
      return `${event.path} came from the store and is in use.`
    case 'away':
      return `${event.path} could not be brought from the store, which is tried again: ${formatReason(event.error)}`
    case 'whole':
      return `${event.path} is whole again and back in use.`
    case 'damaged':
      return `A damaged file is not used for answers: ${formatReason(event.error)}`
  }
}
