import { isDecodable } from './query-encoding.ts'
import { MAX_PARAM_CHARACTERS } from './request-limits.ts'
import { originForm } from './request-target.ts'

/** A pattern for a path with `{name}` parameters, which become named groups and may be empty. */
export function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/{(\w+)}/g, '(?<$1>[^/]*)')}$`)
}

/**
 * The path of a request target, which may name scheme and host before it (RFC 9112, section 3.2.2).
 */
export function pathOf(target: string): string {
  return originForm(target).split(/[?#]/, 1)[0]
}

/** The path parameter that makes the router refuse a path: it is too long, or not UTF-8. */
export function paramAtFault(patterns: RegExp[], url: string): string | null {
  const path = pathOf(url)
  for (const pattern of patterns) {
    const params = Object.entries(pattern.exec(path)?.groups ?? {})
    const wrong = params.find(
      ([, text]) => text.length > MAX_PARAM_CHARACTERS || !isDecodable(text),
    )
    if (wrong) return wrong[0]
  }
  return null
}

/** Characters of a path that are logged. */
const LOGGED_CHARACTERS = 200

/**
 * Formats a path for the log, without the query, which holds somebody's address. Account paths show
 * plain words only, because links in mails carry their secret in the path. Keys that a client sent
 * in a path are masked.
 */
export function loggedPath(target: string): string {
  const path = pathOf(target).slice(0, LOGGED_CHARACTERS)
  const isAccount = /^\/api\/(?:auth|account)\//.test(path)
  const plain = isAccount
    ? path
        .split('/')
        .map((part) => (/^[a-z-]{0,40}$/.test(part) ? part : '*'))
        .join('/')
    : path
  return plain.replace(/sk_\w+/g, 'sk_*')
}
