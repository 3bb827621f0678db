import type { IncomingMessage } from 'node:http'
import { ApiError } from './error-codes.ts'

/** Supported versions of HTTP. Node's parser also accepts 0.9 and 2.0. */
const VERSIONS = ['1.0', '1.1']
/** Scheme and host of a target in absolute form (RFC 9112, section 3.2.2). */
const ABSOLUTE = /^https?:\/\/([^/?#]*)/i
/**
 * A host of RFC 3986, section 3.2.2, and a port. An empty one is allowed (RFC 9110, section 7.2).
 */
const HOST = /^(?:\[[0-9A-Fa-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(?::\d{0,5})?$/

/** A request target without scheme and host, as the router expects it. */
export function originForm(target: string): string {
  if (!ABSOLUTE.test(target)) return target
  const rest = target.replace(ABSOLUTE, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

/**
 * Throws `ApiError` 400 for a request that two servers on its way may interpret differently: one
 * with an unsupported version of HTTP, or without exactly one valid `Host`, which must match a
 * target in absolute form (RFC 9112, sections 2.3, 3.2 and 3.2.2). The answer closes the
 * connection. HTTP/1.0 has no `Host`.
 */
export function assertSoundHead(
  { httpVersion, rawHeaders }: Pick<IncomingMessage, 'httpVersion' | 'rawHeaders'>,
  target: string,
): void {
  if (!VERSIONS.includes(httpVersion))
    throw unsound(`HTTP/${httpVersion} is not supported.`, 'Use HTTP/1.1.')
  const hosts = rawHeaders.filter((_, i) => i % 2 === 1 && isHost(rawHeaders[i - 1]))
  if (hosts.length > 1 || (hosts.length === 0 && httpVersion === '1.1'))
    throw unsound(`The request has ${hosts.length} Host headers.`, 'Send exactly one.')
  const [host] = hosts
  if (host === undefined) return
  if (!HOST.test(host))
    throw unsound('The Host header is not a valid host.', 'Send a host and a port.')
  const [, authority] = ABSOLUTE.exec(target) ?? []
  if (authority !== undefined && authority.toLowerCase() !== host.toLowerCase())
    throw unsound(
      'The request target and the Host header name different hosts.',
      'Send the same in both.',
    )
}

const isHost = (name: string): boolean => name.length === 4 && name.toLowerCase() === 'host'

function unsound(message: string, hint: string): ApiError {
  return new ApiError(400, message, { hint, headers: { connection: 'close' } })
}
