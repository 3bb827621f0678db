import type { AccountsDoor } from '../accounts/accounts.ts'
import { AccountsPort } from '../accounts/accounts-port.ts'
import type { FileEvent } from '../catalog/build-files-watch.ts'
import { servedFiles } from '../catalog/manifest.ts'
import type { Progress } from '../terminal/progress.ts'
import { StepError } from '../terminal/step-error.ts'
import type { UpstreamSettings } from '../upstream/settings.ts'
import { createApp } from './app.ts'
import { type BuildEvent, FollowedPin } from './build/followed-pin.ts'
import { connectionsWithin, descriptorsNow } from './http/connection-limit.ts'
import { DRAIN_MS } from './http/draining.ts'
import { listenAddress, reachableHost } from './http/listen-address.ts'
import { assertPortFree, type Listener, startListening } from './http/listening.ts'
import { jsonLines, terminalLines } from './http/log-lines.ts'
import { PAGE_FOLDER } from './http/page-assets.ts'
import { DIRECT, type Reach } from './http/reach.ts'
import { CONNECTIONS_MAX } from './http/request-limits.ts'
import { examplePoint } from './reference/example-point.ts'
import { curlOf } from './reference/shown-example.ts'
import { AnsweringThreads } from './threads/answering-threads.ts'
import { serviceUpstreams } from './threads/service-upstreams.ts'
import { PortTerrain } from './threads/terrain-port.ts'
import { TerrainThread } from './threads/terrain-thread.ts'

export interface ServerOptions {
  home: string
  /** Who may ask; closed by who opened it. */
  accounts: AccountsDoor
  /** `HOST`; this machine only by default. */
  host?: string
  /** `PORT`; 8080 by default, 0 for any free one. */
  port?: string
  /** How clients reach it; straight by default. */
  reach?: Reach
  progress: Progress
  packMemoryBytes?: number
  /** Threads that answer, this one among them; 1 by default. More need Linux. */
  threads?: number
  /** How live upstreams are asked; none is when absent. */
  upstreams?: UpstreamSettings
  /** Requests still running this long after `close` are cut off; 7 s by default. */
  drain_ms?: number
  /** Request lines through `progress`, as JSON on standard output, or failures of ours only. */
  log?: 'terminal' | 'json' | 'failures'
}

export interface RunningServer {
  url: string
  /** A whole command line that answers with a key in `PLAT_KEY`, or null without a build. */
  example: string | null
  /** Stops accepting, lets requests finish within `drain_ms`, closes everything. */
  close(): Promise<void>
}

/** Follows the pin of a home and answers over HTTP. Throws `StepError` when it cannot listen. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { home, progress, packMemoryBytes, threads = 1, log = 'failures' } = options
  const { reach = DIRECT } = options
  const address = listenAddress(options.host, options.port)
  const isShared = threads > 1
  if (isShared) await assertPortFree(address)
  const opening = progress.step('open the pinned build')
  const upstreams = options.upstreams && serviceUpstreams(options.upstreams)
  const shared = upstreams && { settings: upstreams.settings, memory: upstreams.memory }
  let beside: AnsweringThreads | undefined
  let terrain: TerrainThread | undefined
  const builds = await FollowedPin.open({
    home,
    packMemoryBytes,
    onChange: (event) => {
      if (event.kind === 'opened' || event.kind === 'unpinned') beside?.follow()
      if (event.kind === 'closed') terrain?.forget(event.id)
      progress.note(eventText(event))
    },
  })
  const connectionsMax = await connectionsOf(builds, threads, address.hosts.length, progress)
  const level = log === 'failures' ? 'error' : 'info'
  const stream = log === 'json' ? jsonLines() : terminalLines(progress)
  terrain = new TerrainThread({
    upstreams: shared,
    onFailure: (words) => progress.note(`Terrain: ${words}`),
  })
  const maker = new PortTerrain(terrain.connect())
  const accounts = new AccountsPort(options.accounts.connect())
  const logger = { level, stream }
  const app = await createApp({
    builds,
    accounts,
    upstreams,
    terrain: maker,
    logger,
    reach,
    connectionsMax,
    pageFolder: PAGE_FOLDER,
  })
  let listener: Listener | undefined
  const { drain_ms = DRAIN_MS } = options
  const close = async () => {
    await Promise.all([listener ? listener.close(drain_ms) : app.close(), beside?.close(drain_ms)])
    accounts.close()
    await builds.close()
    await terrain?.close()
  }
  try {
    listener = await startListening(app, { ...address, isShared })
    const { hosts, port } = listener
    beside = new AnsweringThreads({
      count: threads - 1,
      hosts,
      port,
      logLevel: level,
      connectionsMax,
      upstreams: shared,
      accounts: options.accounts,
      reach,
      connectTerrain: () => terrain!.connect(),
      onLog: (line) => stream.write(line),
      take: () => builds.take(),
    })
    await beside.listening()
    const url = reach.url ?? `http://${reachableHost(address)}:${port}`
    opening.done(builds.servedId() ?? 'none can be served yet: answers 503 until one can')
    return { url, example: exampleRequest(builds, url), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** As many as descriptors are left for; reported where they are fewer than usual. */
async function connectionsOf(
  builds: FollowedPin,
  threads: number,
  hosts: number,
  progress: Progress,
): Promise<number> {
  const descriptors = descriptorsNow()
  const lease = builds.take()
  const buildFiles = lease ? servedFiles(lease.build.manifest).length : 0
  lease?.release()
  try {
    const connections = connectionsWithin(descriptors, { threads, hosts, buildFiles })
    if (connections < CONNECTIONS_MAX)
      progress.note(
        `At most ${connections} connections a thread and address, not ${CONNECTIONS_MAX}: this process may open ${descriptors!.limit} files (ulimit -n).`,
      )
    return connections
  } catch (error) {
    await builds.close()
    throw error
  }
}

function exampleRequest(builds: FollowedPin, url: string): string | null {
  const lease = builds.take()
  const spot = lease && examplePoint(lease.build.packs)
  lease?.release()
  if (!spot) return null
  const address = `/v1/location?ll=${spot.lat},${spot.lng}&layers=parcel,flood`
  return curlOf({ url: address, headers: {}, isOpen: false }, `${url}/api`)
}

function eventText(event: BuildEvent): string {
  if (event.kind === 'opened') return `Serving build ${event.build.id}${verifiedText(event)}.`
  if (event.kind === 'unpinned') return 'No build is pinned any more: answering 503.'
  if (event.kind === 'closed') return `Closed build ${event.id}: its last request is answered.`
  if (event.kind === 'file') return fileText(event.event)
  const { id, error } = event
  const why = error instanceof StepError ? `${error.message}. ${error.remedy}` : String(error)
  return `Could not take ${id ?? 'the pin'} into service, nothing changes: ${why}`
}

/** Verifying that takes longer than a person waits is explained. */
const LONG_MS = 1_000

function verifiedText({ bytes, ms }: { bytes: number; ms: number }): string {
  if (ms < LONG_MS) return ''
  return `: ${(bytes / 1e6).toFixed(0)} MB verified and opened in ${(ms / 1000).toFixed(1)} s`
}

function fileText(event: FileEvent): string {
  const { kind, path } = event
  if (kind === 'changed')
    return `${path} changed after it was verified: what is answered from it is not available, and it is verified again.`
  if (kind === 'whole') return `${path} is whole again: it is answered from.`
  const { error } = event
  const why = error instanceof StepError ? `${error.message}. ${error.remedy}` : String(error)
  return `Nothing is answered from a damaged file: ${why}`
}
