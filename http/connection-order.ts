import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isClientGone } from './client-gone.ts'
import { PIPELINED_MAX } from './request-limits.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void
type Exchange = [IncomingMessage, ServerResponse]

/** Requests that wait for the one in progress, by connection. */
const waiting = new WeakMap<IncomingMessage['socket'], Exchange[]>()

/** True when requests wait for the answer in progress on a connection. */
export function hasWaiting(socket: IncomingMessage['socket']): boolean {
  return (waiting.get(socket)?.length ?? 0) > 0
}

/** The request handler of each app, which serves several sockets. */
const routings = new WeakMap<FastifyInstance, Handler>()

/**
 * The request handler of an app, which handles one request of a connection at a time; see
 * `inOrder`.
 */
export function orderedRouting(app: FastifyInstance): Handler {
  const known = routings.get(app)
  if (known) return known
  const ordered = inOrder(app.routing, (count) => {
    app.log.info({ count }, 'requests were dropped: their connection was closed')
  })
  routings.set(app, ordered)
  return ordered
}

/**
 * Handles the requests of each connection one after the other. Node would start all pipelined
 * requests at once, although answers are sent in order. The next request starts when the previous
 * answer is sent, so clients that do not read cost no work. Requests whose connection closed before
 * are never started; `onDropped` receives their number. More than `PIPELINED_MAX` waiting requests
 * close the connection.
 */
function inOrder(handle: Handler, onDropped: (count: number) => void): Handler {
  const start = ([request, response]: Exchange) => {
    // A request whose body was forwarded has no socket any more when it is answered.
    const { socket } = request
    response.once('close', () => startNext(socket))
    handle(request, response)
  }
  const startNext = (socket: IncomingMessage['socket']) => {
    const queue = waiting.get(socket)!
    const isGone = isClientGone(socket)
    if (isGone && queue.length > 0) onDropped(queue.length)
    const next = isGone ? undefined : queue.shift()
    if (next) start(next)
    else waiting.delete(socket)
  }

  return (request, response) => {
    const { socket } = request
    // The parser also emits requests that it has read from a connection that is closed by now.
    if (isClientGone(socket)) return
    const queue = waiting.get(socket)
    if (!queue) {
      waiting.set(socket, [])
      start([request, response])
    } else if (queue.push([request, response]) > PIPELINED_MAX) socket.destroy()
  }
}
