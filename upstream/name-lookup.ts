import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

/** Time for which a name that was found is not looked up again. */
const FOUND_MS = 30_000
const lookups = new Map<string, Promise<unknown>>()

/**
 * Resolves once the host's name is found, and rejects if it is not. Requests share one look-up per
 * host: the system's look-ups cannot be aborted and two run at a time in a process, so with a
 * resolver that hangs those of one dead name would delay all others. A proxy looks names up itself.
 */
export async function assertHostResolves({ hostname }: URL, look = lookup): Promise<void> {
  const host = hostname.replace(/^\[(.+)\]$/, '$1')
  if (isIP(host) || process.env.NODE_USE_ENV_PROXY) return
  let known = lookups.get(host)
  if (!known) {
    known = look(host)
    lookups.set(host, known)
    const forget = () => lookups.delete(host)
    known.then(() => setTimeout(forget, FOUND_MS).unref(), forget)
  }
  await known
}
