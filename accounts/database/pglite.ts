import { readFile } from 'node:fs/promises'
import { Duplex } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { Pool, type PoolClient, type QueryConfig } from 'pg'
import type { Database } from './database.ts'
import { sqlStateOf } from './database-failure.ts'
import { ACCOUNT_MIGRATIONS, type Migrations } from './migrate.ts'
import { migrateOver, overPool, sendInTurn, withClient } from './over-pool.ts'

/** Different statements that are prepared; a service has about 200. Others are parsed each time. */
const PREPARED_MAX = 500
/** What PGlite creates. */
const DATABASE = { user: 'postgres', database: 'postgres' }
/**
 * Memory for pages of tables, which PostgreSQL writes through when it starts: the 128 MB of its
 * default took three quarters of the processor time of opening a database (2.1 s against 0.6 s).
 */
const SHARED_BUFFERS = '16MB'
const START = [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`]
/**
 * Bytes of WebAssembly that a function runs before V8 compiles it again, optimised: V8's default,
 * and that of this database. PostgreSQL's largest functions take 300 MB to optimise, which the
 * process does not give back, and no statement was measurably faster for it.
 */
const OPTIMISED_AFTER = { usual: 13_000_000, here: 2_000_000_000 }
/** First byte of the message with which the driver ends a connection. */
const TERMINATE = 'X'.charCodeAt(0)
/** First bytes of messages that have no answer before the one that follows them. */
const PARTS = new Set([...'PBDE'].map((letter) => letter.charCodeAt(0)))

/**
 * Opens and migrates a PostgreSQL within this process, with its files in `folder`. One process
 * only: the caller holds the lock. Commits survive a kill but not a power cut, because it never
 * calls fsync.
 *
 * The driver of PostgreSQL is connected to it: PGlite's own interface makes five calls for each
 * statement and prepares none, which takes three times as long (0.74 ms against 0.22 ms for a row).
 */
export async function openPglite(folder: string): Promise<Database> {
  parts ??= loadParts()
  const options = { dataDir: folder, startParams: START, ...(await parts) }
  // The flag is that of the process; it is read when a module is instantiated.
  setFlagsFromString(`--wasm-tiering-budget=${OPTIMISED_AFTER.here}`)
  const lite = await PGlite.create(options).finally(() =>
    setFlagsFromString(`--wasm-tiering-budget=${OPTIMISED_AFTER.usual}`),
  )
  const pool = new Pool({
    ...DATABASE,
    stream: () => connectionTo(lite),
    max: 1,
    idleTimeoutMillis: 0,
    // Against PGSSLMODE of the environment: PGlite ends at a request for encryption.
    ssl: false,
  })
  // The failure of a connection is that of its statement.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    prepareStatements(client)
    sendInTurn(client)
  })
  const migrateWith = (migrations: Migrations) => migrateOver(pool, folder, migrations)
  await migrateWith(ACCOUNT_MIGRATIONS)
  return {
    engine: 'pglite',
    ...overPool(pool),
    migrate: migrateWith,
    async close() {
      // The pool forgets statements that wait for its connection when it ends.
      while (pool.waitingCount > 0) await withClient(pool, async () => {})
      await pool.end()
      await lite.close()
    },
  }
}

/** What every database of the process has, loaded once: it is half of the time of opening one. */
let parts: ReturnType<typeof loadParts> | undefined

/** Of Node; its types are those of a browser. */
declare const WebAssembly: {
  compile(code: Uint8Array): Promise<PGliteOptions['pgliteWasmModule']>
}

async function loadParts(): Promise<PGliteOptions> {
  const bytesOf = (name: string) =>
    readFile(new URL(name, import.meta.resolve('@electric-sql/pglite')))
  const [code, files] = await Promise.all([bytesOf('./pglite.wasm'), bytesOf('./pglite.data')])
  return { pgliteWasmModule: await WebAssembly.compile(code), fsBundle: new Blob([files]) }
}

/** SQLSTATEs of a prepared statement that is not there, or not what it was. */
const STALE = ['26000', '0A000']

/** Names the statements of a connection, so that each is parsed and planned once. */
function prepareStatements(client: PoolClient): void {
  const names = new Map<string, string>()
  let made = 0
  const send = client.query.bind(client) as (...sent: unknown[]) => unknown
  const named = (first: string | QueryConfig, values?: unknown[], ...more: unknown[]) => {
    const config = typeof first === 'string' ? { text: first } : first
    // A text without values may hold several statements, which cannot be prepared.
    const isAlone = (values ?? config.values ?? []).length > 0
    if (!isAlone || config.name) return send(first, values, ...more)
    const { text } = config
    if (!names.has(text) && made < PREPARED_MAX) names.set(text, `plat_${made++}`)
    const sent = send({ ...config, name: names.get(text) }, values, ...more)
    // After a value that the driver cannot send, or a change of a table: prepared anew next time.
    if (sent instanceof Promise)
      sent.catch((error) => {
        const state = sqlStateOf(error)
        if (state === null || STALE.includes(state)) names.delete(text)
      })
    return sent
  }
  client.query = named as typeof client.query
}

/** A connection of the driver as a stream: what is written to it is answered by PGlite. */
function connectionTo(lite: PGlite): Duplex {
  // PGlite has one session: what the connection before has left in it ends here.
  const reset = () => lite.exec('ROLLBACK').then(() => lite.exec('DISCARD ALL'))
  // The messages of a statement, which PGlite gets in one call.
  const parts: Buffer[] = []
  const answer = (message: Buffer, done: (error?: Error) => void): void => {
    parts.push(message)
    // The database stays open for the next connection.
    if (message[0] === TERMINATE || PARTS.has(message[0])) done()
    else
      lite.execProtocolRaw(Buffer.concat(parts.splice(0))).then((bytes) => {
        stream.push(bytes)
        done()
      }, done)
  }
  const stream = new Duplex({
    read() {},
    write: (chunk, _encoding, done) => answer(chunk, done),
    final(done) {
      stream.push(null)
      done()
    },
  })
  const connect = () =>
    reset().then(
      () => stream.emit('connect'),
      (error) => stream.destroy(error),
    )
  const none = () => stream
  return Object.assign(stream, {
    connect,
    setNoDelay: none,
    setKeepAlive: none,
    ref: none,
    unref: none,
  })
}
