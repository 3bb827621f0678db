import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

/** A name that was found is not looked up ahead again for so long. */
const FOUND_MS = 30_000
const lookups = new Map<string, Promise<unknown>>()

/**
 * Resolves once a host's name is known to be found; rejects where it is not. Questions share one
 * look-up a host: the system's cannot be broken off, two run at a time in a process, and a resolver
 * that hangs would have those of one dead name queue in front of everybody's. Behind a proxy the
 * names are its own affair.
 */
export async function expectName({ hostname }: URL, look = lookup): Promise<void> {
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
