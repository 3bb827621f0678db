import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createSocket } from 'node:net'
import type { FastifyInstance, FastifyListenOptions } from 'fastify'
import { StepError } from '../terminal/step-error.ts'
import { answerClientError, answerRawRequests, errorFormOf } from './client-errors.ts'
import { orderedRouting } from './connection-order.ts'
import { closeServer, Draining } from './draining.ts'
import type { ListenAddress } from './listen-address.ts'
import { MAX_HEAD_BYTES, REQUEST_CHECK_MS } from './request-limits.ts'
import { withStartMutex } from './start-mutex.ts'

export interface ListenOptions extends ListenAddress {
  /** Other threads of this process listen at the same address. */
  isShared: boolean
}

/** An app that listens. */
export interface Listener {
  /** Addresses that are bound: without `::1` where the machine has none. */
  hosts: string[]
  port: number
  /** Stops accepting, finishes running requests, and closes what is not done within `drain_ms`. */
  close(drain_ms?: number): Promise<void>
}

/**
 * Binds the app to its addresses, which must be free. Throws `StepError` when they are not. When
 * several services start at once, exactly one gets the port.
 */
export async function startListening(app: FastifyInstance, options: ListenOptions) {
  return await withStartMutex(options.port, async () => {
    if (options.isShared) await probeAddress(options)
    return await listen(app, options)
  })
}

/**
 * Runs `work`, after which a thread listens at the address. Throws `StepError` when it is not free.
 * When several services start at once, exactly one gets the port.
 */
export async function whileFree<T>(address: ListenAddress, work: () => Promise<T>): Promise<T> {
  return await withStartMutex(address.port, async () => {
    await probeAddress(address)
    return await work()
  })
}

/**
 * Binds the app to its addresses, which other threads of this process may share. Throws `StepError`
 * when it cannot.
 */
export async function listen(app: FastifyInstance, options: ListenOptions): Promise<Listener> {
  const { hosts, port, isShared } = options
  const [first, second] = hosts
  const draining = new Draining()
  draining.follow(app.server)
  // Fastify passes `reusePort` on to Node (23.1 and later); its types lack it.
  const at: FastifyListenOptions & { reusePort: boolean } = {
    host: first,
    port,
    reusePort: isShared,
  }
  await app.listen(at).catch((cause) => {
    throw cannotListen(first, port, cause)
  })
  const bound = (app.server.address() as AddressInfo).port
  const secondServer = second === undefined ? null : secondServerFor(app)
  if (secondServer) draining.follow(secondServer)
  const failure = secondServer && (await tryListen(secondServer, second, bound, isShared))
  // A port in use is an error: `localhost` could reach the other service. After any other failure
  // the first address is enough: the machine may lack IPv6.
  if (failure?.code === 'EADDRINUSE' && port !== 0) {
    await draining.close(app, 0)
    throw cannotListen(second, port, failure)
  }
  return {
    hosts: hosts.slice(0, secondServer && !failure ? 2 : 1),
    port: bound,
    close: (drain_ms) => draining.close(app, drain_ms),
  }
}

/**
 * Throws `StepError` where another service listens: with a shared port it would receive half of
 * the connections.
 */
export async function assertPortFree(address: ListenAddress): Promise<void> {
  await withStartMutex(address.port, () => probeAddress(address))
}

async function probeAddress({ hosts, port }: ListenAddress): Promise<void> {
  for (const host of port === 0 ? [] : hosts) {
    const probe = createSocket()
    const failure = await tryListen(probe, host, port, false)
    if (failure?.code === 'EADDRINUSE') throw cannotListen(host, port, failure)
    if (!failure) await closeServer(probe)
  }
}

/** A second server for the same app, with the same limits. */
function secondServerFor(app: FastifyInstance): Server {
  const { requestTimeout, headersTimeout, keepAliveTimeout, maxConnections, timeout } = app.server
  const limits = {
    requestTimeout,
    headersTimeout,
    keepAliveTimeout,
    requireHostHeader: false,
    maxHeaderSize: MAX_HEAD_BYTES,
    connectionsCheckingInterval: REQUEST_CHECK_MS,
  }
  const server = createServer(limits, orderedRouting(app))
  server.timeout = timeout
  server.maxConnections = maxConnections
  server.on('clientError', answerClientError)
  answerRawRequests(server, orderedRouting(app), errorFormOf(app.server))
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
      ? 'the port is in use'
      : cause.code === 'EACCES'
        ? 'this user is not allowed to use the port'
        : cause.message
  const remedy = `Stop what listens there, or choose another port: PORT=${port < 65_535 ? port + 1 : 8081}.`
  return new StepError('listen', `${host} port ${port}`, problem, remedy, { cause })
}
