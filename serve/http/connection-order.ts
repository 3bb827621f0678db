import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isClientGone } from './client-gone.ts'
import { PIPELINED_MAX } from './request-limits.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void
type Exchange = [IncomingMessage, ServerResponse]

/** Requests that wait behind the one in progress, by connection. */
const waiting = new WeakMap<IncomingMessage['socket'], Exchange[]>()

/** Whether requests that have come wait for the answer in progress on their connection. */
export function hasWaiting(socket: IncomingMessage['socket']): boolean {
  return (waiting.get(socket)?.length ?? 0) > 0
}

/** What handles requests of an app, by app: it serves several sockets. */
const routings = new WeakMap<FastifyInstance, Handler>()

/** The routing of an app, one request of a connection at a time; see `inOrder`. */
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
 * Handles the requests of each connection one after the other: Node parses all that a client
 * pipelined and would start them at once, although answers leave in order. The next request starts
 * when the answer before it has left, so a client that does not read is not worked for. Requests
 * whose connection closed first are never started; `onDropped` gets their number. More than
 * `PIPELINED_MAX` that wait close the connection.
 */
function inOrder(handle: Handler, onDropped: (count: number) => void): Handler {
  const start = ([request, response]: Exchange) => {
    response.once('close', () => startNext(request.socket))
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
    // The parser goes on with what it has read of a connection that was closed under it.
    if (isClientGone(socket)) return
    const queue = waiting.get(socket)
    if (!queue) {
      waiting.set(socket, [])
      start([request, response])
    } else if (queue.push([request, response]) > PIPELINED_MAX) socket.destroy()
  }
}
