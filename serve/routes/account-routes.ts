import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AccountRequest, type Accounts, AccountsGone } from '../../accounts/accounts.ts'
import { ApiError, invalidRequest, notAvailable } from '../http/error-codes.ts'
import { MAX_ACCOUNT_BODY_BYTES } from '../http/request-limits.ts'

export const ACCOUNT_METHODS = ['GET', 'POST', 'DELETE'] as const
/** All paths that the accounts answer. */
export const ACCOUNT_PATH = /^\/api\/(?:auth\/|account(?:\/|$))/
const PATHS = ['/api/auth/*', '/api/account', '/api/account/*']

/** All that the accounts learn of a request's head: nothing of a proxy, no host, no key. */
const PASSED_ON = [
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
/** All that they may set: who may read or frame an answer is said in one place, and not there. */
const PASSED_BACK = [
  'allow',
  'content-type',
  'location',
  'retry-after',
  'set-cookie',
  'www-authenticate',
]
/** Until the accounts may be there again. */
const RETRY_AFTER_MS = 2_000

/** Hands the requests of our own pages to the accounts. `originOf` tells where the client is. */
export function mountAccounts(
  app: FastifyInstance,
  accounts: Accounts,
  requestOf: {
    origin(request: FastifyRequest): string | null
    address(request: FastifyRequest): string
  },
): void {
  app.register(async (scope) => {
    // As it came: what the accounts make of it is theirs.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body)
    })
    for (const url of PATHS)
      scope.route({
        method: [...ACCOUNT_METHODS],
        url,
        bodyLimit: MAX_ACCOUNT_BODY_BYTES,
        // A link in a letter does what it says when it is opened: a look at its head must not.
        exposeHeadRoute: false,
        config: { isOwn: true },
        async handler(request, reply) {
          reply.headers({ 'cache-control': 'no-store', vary: 'Cookie, Origin' })
          const origin = requestOf.origin(request)
          if (origin === null)
            throw invalidRequest('Host', 'It names no host.', 'Send the host that was asked.')
          const answer = await accounts
            .answer({
              method: request.method,
              url: request.raw.url!,
              headers: passedOn(request),
              body: bodyOf(request),
              address: requestOf.address(request),
              origin,
              request_id: request.id,
            } satisfies AccountRequest)
            .catch((error) => {
              if (!(error instanceof AccountsGone)) throw error
              throw accountsGone(error)
            })
          for (const [name, value] of answer.headers)
            if (PASSED_BACK.includes(name.toLowerCase())) reply.header(name, value)
          return reply.code(answer.status).send(answer.body === '' ? undefined : answer.body)
        },
      })
  })
}

/** 503: they may be there again in a moment. */
export function accountsGone(error: AccountsGone): ApiError {
  return notAvailable(error.message, 'Ask again shortly.', { retryAfter_ms: RETRY_AFTER_MS })
}

function passedOn({ headers }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = headers[name]
      return value === undefined ? [] : [[name, `${value}`]]
    }),
  )
}

function bodyOf({ body, headers }: FastifyRequest): string | null {
  if (!(body instanceof Buffer)) return null
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding !== 'identity')
    throw new ApiError(415, 'A packed body is not read here.', {
      param: 'Content-Encoding',
      hint: 'Send it as it is, as JSON.',
    })
  if (!isUtf8(body))
    throw new ApiError(400, 'The body is no UTF-8.', { hint: 'Send JSON in UTF-8.' })
  return body.toString()
}
