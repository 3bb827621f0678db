import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AccountRequest, type Accounts, AccountsGone } from '../../accounts/accounts.ts'
import { type ApiError, invalidRequest, notAvailable } from '../../http/error-codes.ts'
import { acceptRawBodies, bodyText } from '../../http/request-body.ts'
import { MAX_ACCOUNT_BODY_BYTES } from '../../http/request-limits.ts'

export const ACCOUNT_METHODS = ['GET', 'POST', 'DELETE'] as const
/** Paths that the accounts package answers. */
export const ACCOUNT_PATH = /^\/api\/(?:auth\/|account(?:\/|$))/
const PATHS = ['/api/auth/*', '/api/account', '/api/account/*']

/** Request headers that are forwarded to the accounts: none of a proxy, no host, no key. */
const FORWARDED_HEADERS = [
  'accept',
  'accept-language',
  'content-type',
  'cookie',
  'origin',
  'referer',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'user-agent',
]
/**
 * Response headers that the accounts may set. `answer-headers.ts` alone decides who may read or
 * frame an answer.
 */
const RETURNED_HEADERS = [
  'allow',
  'content-type',
  'location',
  'retry-after',
  'set-cookie',
  'www-authenticate',
]
/** The accounts usually answer again after this time. */
const RETRY_AFTER_MS = 2_000

/** Forwards the requests of the service's own pages to the accounts. */
export function mountAccounts(
  app: FastifyInstance,
  accounts: Accounts,
  requestOf: {
    origin(request: FastifyRequest): string | null
    address(request: FastifyRequest): string
  },
): void {
  app.register(async (scope) => {
    // The body is forwarded unparsed: the accounts parse it.
    acceptRawBodies(scope)
    for (const url of PATHS)
      scope.route({
        method: [...ACCOUNT_METHODS],
        url,
        bodyLimit: MAX_ACCOUNT_BODY_BYTES,
        // Opening a link of a mail changes something; a HEAD request to it must not.
        exposeHeadRoute: false,
        config: { isOwn: true },
        async handler(request, reply) {
          reply.headers({ 'cache-control': 'no-store', vary: 'Cookie, Origin' })
          const origin = requestOf.origin(request)
          if (origin === null)
            throw invalidRequest(
              'Host',
              'The Host header is missing or invalid.',
              'Send a host name.',
            )
          const answer = await accounts
            .answer({
              method: request.method,
              url: request.raw.url!,
              headers: forwardedHeaders(request),
              body: bodyText(request),
              address: requestOf.address(request),
              origin,
              request_id: request.id,
            } satisfies AccountRequest)
            .catch((error) => {
              if (!(error instanceof AccountsGone)) throw error
              throw accountsGone(error)
            })
          for (const [name, value] of answer.headers)
            if (RETURNED_HEADERS.includes(name.toLowerCase())) reply.header(name, value)
          return reply.code(answer.status).send(answer.body === '' ? undefined : answer.body)
        },
      })
  })
}

/** 503 while the accounts do not answer. */
export function accountsGone(error: AccountsGone): ApiError {
  return notAvailable(error.message, 'Try again shortly.', { retryAfter_ms: RETRY_AFTER_MS })
}

function forwardedHeaders({ headers }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    FORWARDED_HEADERS.flatMap((name) => {
      const value = headers[name]
      return value === undefined ? [] : [[name, `${value}`]]
    }),
  )
}
