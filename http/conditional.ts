import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { ContentCoding } from './content-coding.ts'
import { ApiError, STATUS_MEANINGS } from './error-codes.ts'

/** The entity tag of an answer that is computed for each request: a hash of its bytes, in parts. */
export function tagOf(...parts: readonly Buffer[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return `"${hash.digest('hex').slice(0, 32)}"`
}

/** The tag of the same body in a coding: each coding is its own bytes, with its own strong tag. */
export function codedTag(tag: string, coding: ContentCoding | null): string {
  return coding === null ? tag : `${tag.slice(0, -1)}-${coding}"`
}

/** A tag of answers that mean the same and differ in some bytes. */
export const weakened = (tag: string): string => `W/${tag}`

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
  return tagsIn(ifNoneMatch).some((each) => each === '*' || opaque(each) === opaque(tag))
}

/** Whether `If-Match`, if it is sent, names the tag. None names a weak tag. */
export function isMatched({ 'if-match': ifMatch }: IncomingHttpHeaders, tag: string): boolean {
  if (ifMatch === undefined) return true
  return tagsIn(ifMatch).some((each) => each === '*' || (each === tag && each === opaque(tag)))
}

/** A tag without the mark of a weak one. */
const opaque = (tag: string): string => tag.replace(/^W\//, '')

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

/** Revalidated each time, and never stored where callers without the key would get it. */
export const PRIVATE = 'private, no-cache'

/**
 * `Cache-Control` for bytes of a build: cached forever where the address names this build, else
 * revalidated each time. An address of another build is answered from the one in service.
 */
export function cacheControlOf(build: string, requested: string | undefined): string {
  return requested === build ? IMMUTABLE : PRIVATE
}
