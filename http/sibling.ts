import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import replyFrom from '@fastify/reply-from'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendProjectsError } from './projects-error.ts'
import { clientAddressOf } from './reach.ts'

/** Another service on the same address, behind a socket of this machine. */
export interface Sibling {
  socketPath: string
}

/** Paths of the projects and of their pages. */
const PATHS = ['/api/scenes', '/api/scenes/*', '/projects', '/projects/*']
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
/** The sibling refuses shorter bodies already, with an error in the form of its contract. */
const BODY_BYTES_MAX = 200_000_000
/** Connections of one thread to the sibling. */
const CONNECTIONS_MAX = 64
/** The sibling has answered by then, or never will: a view takes up to 20 s. */
const ANSWER_MAX_MS = 60_000
const RETRY_AFTER_S = 2

/** Forwards the requests of the sibling's paths, and answers 503 while it does not respond. */
export function mountSibling(
  app: FastifyInstance,
  { socketPath }: Sibling,
  originOf: (request: FastifyRequest) => string | null,
): void {
  app.register(async (scope) => {
    await scope.register(replyFrom, {
      disableRequestLogging: true,
      base: `unix+http://${encodeURIComponent(socketPath)}/`,
      undici: {
        connections: CONNECTIONS_MAX,
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
        handler: (request, reply) =>
          reply.from(request.raw.url!, {
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
              sendUnavailable(failed as FastifyReply, request, originOf(request))
            },
          }),
      })
  })
}

function sendUnavailable(reply: FastifyReply, { id }: FastifyRequest, origin: string | null): void {
  const message = 'The part of this service that has the projects does not answer now.'
  const headers = { 'retry-after': `${RETRY_AFTER_S}` }
  sendProjectsError(reply, { status: 503, message, headers }, { id, origin })
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
