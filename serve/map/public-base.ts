import type { RouteRequest } from '../route.ts'

/** A host that may stand in an address: a name, an IPv4 or a bracketed IPv6 address, and a port. */
const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/

/**
 * Where this client reaches `/api`. Map libraries fetch tiles from worker threads, which know no
 * page to be relative to, so tile addresses are whole: those of the operator's base address, else
 * of the host that the client asked. Without a sane host they stay relative.
 */
export function publicBase(baseUrl: string, request: RouteRequest): string {
  const { host } = request.headers
  if (!baseUrl.startsWith('/') || host === undefined || !HOST.test(host)) return baseUrl
  return `${request.protocol}://${host}${baseUrl}`
}
