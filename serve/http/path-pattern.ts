import { isDecodable } from './query-encoding.ts'
import { MAX_PARAM_CHARACTERS } from './request-limits.ts'
import { originForm } from './request-target.ts'

/** What fits a path with `{name}` parameters, which become groups; one of them may be empty. */
export function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/{(\w+)}/g, '(?<$1>[^/]*)')}$`)
}

/** The path of a request target, which may name scheme and host before it (RFC 9112, section 3.2.2). */
export function pathOf(target: string): string {
  return originForm(target).split(/[?#]/, 1)[0]
}

/** The parameter for which the router refuses a path: too long, or no UTF-8. */
export function paramAtFault(patterns: RegExp[], url: string): string | undefined {
  const path = pathOf(url)
  for (const pattern of patterns) {
    const params = Object.entries(pattern.exec(path)?.groups ?? {})
    const wrong = params.find(
      ([, text]) => text.length > MAX_PARAM_CHARACTERS || !isDecodable(text),
    )
    if (wrong) return wrong[0]
  }
  return undefined
}

/** Characters of a path in the log. */
const LOGGED_CHARACTERS = 200

/**
 * A path as the log has it. The query stays out: it is where somebody lives. Of account paths only
 * plain words stand there, because links in letters carry their secret in the path, and keys that
 * somebody sent as part of a path are cut.
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
