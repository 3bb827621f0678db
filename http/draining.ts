import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket, Server as SocketServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { StepError } from '../terminal/step-error.ts'

/**
 * Requests still running after this long are cut off: `docker stop` kills after 10 s, and the other
 * steps of the shutdown take up to 2.5 s.
 */
export const DRAIN_MS = 7_000
const DRAIN_SECONDS_MAX = 3_600
const SWEEP_MS = 50
/**
 * An incomplete request is awaited while its bytes keep coming, with pauses of at most a second.
 * Sweeps are counted and not time, since a thread that was busy for a second has read nothing.
 */
const SILENT_SWEEPS = 20

/** Parses `PLAT_DRAIN_SECONDS` to milliseconds. Throws `StepError` for an invalid value. */
export function drainFrom(environment: NodeJS.ProcessEnv): number {
  const text = environment.PLAT_DRAIN_SECONDS || `${DRAIN_MS / 1_000}`
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  if (seconds <= DRAIN_SECONDS_MAX) return seconds * 1_000
  throw new StepError(
    'listen',
    `PLAT_DRAIN_SECONDS=${text}`,
    `it must be a whole number of seconds from 0 to ${DRAIN_SECONDS_MAX}`,
    'Leave it out for 7, or give less than the time before the service is killed: docker stop --timeout.',
  )
}

interface Connection {
  /** Requests whose answers are not fully sent. */
  requests: Set<IncomingMessage>
  bytesRead: number
  /**
   * Bytes received when the last answer was done; null before. They include the start of a next
   * request in the same packet, whose connection therefore counts as idle.
   */
  bytesAtRest: number | null
  /** Sweeps since `bytesRead` last grew. */
  sweeps: number
}

/**
 * Tracks the connections of a thread's servers and closes them. Node's `closeIdleConnections` cuts
 * off answers that are written but not yet read, and treats a connection without any request as
 * busy.
 */
export class Draining {
  private readonly servers: Server[] = []
  private readonly connections = new Map<Socket, Connection>()

  /** Tracks the connections of a server. Call it before the server listens. */
  follow(server: Server): void {
    this.servers.push(server)
    server.closeIdleConnections = () => {}

    server.on('connection', (socket) => this.connectionOf(socket))
    const begin = (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request
      const connection = this.connectionOf(socket)
      connection.requests.add(request)
      response.once('close', () => {
        connection.requests.delete(request)
        connection.bytesAtRest = socket.bytesRead
      })
    }
    server.on('request', begin)
    server.on('checkExpectation', begin)
  }

  /**
   * Stops accepting. Closes idle connections at once and silent ones after a second. Finishes
   * running answers, also for slow readers, and cuts them off after `drain_ms`.
   */
  async close(app: FastifyInstance, drain_ms = DRAIN_MS): Promise<void> {
    const others = this.servers.filter((server) => server !== app.server)
    const closed = Promise.all([app.close(), ...others.map(closeServer)])
    const sweep = setInterval(() => this.sweep(), SWEEP_MS)
    const deadline = setTimeout(() => {
      for (const socket of this.connections.keys()) socket.destroy()
    }, drain_ms)
    this.sweep()
    await closed
    clearInterval(sweep)
    clearTimeout(deadline)
  }

  private connectionOf(socket: Socket): Connection {
    const known = this.connections.get(socket)
    if (known) return known
    const connection = {
      requests: new Set<IncomingMessage>(),
      bytesRead: 0,
      bytesAtRest: null,
      sweeps: 0,
    }
    this.connections.set(socket, connection)
    socket.once('close', () => this.connections.delete(socket))
    return connection
  }

  private sweep(): void {
    for (const [socket, connection] of this.connections) {
      const { requests, bytesAtRest } = connection
      if (socket.bytesRead !== connection.bytesRead)
        Object.assign(connection, { bytesRead: socket.bytesRead, sweeps: 0 })
      const isIdle = requests.size === 0 && socket.bytesRead === bytesAtRest
      const isAnswered = [...requests].some(({ complete }) => complete)
      const isSilent = !isAnswered && ++connection.sweeps > SILENT_SWEEPS
      if (isIdle || isSilent) socket.destroy()
    }
  }
}

/** Closes a server; resolves when its last connection is closed. */
export function closeServer(server: SocketServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}
