import { randomUUID } from 'node:crypto'

/** Form of an id that a client may choose: it is copied into headers, bodies and log lines. */
export const CLIENT_ID = /^[A-Za-z0-9._-]{1,64}$/

/** The id of a request: the client's `X-Request-Id` where it is valid, else a new one. */
export function requestIdOf(headers: Record<string, string | string[] | undefined>): string {
  const own = headers['x-request-id']
  return typeof own === 'string' && CLIENT_ID.test(own) ? own : newRequestId()
}

export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`
}
