import { StepError } from '../terminal/step-error.ts'

export const DEFAULT_PORT = 8080

/** Where the service listens: on this machine only, unless `HOST` names another address. */
export interface ListenAddress {
  /** The first address must be bound; `::1` is added to `127.0.0.1` where the machine has it. */
  hosts: string[]
  port: number
}

/** A host name or an address that the system can look up. */
const HOST = /^[A-Za-z0-9.:_-]{1,253}$/

/** Parses `HOST` and `PORT`. Throws `StepError` for invalid values. */
export function listenAddress(host = '', port = ''): ListenAddress {
  return { hosts: hostsOf(host), port: portOf(port) }
}

/** The host under which a client on this machine reaches a bound address. */
export function reachableHost({ hosts }: ListenAddress): string {
  const [host] = hosts
  // Covers all addresses of the machine, and loopback with both address families.
  if (hosts.length > 1 || host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function hostsOf(host: string): string[] {
  if (host === '' || host === 'localhost') return ['127.0.0.1', '::1']
  if (HOST.test(host)) return [host]
  throw new StepError(
    'listen',
    `HOST=${host}`,
    'it is neither a host name nor an address',
    'Leave HOST out for this machine only, or give an address of it: 0.0.0.0 is all of them.',
  )
}

function portOf(port: string): number {
  if (port === '') return DEFAULT_PORT
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return Number(port)
  throw new StepError(
    'listen',
    `PORT=${port}`,
    'it is not a number from 0 to 65535',
    'Give the number of a port, or 0 for any free one.',
  )
}
