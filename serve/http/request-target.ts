import type { IncomingMessage } from 'node:http'
import { ApiError } from './error-codes.ts'

/** Versions whose messages the service speaks. Node's parser lets 0.9 and 2.0 through as well. */
const VERSIONS = ['1.0', '1.1']
/** What precedes the path of a target in absolute form (RFC 9112, section 3.2.2). */
const ABSOLUTE = /^https?:\/\/([^/?#]*)/i
/** A host of RFC 3986, section 3.2.2, and a port. An empty one is allowed (RFC 9110, section 7.2). */
const HOST = /^(?:\[[0-9A-Fa-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(?::\d{0,5})?$/

/** A request target as a router reads it: an absolute one without its scheme and host. */
export function originForm(target: string): string {
  if (!ABSOLUTE.test(target)) return target
  const rest = target.replace(ABSOLUTE, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

/**
 * Throws `ApiError` 400 for a request that two servers on its way may read in two ways: of another
 * version of HTTP, or without exactly one sound `Host`, which a target in absolute form must repeat
 * (RFC 9112, sections 2.3, 3.2 and 3.2.2). The connection ends with it. HTTP/1.0 knows no `Host`.
 */
export function assertSoundHead(
  { httpVersion, rawHeaders }: Pick<IncomingMessage, 'httpVersion' | 'rawHeaders'>,
  target: string,
): void {
  if (!VERSIONS.includes(httpVersion))
    throw unsound(`HTTP/${httpVersion} is not answered here.`, 'Use HTTP/1.1.')
  const hosts = rawHeaders.filter((_, i) => i % 2 === 1 && isHost(rawHeaders[i - 1]))
  if (hosts.length > 1 || (hosts.length === 0 && httpVersion === '1.1'))
    throw unsound(`The request has ${hosts.length} Host headers.`, 'Send exactly one.')
  const [host] = hosts
  if (host === undefined) return
  if (!HOST.test(host)) throw unsound('The Host header is not a host.', 'Send a host and a port.')
  const [, authority] = ABSOLUTE.exec(target) ?? []
  if (authority !== undefined && authority.toLowerCase() !== host.toLowerCase())
    throw unsound('The target names another host than the Host header.', 'Send the same in both.')
}

const isHost = (name: string): boolean => name.length === 4 && name.toLowerCase() === 'host'

function unsound(message: string, hint: string): ApiError {
  return new ApiError(400, message, { hint, headers: { connection: 'close' } })
}
