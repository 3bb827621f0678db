import { isIPv4 } from 'node:net'
import { StepError } from '../terminal/step-error.ts'

export const DEFAULT_PORT = 8080

/** Where the service listens: loopback only, because it has no keys yet. */
export interface ListenAddress {
  /** The first must be bound; `::1` beside `127.0.0.1` where the machine has it. */
  hosts: string[]
  port: number
}

/** Reads `HOST` and `PORT`. Throws `StepError` for a host that others can reach. */
export function listenAddress(host = '', port = ''): ListenAddress {
  return { hosts: hostsOf(host), port: portOf(port) }
}

function hostsOf(host: string): string[] {
  if (host === '' || host === 'localhost') return ['127.0.0.1', '::1']
  if ((isIPv4(host) && host.startsWith('127.')) || host === '::1') return [host]
  throw new StepError(
    'listen',
    `HOST=${host}`,
    'the service has no keys yet, so it listens on this machine only',
    'Leave HOST out, or give 127.0.0.1; put a proxy that checks its callers in front.',
  )
}

function portOf(port: string): number {
  if (port === '') return DEFAULT_PORT
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return Number(port)
  throw new StepError('listen', `PORT=${port}`, 'it is no port', 'Give 1 to 65535, or 0 for any.')
}
