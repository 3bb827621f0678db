import { randomUUID } from 'node:crypto'

/** A client's own id is kept if it is such a token: it goes into headers, bodies and log lines. */
const SANE_TOKEN = /^[A-Za-z0-9._-]{1,64}$/

/** The id of a request: the client's `X-Request-Id` where it is sane, else a new one. */
export function requestIdOf(headers: Record<string, string | string[] | undefined>): string {
  const own = headers['x-request-id']
  return typeof own === 'string' && SANE_TOKEN.test(own) ? own : newRequestId()
}

export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`
}
