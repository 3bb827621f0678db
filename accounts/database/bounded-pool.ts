import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { deadline } from '../deadline.ts'
import { sendInTurn } from './over-pool.ts'

export interface PoolBounds {
  /** Longest wait for a connection, new or in use by others, in ms. */
  connect_ms: number
  /** Longest wait for the answer to a statement, in ms. */
  statement_ms: number
}

/**
 * The server cancels a statement a little before the client gives up, so that none runs on
 * unattended.
 */
const SERVER_LEAD = 7 / 8
/** After this time the server releases the locks of a transaction whose client is silent. */
const IDLE_IN_TRANSACTION_MS = 10_000
/** Delay of TCP keep-alive: firewalls drop an idle connection after minutes. */
const KEEP_ALIVE_MS = 10_000
/** A connection that is unused for this long is closed. */
const IDLE_MS = 10_000
/** A connection of this age is replaced, and the address resolved again. */
const LIFETIME_S = 600
/** Time for the server to close a connection after the client has ended it. */
const GOODBYE_MS = 1_000

type Send = (...sent: unknown[]) => unknown

interface Watched {
  /** When the server last answered, in ms of `performance.now()`. */
  answered_at: number
  /** Cancels the deadline of the statement in flight. */
  answered: (() => void) | null
}

/**
 * A pool of connections to a PostgreSQL that may fall silent: a proxy or a NAT drops a peer without
 * a word, and TCP resends for 15 minutes. The connection of a statement that is not answered in
 * time is destroyed, with all that have been idle since it was sent: new ones may work. pg's own
 * `query_timeout` leaves the connection of a transaction in place, and its next statement waits
 * behind the silent one.
 */
export class BoundedPool extends Pool {
  private readonly statement_ms: number
  private readonly watched = new Map<PoolClient, Watched>()

  constructor(config: PoolConfig, { connect_ms, statement_ms }: PoolBounds) {
    super({
      ...config,
      connectionTimeoutMillis: connect_ms,
      statement_timeout: Math.floor(statement_ms * SERVER_LEAD),
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      idleTimeoutMillis: IDLE_MS,
      maxLifetimeSeconds: LIFETIME_S,
    })
    this.statement_ms = statement_ms
    // The next statement replaces a connection that broke while it was idle.
    this.on('error', () => {})
    this.on('connect', (client) => this.watch(client))
  }

  /** Ends all connections, those of silent servers by force. */
  async close(): Promise<void> {
    const ended = this.end()
    const done = deadline(GOODBYE_MS, () => {
      for (const client of this.watched.keys()) destroy(client, 'the pool was closed')
    })
    await ended
    done()
  }

  private watch(client: PoolClient): void {
    const watched: Watched = { answered_at: performance.now(), answered: null }
    this.watched.set(client, watched)
    // A connection that breaks within a transaction fails the next statement; without a listener
    // the error would end the process.
    client.on('error', () => {})
    client.on('drain', () => {
      watched.answered?.()
      watched.answered = null
      watched.answered_at = performance.now()
    })
    client.on('end', () => {
      watched.answered?.()
      this.watched.delete(client)
    })
    // A silent server does not close the connection after the client has ended it.
    client.connection.stream.once('finish', () => {
      setTimeout(() => client.connection.stream.destroy(), GOODBYE_MS).unref()
    })
    const send: Send = client.query.bind(client)
    const query: Send = (...sent) => {
      const sent_at = performance.now()
      watched.answered?.()
      // A statement on a closed connection fails without a deadline.
      if (this.watched.has(client))
        watched.answered = deadline(this.statement_ms, () => this.silent(client, sent_at))
      return send(...sent)
    }
    sendInTurn(client, query)
  }

  private silent(client: PoolClient, sent_at: number): void {
    destroy(client, `a statement was not answered within ${this.statement_ms / 1000} s`)
    for (const [other, { answered, answered_at }] of this.watched)
      if (answered === null && answered_at < sent_at)
        destroy(other, 'another connection fell silent')
  }
}

function destroy({ connection }: PoolClient, why: string): void {
  connection.stream.destroy(new Error(why))
}
