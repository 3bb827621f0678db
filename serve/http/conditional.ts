import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError, STATUS_MEANINGS } from './error-codes.ts'

/** An entity tag of an answer that is made anew each time: it names these bytes. */
export function tagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`
}

/**
 * Whether `If-None-Match` names the tag, which is answered with 304: the client has these bytes.
 * Compared weakly, as RFC 9110 has it (section 13.1.2): a cache on the way may have marked our tag
 * as weak. Throws `ApiError` 412 for an `If-Match` that does not name the tag: it comes first and is
 * compared strongly (sections 13.1.1 and 13.2.2). `If-Unmodified-Since` has no meaning here, since no
 * answer has a date of modification (section 13.1.4).
 */
export function isUnchanged(headers: IncomingHttpHeaders, tag: string): boolean {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers
  if (ifMatch !== undefined && !tagsIn(ifMatch).some((each) => each === '*' || each === tag))
    throw new ApiError(412, STATUS_MEANINGS[412], {
      hint: 'Ask without `If-Match`: the answer has its tag in `ETag`.',
    })
  if (ifNoneMatch === undefined) return false
  return tagsIn(ifNoneMatch).some((each) => each === '*' || each.replace(/^W\//, '') === tag)
}

const tagsIn = (field: string): string[] => field.match(/\*|(?:W\/)?"[^"]*"/g) ?? []

/**
 * Whether a range may be cut from this file: without `If-Range`, or where it names the tag. A date
 * names nothing here, since no answer carries one.
 */
export function rangeHolds(ifRange: string | undefined, tag: string): boolean {
  return ifRange === undefined || ifRange.trim() === tag
}

/**
 * What a build has is never changed: an address that names the build may be kept for good, by who
 * asked with a key and by nobody in between, who would hand it to callers without one.
 */
const FOR_GOOD = 'private, max-age=31536000, immutable'

/**
 * How long bytes of a build may be kept: for good where the address names that very build, else
 * asked again each time. An address of another build is answered from the one in service.
 */
export function cacheControlOf(build: string, asked: string | undefined): string {
  return asked === build ? FOR_GOOD : 'no-cache'
}
