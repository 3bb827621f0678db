import { execFileSync, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { findPostgres, startPlainPostgres, USER } from '../servers/plain-postgres.ts'

/**
 * A PostgreSQL of our own with PostGIS: in a temporary folder, on a socket in it, gone after use.
 */
export interface PrivatePostgres {
  /** For people: `PostgreSQL 15.18, PostGIS 3.3`. */
  version: string
  /** Connection string for OGR. */
  ogrName: string
  connect(): Promise<Client>
  /** Pipes lines into `COPY <target> FROM STDIN` (text format). */
  copyFrom(target: string, lines: Iterable<string>): Promise<void>
  /** The same for a table of an int and a geometry, in the binary format: half the bytes. */
  copyGeometries(target: string, rows: Iterable<{ id: number; wkb: Uint8Array }>): Promise<void>
  /** Runs `pgbench` with a script and returns its output. */
  pgbench(script: string, options: readonly string[]): string
  stop(): Promise<void>
}

/**
 * No data has to survive, so nothing is synced: that and the memory favour the peer. One client at
 * a time, hence no parallel workers by default.
 */
const SETTINGS = {
  shared_buffers: '2GB',
  maintenance_work_mem: '1GB',
  work_mem: '256MB',
  max_wal_size: '16GB',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
}

/** Starts it, or returns the reason why it cannot: then the result names the peer as left out. */
export async function startPostgres(
  settings: Record<string, string> = {},
): Promise<PrivatePostgres | { missing: string }> {
  const found = findPostgres(['postgis'])
  if (typeof found === 'string') return { missing: found }
  const server = await startPlainPostgres({ ...SETTINGS, ...settings }, ['postgis'])
  const { bin, folder, connect, stop } = server
  const psql = join(bin, 'psql')
  try {
    const client = await connect()
    await client.query('CREATE EXTENSION postgis')
    const { rows } = await client.query(
      "SELECT current_setting('server_version') AS pg, postgis_lib_version() AS gis",
    )
    await client.end()
    return {
      version: `PostgreSQL ${rows[0].pg.split(' ')[0]}, PostGIS ${rows[0].gis}`,
      ogrName: `PG:host=${folder} user=${USER} dbname=${USER}`,
      connect,
      copyFrom: (target, lines) =>
        copyInto(psql, folder, `${target} FROM STDIN`, textChunks(lines)),
      copyGeometries: (target, rows) =>
        copyInto(psql, folder, `${target} FROM STDIN (FORMAT binary)`, geometryChunks(rows)),
      pgbench: (script, options) => runPgbench(join(bin, 'pgbench'), folder, script, options),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Bytes that are written at a time. */
const CHUNK_BYTES = 2 ** 20

function* textChunks(lines: Iterable<string>): Generator<string> {
  let text = ''
  for (const line of lines) {
    text += `${line}\n`
    if (text.length < CHUNK_BYTES) continue
    yield text
    text = ''
  }
  yield text
}

/** COPY's binary format: a head, then per row the fields with their lengths, then -1. */
function* geometryChunks(rows: Iterable<{ id: number; wkb: Uint8Array }>): Generator<Buffer> {
  const ROW_HEAD_BYTES = 14
  yield Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
  let parts: Uint8Array[] = []
  let bytes = 0
  for (const { id, wkb } of rows) {
    const head = Buffer.alloc(ROW_HEAD_BYTES)
    head.writeInt16BE(2, 0)
    head.writeInt32BE(4, 2)
    head.writeInt32BE(id, 6)
    head.writeInt32BE(wkb.length, 10)
    parts.push(head, wkb)
    bytes += head.length + wkb.length
    if (bytes < CHUNK_BYTES) continue
    yield Buffer.concat(parts)
    parts = []
    bytes = 0
  }
  yield Buffer.concat(parts)
  yield Buffer.from([0xff, 0xff])
}

async function copyInto(
  psql: string,
  host: string,
  copy: string,
  chunks: Iterable<string | Buffer>,
): Promise<void> {
  const command = ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-h', host, '-U', USER, '-d', USER]
  const child = spawn(psql, [...command, '-c', `COPY ${copy}`], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  // When psql gives up, its exit code is the error to read.
  child.stdin.on('error', () => {})
  for (const chunk of chunks) {
    if (child.exitCode !== null) break
    if (child.stdin.write(chunk)) continue
    await Promise.race([ended, new Promise((resolve) => child.stdin.once('drain', resolve))])
  }
  child.stdin.end()
  const code = await ended
  if (code !== 0) throw new Error(`COPY ${copy} ended with ${code}`)
}

function runPgbench(
  pgbench: string,
  folder: string,
  script: string,
  options: readonly string[],
): string {
  const file = join(folder, 'script.sql')
  writeFileSync(file, script)
  const target = ['-h', folder, '-U', USER, '-n', '-M', 'prepared', '-f', file]
  return execFileSync(pgbench, [...target, ...options, USER], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PGOPTIONS: '-c plan_cache_mode=force_generic_plan' },
  })
}
