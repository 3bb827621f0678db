import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import replyFrom from '@fastify/reply-from'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressId } from '../accounts/limits/address-id.ts'
import { PROJECT_ROOTS, sendProjectsError } from './projects-error.ts'
import { clientAddressOf } from './reach.ts'

/** Another service on the same address, behind a socket of this machine. */
export interface Sibling {
  socketPath: string
}

/** Paths of the projects, of their pages and of the tool server. */
const PATHS = [...PROJECT_ROOTS, '/projects', '/mcp'].flatMap((root) => [root, `${root}/*`])
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
/** The sibling refuses shorter bodies already, with an error in the form of its contract. */
const BODY_BYTES_MAX = 200_000_000
/** Requests that one thread forwards at once, each on a connection of its own: 503 beyond. */
export const FORWARDED_MAX = 1_000
/** Of them those of one client (IPv6: its /64): one that reads slowly must not take them all. */
export const CLIENT_FORWARDED_MAX = 100
/** The sibling has answered by then, or never will: a view takes up to 20 s. */
const ANSWER_MAX_MS = 60_000
const RETRY_AFTER_S = 2

/** Forwards the requests of the sibling's paths, and answers 503 while it does not respond. */
export function mountSibling(
  app: FastifyInstance,
  { socketPath }: Sibling,
  originOf: (request: FastifyRequest) => string | null,
): void {
  const open = new Map<string, number>()
  let total = 0
  /** Counts a request until its answer was sent; false where there are too many. */
  function isAdmitted(request: FastifyRequest, reply: FastifyReply): boolean {
    const client = addressId(clientAddressOf(request))
    const own = open.get(client) ?? 0
    if (total >= FORWARDED_MAX || own >= CLIENT_FORWARDED_MAX) return false
    total += 1
    open.set(client, own + 1)
    reply.raw.once('close', () => {
      total -= 1
      const left = open.get(client)! - 1
      if (left > 0) open.set(client, left)
      else open.delete(client)
    })
    return true
  }
  app.register(async (scope) => {
    await scope.register(replyFrom, {
      disableRequestLogging: true,
      base: `unix+http://${encodeURIComponent(socketPath)}/`,
      undici: {
        connections: FORWARDED_MAX,
        headersTimeout: ANSWER_MAX_MS,
        bodyTimeout: ANSWER_MAX_MS,
      },
    })
    // Bodies pass through as they come.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => done(null, passedOn(body)))
    for (const url of PATHS)
      scope.route({
        method: [...METHODS],
        url,
        exposeHeadRoute: false,
        bodyLimit: BODY_BYTES_MAX,
        onRequest: async (request, reply) => {
          if (!isAdmitted(request, reply))
            return sendUnavailable(reply, request, { origin: originOf(request), message: BUSY })
        },
        handler: (request, reply) =>
          reply.from(request.raw.url!, {
            // Otherwise a GET that is answered 503 is sent ten times more, 2 ms apart.
            retryDelay: () => null,
            // Node has answered `Expect` already.
            rewriteRequestHeaders: (_request, { expect: _, ...headers }) => ({
              ...headers,
              host: request.headers.host,
              'x-request-id': request.id,
              'x-forwarded-for': clientAddressOf(request),
              'x-forwarded-proto': originOf(request)?.startsWith('https:') ? 'https' : 'http',
            }),
            onError: (failed, { error }) => {
              request.log.error({ err: error }, 'the projects did not answer')
              const about = { origin: originOf(request), message: SILENT }
              sendUnavailable(failed as FastifyReply, request, about)
            },
          }),
      })
  })
}

const SILENT = 'The part of this service that has the projects does not answer now.'
const BUSY = `Too many requests of projects are being answered: at most ${CLIENT_FORWARDED_MAX} of one client, and ${FORWARDED_MAX} in all. Nothing ran.`

function sendUnavailable(
  reply: FastifyReply,
  { id }: FastifyRequest,
  { origin, message }: { origin: string | null; message: string },
): FastifyReply {
  const headers = { 'retry-after': `${RETRY_AFTER_S}` }
  return sendProjectsError(reply, { status: 503, message, headers }, { id, origin })
}

/**
 * The body of a request to forward. A sibling that answers before it has read all of it ends the
 * stream: the client still sends, and would not read the answer if its connection was closed.
 */
function passedOn(body: IncomingMessage): PassThrough {
  const passed = new PassThrough()
  body.pipe(passed)
  body.once('close', () => {
    if (!body.complete) passed.destroy(new Error('the client left'))
  })
  passed.once('close', () => {
    body.unpipe(passed)
    body.resume()
  })
  return passed
}
