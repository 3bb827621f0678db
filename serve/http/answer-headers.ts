import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For our own pages only: no page of another origin may read it. */
    isOwn?: boolean
  }
}

/**
 * On every answer, whatever it is: a body is of the type that it says, nobody frames it, no address
 * that a person looked at leaves with a link, and nothing runs in it. A page sets a policy of its own.
 */
export const SAFETY_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
/** A year, as browsers advise; of this host alone. */
const HTTPS_ONLY = 'max-age=31536000'

/** Pages of any origin may read, with a key: no cookie goes with `*`. */
const SHARED: Record<string, string> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Content-Length, Content-Range, Accept-Ranges, X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, WWW-Authenticate',
  'cross-origin-resource-policy': 'cross-origin',
}
const OWN = { 'cross-origin-resource-policy': 'same-origin' }

/** What a page of another origin may ask with (Fetch standard, CORS-preflight request). */
const PREFLIGHT: Record<string, string> = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers':
    'authorization, x-api-key, if-match, if-none-match, range, if-range, x-request-id',
  // Chromium keeps none longer.
  'access-control-max-age': '7200',
}

/** Sets what every answer has. `origin` is where the client reaches the service. */
export function setAnswerHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  origin: string | null,
): void {
  const { isOwn } = request.routeOptions.config ?? {}
  reply.headers({ 'x-request-id': request.id, ...SAFETY_HEADERS, ...(isOwn ? OWN : SHARED) })
  if (origin?.startsWith('https:')) reply.header('strict-transport-security', HTTPS_ONLY)
}

/** Answers `OPTIONS` of a path that pages of any origin may read, without asking for a key. */
export function answerPreflight(reply: FastifyReply, allow: string): FastifyReply {
  return reply
    .code(204)
    .headers({ allow, 'cache-control': 'no-store', ...PREFLIGHT })
    .send()
}
