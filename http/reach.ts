import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { publicUrlFrom } from '../accounts/public-url.ts'
import { StepError } from '../terminal/step-error.ts'

/** How clients reach the service: at which address, and through which proxies. */
export interface Reach {
  /** `PLAT_PUBLIC_URL`: scheme, host and port. Without it the `Host` of each request counts. */
  url?: string
  /** `PLAT_TRUSTED_PROXIES`: addresses and networks whose `X-Forwarded-*` headers are trusted. */
  proxies: string[]
}

/** No proxies, and the address that each request names. */
export const DIRECT: Reach = { proxies: [] }

/** A host that is valid in an address: a name, an IPv4 or a bracketed IPv6 address, and a port. */
const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/
/** Most entries in `PLAT_TRUSTED_PROXIES`. */
const PROXIES_MAX = 100

/** Parses `PLAT_PUBLIC_URL` and `PLAT_TRUSTED_PROXIES`. Throws `StepError` for invalid values. */
export function reachFrom(environment: NodeJS.ProcessEnv): Reach {
  const url = publicUrlFrom(environment)
  const proxies = proxiesFrom(environment.PLAT_TRUSTED_PROXIES ?? '')
  return { ...(url !== null && { url }), proxies }
}

/**
 * Origin at which a client reaches the service: scheme, host and port. Null where the request does
 * not name a valid host.
 */
export function originOf(
  { url }: Reach,
  request: Pick<FastifyRequest, 'protocol' | 'headers'>,
): string | null {
  if (url !== undefined) return url
  const { host } = request.headers
  if (host === undefined || !HOST.test(host)) return null
  // A trusted proxy may forward a protocol that its client wrote.
  return `${request.protocol === 'https' ? 'https' : 'http'}://${host}`
}

/** The address of the client: that of the socket, or the one that a trusted proxy reports. */
export function clientAddressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const address = isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip
  // A socket for both families maps IPv4 addresses into IPv6 (RFC 4291, section 2.5.5.2).
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
}

/** Tests whether an address is a trusted proxy; Fastify calls it for each hop. */
export function proxyTest({ proxies }: Reach): false | ((address: string) => boolean) {
  if (proxies.length === 0) return false
  const list = new BlockList()
  for (const each of proxies) addTo(list, each)
  return (address) => {
    const family = isIP(address)
    return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6')
  }
}

function proxiesFrom(text: string): string[] {
  const proxies = text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
  const list = new BlockList()
  const wrong = proxies.find((each) => !addTo(list, each))
  if (wrong === undefined && proxies.length <= PROXIES_MAX) return proxies
  throw new StepError(
    'start the service',
    'PLAT_TRUSTED_PROXIES',
    wrong === undefined
      ? `it has more than ${PROXIES_MAX} entries`
      : `"${wrong}" is neither an address nor a network with a prefix length of at least 1`,
    'Give comma-separated addresses and networks: 10.0.0.2,192.168.4.0/24,fd00::/8.',
  )
}

/**
 * Adds an address or a network to the list; false where it is neither. A network of the whole
 * internet is refused.
 */
function addTo(list: BlockList, text: string): boolean {
  const [address, length, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0 || address.includes('%')) return false
  const name = family === 4 ? 'ipv4' : 'ipv6'
  if (length === undefined) {
    list.addAddress(address, name)
    return true
  }
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : 0
  if (bits < 1 || bits > (family === 4 ? 32 : 128)) return false
  list.addSubnet(address, bits, name)
  return true
}
