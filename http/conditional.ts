import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError, STATUS_MEANINGS } from './error-codes.ts'

/** The entity tag of an answer that is computed for each request: a hash of its bytes. */
export function tagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`
}

/**
 * True when `If-None-Match` names the tag, which is answered with 304: the client has these bytes.
 * The comparison is weak (RFC 9110, section 13.1.2): a cache on the way may have marked the tag as
 * weak. Throws `ApiError` 412 for an `If-Match` that does not name the tag: it is evaluated first
 * and compared strongly (sections 13.1.1 and 13.2.2). `If-Unmodified-Since` is ignored, since no
 * answer has a date of modification (section 13.1.4).
 */
export function isUnchanged(headers: IncomingHttpHeaders, tag: string): boolean {
  const { 'if-none-match': ifNoneMatch } = headers
  if (!isMatched(headers, tag))
    throw new ApiError(412, STATUS_MEANINGS[412], {
      hint: 'Send the request without `If-Match`: the answer has its tag in `ETag`.',
    })
  if (ifNoneMatch === undefined) return false
  return tagsIn(ifNoneMatch).some((each) => each === '*' || each.replace(/^W\//, '') === tag)
}

/** Whether `If-Match`, if it is sent, names the tag. */
export function isMatched({ 'if-match': ifMatch }: IncomingHttpHeaders, tag: string): boolean {
  return ifMatch === undefined || tagsIn(ifMatch).some((each) => each === '*' || each === tag)
}

const tagsIn = (field: string): string[] => field.match(/\*|(?:W\/)?"[^"]*"/g) ?? []

/**
 * True when a range may be served from this file: without `If-Range`, or where it names the tag. A
 * date never matches, since no answer has one.
 */
export function rangeHolds(ifRange: string | null, tag: string): boolean {
  return ifRange === null || ifRange.trim() === tag
}

/**
 * A build never changes, so an answer whose address names the build may be cached forever: by the
 * client that sent the key, not by shared caches, which would serve callers without one.
 */
const IMMUTABLE = 'private, max-age=31536000, immutable'

/**
 * `Cache-Control` for bytes of a build: cached forever where the address names this build, else
 * revalidated each time. An address of another build is answered from the one in service.
 */
export function cacheControlOf(build: string, requested: string | undefined): string {
  return requested === build ? IMMUTABLE : 'no-cache'
}
