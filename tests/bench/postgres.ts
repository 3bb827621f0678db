import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'

/** A PostgreSQL of our own with PostGIS: in a temporary folder, on a socket in it, gone after use. */
export interface PrivatePostgres {
  /** In words: `PostgreSQL 15.18, PostGIS 3.3`. */
  version: string
  /** As OGR wants it. */
  ogrName: string
  connect(): Promise<Client>
  /** Pipes lines into `COPY <target> FROM STDIN` (text format). */
  copyFrom(target: string, lines: Iterable<string>): Promise<void>
  stop(): Promise<void>
}

const INSTALLS = '/usr/lib/postgresql'
const EXTENSIONS = '/usr/share/postgresql'
const START_LIMIT_MS = 30_000
const STOP_LIMIT_MS = 30_000
const USER = 'postgres'

/**
 * Nothing is to survive, so nothing is synced: that and the memory favour the peer. One client at
 * a time, hence no parallel workers by default.
 */
const SETTINGS = {
  listen_addresses: '',
  shared_buffers: '2GB',
  maintenance_work_mem: '1GB',
  work_mem: '256MB',
  max_wal_size: '16GB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  jit: 'off',
}

/** Where PostgreSQL and PostGIS are installed for each other, newest first; or why nothing is. */
function findInstall(): { bin: string } | { missing: string } {
  const versions = existsSync(INSTALLS) ? readdirSync(INSTALLS) : []
  versions.sort((a, b) => Number(b) - Number(a))
  for (const version of versions) {
    const bin = join(INSTALLS, version, 'bin')
    const control = join(EXTENSIONS, version, 'extension', 'postgis.control')
    if (existsSync(join(bin, 'initdb')) && existsSync(control)) return { bin }
  }
  return {
    missing: versions.length > 0 ? 'PostGIS is not installed' : 'PostgreSQL is not installed',
  }
}

/** PostgreSQL refuses to run as root: then the system's own user runs it. */
function serverUser(): { uid?: number; gid?: number } | { missing: string } {
  if (process.getuid?.() !== 0) return {}
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return { missing: `there is no system user ${USER} to run PostgreSQL as` }
  }
}

/** Starts it, or says why it cannot: then the peer is left out by name. */
export async function startPostgres(): Promise<PrivatePostgres | { missing: string }> {
  const install = findInstall()
  if ('missing' in install) return install
  const user = serverUser()
  if ('missing' in user) return user
  const folder = mkdtempSync(join(tmpdir(), 'bench-postgres-'))
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!)
  const tables = join(folder, 'tables')
  const { bin } = install
  const init = ['-D', tables, '-A', 'trust', '-U', USER, '-E', 'UTF8', '--locale', 'C', '-N']
  execFileSync(join(bin, 'initdb'), init, { ...user, cwd: folder, stdio: 'pipe' })
  const settings = { ...SETTINGS, unix_socket_directories: folder }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(bin, 'postgres'), ['-D', tables, ...flags], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const stop = async () => {
    server.kill('SIGINT')
    const isSlow = await Promise.race([ended.then(() => false), setTimeout(STOP_LIMIT_MS, true)])
    if (isSlow) server.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const connect = async () => {
    const client = new Client({ host: folder, user: USER, database: USER })
    // A failed bench stops the server under its clients: the first error is the one to read.
    client.on('error', () => {})
    await client.connect()
    return client
  }
  try {
    const client = await untilReady(connect)
    await client.query('CREATE EXTENSION postgis')
    const { rows } = await client.query(
      "SELECT current_setting('server_version') AS pg, postgis_lib_version() AS gis",
    )
    await client.end()
    return {
      version: `PostgreSQL ${rows[0].pg.split(' ')[0]}, PostGIS ${rows[0].gis}`,
      ogrName: `PG:host=${folder} user=${USER} dbname=${USER}`,
      connect,
      copyFrom: (target, lines) => copyFrom(join(bin, 'psql'), folder, target, lines),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function untilReady(connect: () => Promise<Client>): Promise<Client> {
  const deadline = performance.now() + START_LIMIT_MS
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await setTimeout(100)
    }
  }
}

async function copyFrom(
  psql: string,
  host: string,
  target: string,
  lines: Iterable<string>,
): Promise<void> {
  const command = ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-h', host, '-U', USER, '-d', USER]
  const child = spawn(psql, [...command, '-c', `COPY ${target} FROM STDIN`], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const BATCH_CHARACTERS = 2 ** 20
  let text = ''
  const write = async () => {
    const isRoomLeft = child.stdin.write(text)
    text = ''
    if (!isRoomLeft) await new Promise((resolve) => child.stdin.once('drain', resolve))
  }
  for (const line of lines) {
    text += `${line}\n`
    if (text.length > BATCH_CHARACTERS) await write()
  }
  await write()
  child.stdin.end()
  const code = await ended
  if (code !== 0) throw new Error(`COPY ${target} ended with ${code}`)
}
