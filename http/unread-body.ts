import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** Time in which a client may send the rest of a body that was refused; nginx has 30 s too. */
const UNREAD_MS = 30_000

/** The last request with a body, by connection. */
const latest = new WeakMap<Socket, IncomingMessage>()

/**
 * Reads the rest of a body before a connection is closed after an answer, and drops it. Node closes
 * at once: bytes that arrive then are answered with a reset, for which a client that is sending
 * loses the answer (RFC 9112, section 9.6). Clients that send `Connection: close` meet this with
 * each large body that is refused.
 */
export function readBeforeClosing(server: Server): void {
  server.prependListener('request', (request: IncomingMessage) => {
    const { socket, headers } = request
    const { 'content-length': length, 'transfer-encoding': coding } = headers
    if (length === undefined && coding === undefined) return
    const isFollowed = latest.has(socket)
    latest.set(socket, request)
    if (!isFollowed) followConnection(socket)
  })
}

function followConnection(socket: Socket): void {
  const close = socket.destroySoon.bind(socket)
  // Node calls this after the last answer of a connection.
  socket.destroySoon = () => {
    const request = latest.get(socket)!
    if (request.complete || !socket.writable) return close()
    // The answer and the end of what is sent to the client; its bytes are read on.
    socket.end()
    const cut = setTimeout(() => socket.destroy(), UNREAD_MS).unref()
    socket.once('close', () => clearTimeout(cut))
    request.once('end', close).resume()
  }
}
