import type { ClientBase } from 'pg'

type Query = (...values: unknown[]) => unknown

/**
 * Has a connection send one statement after the other: better-auth makes two at once, which within a
 * transaction are on one connection, and pg 8 warns of that on standard error.
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
