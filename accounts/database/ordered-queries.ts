import type { ClientBase } from 'pg'

type Query = (...values: unknown[]) => unknown

/**
 * Makes a connection send one statement after the other: better-auth sends two at once, which share a
 * connection within a transaction, and pg 8 warns about that on standard error.
 */
export function orderQueries(client: ClientBase): void {
  const query = client.query.bind(client) as Query
  let last: Promise<unknown> | null = null
  const ordered: Query = (...values) => {
    if (typeof values.at(-1) === 'function') return query(...values)
    const result = last ? last.then(() => query(...values)) : Promise.resolve(query(...values))
    const settled = result
      .catch(() => {})
      .then(() => {
        if (last === settled) last = null
      })
    last = settled
    return result
  }
  client.query = ordered as ClientBase['query']
}
