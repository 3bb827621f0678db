import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { SAFETY_HEADERS } from './answer-headers.ts'
import { ApiError, type ErrorStatus, errorBody } from './error-codes.ts'
import { pathOf } from './path-pattern.ts'
import { isOfProjects, projectsError } from './projects-error.ts'
import { newRequestId } from './request-id.ts'
import { readBeforeClosing } from './unread-body.ts'

/**
 * Answers to what the HTTP parser refuses before there is a request, by the parser's error code.
 */
const STATUSES: Record<string, [ErrorStatus, string, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The request head is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request did not arrive in time.'],
}

/** The contract whose error object a server sends. */
export type ErrorForm = 'map' | 'projects'
/** Of a server: for requests of which no path is known. */
const forms = new WeakMap<Server, ErrorForm>()

export const errorFormOf = (server: Server): ErrorForm => forms.get(server) ?? 'map'

/** Time for a client to read the refusal before the connection is closed. */
const READ_MS = 1_000

/** Requests of a connection that are not fully answered yet, in order of arrival. */
const unanswered = new WeakMap<Duplex, Set<ServerResponse>>()
/** The last request of a connection: only its body may be incomplete. */
const latest = new WeakMap<Duplex, ServerResponse>()
/** Connections that end with a refusal as soon as the requests before it are answered. */
const ending = new WeakSet<Duplex>()

/**
 * Makes a server answer what Node drops or answers without the error object: CONNECT, an unknown
 * `Expect`, and bytes that are not HTTP after valid requests.
 */
export function answerRawRequests(
  server: Server,
  routing: RequestListener,
  form: ErrorForm = 'map',
): void {
  forms.set(server, form)
  // Must run before the app, which may answer a request at once.
  server.prependListener('request', noteUnanswered)
  readBeforeClosing(server)
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    noteUnanswered(request, response)
    routing(request, response)
  })
  server.on('connect', answerConnect)
}

/** Answers a request that is not HTTP with the error object, and closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Duplex): void {
  // What follows on such a connection is not HTTP either.
  if (ending.has(socket)) return
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, reason, message] = STATUSES[error.code ?? ''] ?? [
    400,
    'Bad Request',
    'The request is not well-formed HTTP.',
  ]
  refuse(socket, `${status} ${reason}`, new ApiError(status, message))
}

/** Answers 408 to a request whose body has not arrived completely after this time. */
export function endSlowBody(request: IncomingMessage, time_ms: number): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (length === undefined && coding === undefined) return
  const slow = Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  const timer = setTimeout(() => {
    if (!request.complete) answerClientError(slow, request.socket)
  }, time_ms)
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer))
}

/** Refuses CONNECT, for which Node passes the bare socket: the service is not a proxy. */
function answerConnect(_request: IncomingMessage, socket: Duplex): void {
  for (const event of ['error', 'timeout']) socket.on(event, () => socket.destroy())
  socket.resume()
  const allow = 'GET, HEAD, OPTIONS'
  const details = { hint: 'This is not a proxy: use GET.', headers: { allow } }
  refuse(
    socket,
    '405 Method Not Allowed',
    new ApiError(405, 'The method CONNECT is not allowed here.', details),
  )
}

function noteUnanswered({ socket, headers }: IncomingMessage, response: ServerResponse): void {
  // Node ignores an upgrade without a listener and loses what follows it in the same packet: the
  // client would mistake the next answer for that of a lost request.
  if (headers.upgrade !== undefined) response.shouldKeepAlive = false
  latest.set(socket, response)
  const responses = unanswered.get(socket) ?? new Set()
  unanswered.set(socket, responses.add(response))
  response.once('close', () => responses.delete(response))
}

/**
 * Ends a connection with an error object, after the answers to the complete requests before it:
 * answers are sent in the order of their requests (RFC 9112, section 9.3.2).
 */
function refuse(socket: Duplex, statusLine: string, error: ApiError): void {
  const responses = [...(unanswered.get(socket) ?? [])]
  // The body of this request is malformed or late, and its answer has been sent, or a part of it.
  const current = latest.get(socket)
  const isBegun = current !== undefined && !current.req.complete && current.headersSent
  const last = responses.filter(({ req }) => req.complete).at(-1)
  if (isBegun) {
    socket.destroy()
  } else if (last === undefined) {
    endWith(socket, rawAnswer(statusLine, error, formOf(socket)))
  } else {
    ending.add(socket)
    last.once('close', () => {
      if (socket.writable) endWith(socket, rawAnswer(statusLine, error, formOf(socket)))
      else socket.destroy()
    })
  }
}

/** Ends the connection after the answer: a client that goes on sending must not hold it open. */
function endWith(socket: Duplex, answer: string): void {
  socket.end(answer)
  const cut = setTimeout(() => socket.destroy(), READ_MS).unref()
  socket.once('close', () => clearTimeout(cut))
}

/** The form of the request that is being received, or that of the server. */
function formOf(socket: Duplex): ErrorForm {
  const { req } = [...(unanswered.get(socket) ?? [])].find(({ req }) => !req.complete) ?? {}
  if (req) return isOfProjects(pathOf(req.url!)) ? 'projects' : 'map'
  const { server } = socket as Duplex & { server?: Server }
  return server ? errorFormOf(server) : 'map'
}

function rawAnswer(statusLine: string, error: ApiError, form: ErrorForm): string {
  const id = newRequestId()
  const own =
    form === 'map'
      ? { headers: { 'X-Request-Id': id, ...error.headers }, body: errorBody(error, id) }
      : projectsError(error, { id, origin: null })
  const body = JSON.stringify(own.body)
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...SAFETY_HEADERS,
    'cache-control': 'no-store',
    ...own.headers,
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${statusLine}\r\n${lines.join('')}\r\n${body}`
}
