import { createHash } from 'node:crypto'

/** An entity tag of an answer that is made anew each time: it names these bytes. */
export function tagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`
}

/**
 * Whether `If-None-Match` names the tag: the client has these bytes. Compared weakly, as RFC 9110
 * asks (section 13.1.2): a cache on the way may have marked our tag as weak.
 */
export function hasAlready(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.match(/\*|(?:W\/)?"[^"]*"/g) ?? []
  return tags.some((each) => each === '*' || each.replace(/^W\//, '') === tag)
}

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
