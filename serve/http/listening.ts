import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createSocket } from 'node:net'
import type { FastifyInstance, FastifyListenOptions } from 'fastify'
import { StepError } from '../../terminal/step-error.ts'
import { answerClientError, answerRawRequests } from './client-errors.ts'
import { orderedRouting } from './connection-order.ts'
import { Draining } from './draining.ts'
import type { ListenAddress } from './listen-address.ts'
import { MAX_HEAD_BYTES, REQUEST_CHECK_MS } from './request-limits.ts'
import { withStartMutex } from './start-mutex.ts'

export interface ListenOptions extends ListenAddress {
  /** Other threads of this process listen at the same address. */
  isShared: boolean
}

/** An app that listens. */
export interface Listener {
  /** Those that were bound: `::1` is left out where the machine has none. */
  hosts: string[]
  port: number
  /** Stops accepting, answers what has come, and cuts off what is not done within `drain_ms`. */
  close(drain_ms?: number): Promise<void>
}

/**
 * Binds the app of a service to its addresses, where nobody listens yet. Throws `StepError` when it
 * cannot. Of several services that start at once, one gets the port.
 */
export async function startListening(app: FastifyInstance, options: ListenOptions) {
  return await withStartMutex(options.port, async () => {
    if (options.isShared) await probeAddress(options)
    return await listen(app, options)
  })
}

/** Binds the app to its addresses, of which other threads may have bound theirs. Throws `StepError` when it cannot. */
export async function listen(app: FastifyInstance, options: ListenOptions): Promise<Listener> {
  const { hosts, port, isShared } = options
  const [first, second] = hosts
  const draining = new Draining()
  draining.follow(app.server)
  // Passed on to Node, which knows it since 23.1; the framework's types do not.
  const at: FastifyListenOptions & { reusePort: boolean } = {
    host: first,
    port,
    reusePort: isShared,
  }
  await app.listen(at).catch((cause) => {
    throw cannotListen(first, port, cause)
  })
  const bound = (app.server.address() as AddressInfo).port
  const beside = second === undefined ? null : besideOf(app)
  if (beside) draining.follow(beside)
  const failure = beside && (await tryListen(beside, second, bound, isShared))
  // Without IPv6 there is nothing to bind. A taken port would let `localhost` reach a stranger.
  if (failure?.code === 'EADDRINUSE' && port !== 0) {
    await draining.close(app, 0)
    throw cannotListen(second, port, failure)
  }
  return {
    hosts: hosts.slice(0, beside && !failure ? 2 : 1),
    port: bound,
    close: (drain_ms) => draining.close(app, drain_ms),
  }
}

/**
 * Throws `StepError` where somebody listens already: a shared address would be shared with any
 * other service of the same user, which would then get half of the connections.
 */
export async function assertPortFree(address: ListenAddress): Promise<void> {
  await withStartMutex(address.port, () => probeAddress(address))
}

async function probeAddress({ hosts, port }: ListenAddress): Promise<void> {
  for (const host of port === 0 ? [] : hosts) {
    const probe = createSocket()
    const failure = await tryListen(probe, host, port, false)
    if (failure?.code === 'EADDRINUSE') throw cannotListen(host, port, failure)
    if (!failure) await closed(probe)
  }
}

/** A second socket for the same app, with the same limits. */
function besideOf(app: FastifyInstance): Server {
  const { requestTimeout, keepAliveTimeout, maxConnections, timeout } = app.server
  const limits = {
    requestTimeout,
    keepAliveTimeout,
    requireHostHeader: false,
    maxHeaderSize: MAX_HEAD_BYTES,
    connectionsCheckingInterval: REQUEST_CHECK_MS,
  }
  const server = createServer(limits, orderedRouting(app))
  server.timeout = timeout
  server.maxConnections = maxConnections
  server.on('clientError', answerClientError)
  answerRawRequests(server, orderedRouting(app))
  return server
}

function tryListen(
  server: ReturnType<typeof createSocket>,
  host: string,
  port: number,
  reusePort: boolean,
): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    server.once('error', resolve)
    server.listen({ host, port, reusePort }, () => resolve(null))
  })
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

function closed(server: ReturnType<typeof createSocket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}
