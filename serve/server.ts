import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Progress } from '../terminal/progress.ts'
import { StepError } from '../terminal/step-error.ts'
import { createApp } from './app.ts'
import { answerClientError } from './client-errors.ts'
import { exampleSpot } from './example-spot.ts'
import { listenAddress } from './listen-address.ts'
import { terminalLines } from './log-lines.ts'
import { type BuildEvent, PinnedBuilds } from './pinned-build.ts'

export interface ServerOptions {
  home: string
  /** `HOST`; loopback only. */
  host?: string
  /** `PORT`; 8080 by default, 0 for any free one. */
  port?: string
  progress: Progress
  packMemoryBytes?: number
  /** Request lines through `progress`, as JSON on standard output, or failures of ours only. */
  log?: 'terminal' | 'json' | 'failures'
}

export interface RunningServer {
  url: string
  /** A whole command line that answers, or null without a build. */
  example: string | null
  /** Stops accepting, lets requests finish within `DRAIN_MS`, closes everything. */
  close(): Promise<void>
}

/** Requests still running after this long are cut off. */
const DRAIN_MS = 10_000
const IDLE_SWEEP_MS = 50

/** Follows the pin of a home and answers over HTTP. Throws `StepError` when it cannot listen. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { home, progress, packMemoryBytes, log = 'failures' } = options
  const address = listenAddress(options.host, options.port)
  const opening = progress.step('open the pinned build')
  const builds = await PinnedBuilds.open({
    home,
    packMemoryBytes,
    onChange: (event) => progress.note(eventText(event)),
  })
  const logger = {
    level: log === 'failures' ? 'error' : 'info',
    stream: log === 'json' ? process.stdout : terminalLines(progress),
  }
  const app = await createApp({ builds, logger })
  const close = async (servers: Server[]) => {
    await drain(app, servers)
    await builds.close()
  }
  try {
    const servers = await bind(app, address.hosts, address.port)
    const { port } = servers[0].address() as AddressInfo
    const host = address.hosts.length > 1 ? 'localhost' : address.hosts[0]
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
    opening.done(builds.servedId() ?? 'none can be served yet: answers 503 until one can')
    return { url, example: exampleRequest(builds, url), close: () => close(servers) }
  } catch (error) {
    await close([])
    throw error
  }
}

async function bind(app: FastifyInstance, hosts: string[], port: number): Promise<Server[]> {
  const [first, second] = hosts
  await app.listen({ host: first, port }).catch((cause) => {
    throw cannotListen(first, port, cause)
  })
  if (second === undefined) return [app.server]
  const { requestTimeout, keepAliveTimeout } = app.server
  const limits = { requestTimeout, keepAliveTimeout, requireHostHeader: false }
  const beside = createServer(limits, app.routing)
  beside.on('clientError', answerClientError)
  beside.on('checkExpectation', app.routing)
  const bound = (app.server.address() as AddressInfo).port
  const failure = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    beside.once('error', resolve)
    beside.listen(bound, second, () => resolve(null))
  })
  if (failure === null) return [app.server, beside]
  // Without IPv6 there is nothing to bind. A taken port would let `localhost` reach a stranger.
  if (failure.code === 'EADDRINUSE' && port !== 0) throw cannotListen(second, port, failure)
  return [app.server]
}

function cannotListen(host: string, port: number, cause: NodeJS.ErrnoException): StepError {
  const problem =
    cause.code === 'EADDRINUSE'
      ? 'the port is taken'
      : cause.code === 'EACCES'
        ? 'this user may not use the port'
        : cause.message
  const remedy = `Stop what listens there, or take another port: PORT=${port < 65_535 ? port + 1 : 8081}.`
  return new StepError('listen', `${host} port ${port}`, problem, remedy, { cause })
}

/** Stops accepting, answers what has come, and cuts off what is not done within `DRAIN_MS`. */
async function drain(app: FastifyInstance, servers: Server[]): Promise<void> {
  // Connections that turn idle while draining would live on until their keep-alive ends.
  const sweep = setInterval(() => {
    for (const server of servers) server.closeIdleConnections()
  }, IDLE_SWEEP_MS)
  const deadline = setTimeout(() => {
    for (const server of servers) server.closeAllConnections()
  }, DRAIN_MS)
  const others = servers.filter((server) => server !== app.server)
  await Promise.all([app.close(), ...others.map(closed)])
  clearInterval(sweep)
  clearTimeout(deadline)
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}

function exampleRequest(builds: PinnedBuilds, url: string): string | null {
  const lease = builds.take()
  const spot = lease && exampleSpot(lease.build.packs)
  lease?.release()
  if (!spot) return null
  return `curl '${url}/api/v1/location?ll=${spot.lat},${spot.lng}&layers=parcel,flood'`
}

function eventText(event: BuildEvent): string {
  if (event.kind === 'opened') return `Serving build ${event.build.id}.`
  if (event.kind === 'unpinned') return 'No build is pinned any more: answering 503.'
  if (event.kind === 'closed') return `Closed build ${event.id}: its last request is answered.`
  const { id, error } = event
  const why = error instanceof StepError ? `${error.message}. ${error.remedy}` : String(error)
  return `Could not take ${id ?? 'the pin'} into service, nothing changes: ${why}`
}
