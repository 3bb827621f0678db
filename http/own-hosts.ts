import { isIP } from 'node:net'
import { hostname } from 'node:os'

/**
 * Whether a request that names this host can only have come from a page or client that reaches the
 * service under its own name: an address, this machine, or the host of `PLAT_PUBLIC_URL`. A page
 * whose name was made to resolve to this machine (DNS rebinding) names another one.
 */
export function isOwnHost(host: string | undefined, publicUrl: string | undefined): boolean {
  if (host === undefined) return false
  const url = URL.parse(`http://${host}`)
  if (!url) return false
  if (publicUrl !== undefined && new URL(publicUrl).host === url.host) return true
  const name = url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost')) return true
  return publicUrl === undefined && name === hostname().toLowerCase()
}
