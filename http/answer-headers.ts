import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for answers that only the service's own pages may read. */
    isOwn?: boolean
  }
}

/**
 * Headers of every answer: browsers must not guess its type, frame it, send its address to other
 * sites or run anything in it. Pages replace the policy with their own.
 */
export const SAFETY_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
/** One year, as browsers recommend, for this host without its subdomains. */
const HTTPS_ONLY = 'max-age=31536000'

/**
 * Pages of any origin may read these answers with a key. Browsers send no cookies where the origin
 * is `*`.
 */
const SHARED: Record<string, string> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Content-Length, Content-Range, Accept-Ranges, X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, WWW-Authenticate',
  'cross-origin-resource-policy': 'cross-origin',
}
const OWN = { 'cross-origin-resource-policy': 'same-origin' }

/** Methods and headers that a page of another origin may send (Fetch standard, CORS preflight). */
const PREFLIGHT: Record<string, string> = {
  'access-control-allow-methods': 'GET, HEAD, POST',
  'access-control-allow-headers':
    'authorization, x-api-key, content-type, if-match, if-none-match, range, if-range, x-request-id',
  // Chromium caches no preflight for longer.
  'access-control-max-age': '7200',
}

/**
 * Sets the headers of every answer. `origin` is the one at which the client reaches the service.
 */
export function setAnswerHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  origin: string | null,
): void {
  const { isOwn } = request.routeOptions.config ?? {}
  reply.headers({ 'x-request-id': request.id, ...SAFETY_HEADERS, ...(isOwn ? OWN : SHARED) })
  if (origin?.startsWith('https:')) reply.header('strict-transport-security', HTTPS_ONLY)
}

/** Answers `OPTIONS` of a path that pages of any origin may read. No key is needed. */
export function answerPreflight(reply: FastifyReply, allow: string): FastifyReply {
  return reply
    .code(204)
    .headers({ allow, 'cache-control': 'no-store', ...PREFLIGHT })
    .send()
}
