import { StepError } from '../../terminal/step-error.ts'

export const DEFAULT_PORT = 8080

/** Where the service listens: on this machine only, unless `HOST` says otherwise. */
export interface ListenAddress {
  /** The first must be bound; `::1` beside `127.0.0.1` where the machine has it. */
  hosts: string[]
  port: number
}

/** A name or an address, as the system looks it up. */
const HOST = /^[A-Za-z0-9.:_-]{1,253}$/

/** Reads `HOST` and `PORT`. Throws `StepError` for what is neither. */
export function listenAddress(host = '', port = ''): ListenAddress {
  return { hosts: hostsOf(host), port: portOf(port) }
}

/** Where a client on this machine reaches a host that was bound. */
export function reachableHost({ hosts }: ListenAddress): string {
  const [host] = hosts
  // All addresses of the machine, and loopback with both families.
  if (hosts.length > 1 || host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function hostsOf(host: string): string[] {
  if (host === '' || host === 'localhost') return ['127.0.0.1', '::1']
  if (HOST.test(host)) return [host]
  throw new StepError(
    'listen',
    `HOST=${host}`,
    'it is no name and no address',
    'Leave HOST out for this machine only, or give an address of it: 0.0.0.0 is all of them.',
  )
}

function portOf(port: string): number {
  if (port === '') return DEFAULT_PORT
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return Number(port)
  throw new StepError('listen', `PORT=${port}`, 'it is no port', 'Give 1 to 65535, or 0 for any.')
}
