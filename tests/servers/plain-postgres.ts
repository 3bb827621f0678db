import { execFile, execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'

/** A PostgreSQL that tests start in a temporary folder, listening on a socket in it. */
export interface RunningPostgres {
  /** The folder with its socket. */
  folder: string
  /** A client of its superuser. */
  connect(): Promise<Client>
  /** The address of one of its databases. */
  url(database: string): string
  /** Runs one statement as its superuser, outside of any transaction. */
  run(sql: string): Promise<void>
}

/** A PostgreSQL that belongs to one caller, removed after use. */
export interface PlainPostgres extends RunningPostgres {
  /** The folder of its programs. */
  bin: string
  stop(): Promise<void>
}

const INSTALLS = '/usr/lib/postgresql'
const EXTENSIONS = '/usr/share/postgresql'
/** Longest wait of `pg_ctl` for the server, in seconds: it bounds a hang. */
const WAIT_S = 120
export const USER = 'postgres'
/** Name of the folder with the tables. */
const TABLES = 'tables'
/**
 * Settings of a server whose data need not survive. Each connection is a process that maps the
 * shared memory: a quarter of the server's time was that.
 */
const SETTINGS = {
  listen_addresses: '',
  fsync: 'off',
  synchronous_commit: 'off',
  jit: 'off',
  shared_buffers: '16MB',
}
const runProgram = promisify(execFile)

/**
 * Finds the newest installed PostgreSQL that has all of these extensions, and the user to run it
 * as. Returns the reason as text where none is found.
 */
export function findPostgres(
  extensions: readonly string[] = [],
): { bin: string; user: { uid?: number; gid?: number } } | string {
  const versions = existsSync(INSTALLS) ? readdirSync(INSTALLS) : []
  versions.sort((a, b) => Number(b) - Number(a))
  const binOf = (version: string) => join(INSTALLS, version, 'bin')
  const found = versions.filter((version) => existsSync(join(binOf(version), 'initdb')))
  if (found.length === 0) return 'PostgreSQL is not installed'
  const isWhole = (version: string) =>
    extensions.every((name) =>
      existsSync(join(EXTENSIONS, version, 'extension', `${name}.control`)),
    )
  const whole = found.find(isWhole)
  if (whole === undefined) return `PostgreSQL is installed without ${extensions.join(', ')}`
  const bin = binOf(whole)
  if (process.getuid?.() !== 0) return { bin, user: {} }
  // It refuses to run as root: the system's own user runs it then.
  if (systemUser === undefined) systemUser = findSystemUser()
  if (systemUser) return { bin, user: systemUser }
  return `PostgreSQL needs the system user ${USER}, which does not exist`
}

/** Found once: test files look for PostgreSQL several times, and `id` takes 20 ms to start. */
let systemUser: { uid: number; gid: number } | null | undefined

/** The ids of the system's user of PostgreSQL; null where it does not exist. */
function findSystemUser(): { uid: number; gid: number } | null {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, USER], { encoding: 'utf8', stdio: 'pipe' }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return null
  }
}

/** Starts a PostgreSQL without further databases. `settings` add to or replace the default ones. */
export async function startPlainPostgres(
  settings: Record<string, string> = {},
  extensions: readonly string[] = [],
): Promise<PlainPostgres> {
  const found = findPostgres(extensions)
  if (typeof found === 'string') throw new Error(found)
  const folder = mkdtempSync(join(tmpdir(), 'plat-postgres-'))
  const stop = () => removePostgres(folder, extensions)
  try {
    await startPostgresIn(folder, settings, extensions)
  } catch (error) {
    await stop()
    throw error
  }
  return { ...postgresIn(folder), bin: found.bin, stop }
}

/** Creates a PostgreSQL in an empty folder and starts it. It outlives this process. */
export async function startPostgresIn(
  folder: string,
  settings: Record<string, string> = {},
  extensions: readonly string[] = [],
): Promise<void> {
  const found = findPostgres(extensions)
  if (typeof found === 'string') throw new Error(found)
  const { bin, user } = found
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!)
  const options = { ...user, cwd: folder }
  const tables = join(folder, TABLES)
  const init = ['-D', tables, '-A', 'trust', '-U', USER, '-E', 'UTF8', '--locale', 'C', '-N']
  await runProgram(join(bin, 'initdb'), init, options)
  const all = { ...SETTINGS, ...settings, unix_socket_directories: folder }
  const flags = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`)
  const start = ['-D', tables, '-w', '-t', `${WAIT_S}`, '-l', join(folder, 'log')]
  await runProgram(join(bin, 'pg_ctl'), [...start, '-o', flags.join(' '), 'start'], options)
}

/** Stops the PostgreSQL in a folder, if there is one, and removes the folder. */
export async function removePostgres(
  folder: string,
  extensions: readonly string[] = [],
): Promise<void> {
  const found = findPostgres(extensions)
  if (typeof found !== 'string' && existsSync(join(folder, TABLES, 'postmaster.pid'))) {
    const stop = ['-D', join(folder, TABLES), '-m', 'fast', '-w', '-t', `${WAIT_S}`, 'stop']
    await runProgram(join(found.bin, 'pg_ctl'), stop, { ...found.user, cwd: folder })
  }
  rmSync(folder, { recursive: true, force: true })
}

/** The PostgreSQL that runs in a folder. */
export function postgresIn(folder: string): RunningPostgres {
  const connect = async () => {
    const client = new Client({ host: folder, user: USER, database: USER })
    // The server may be stopped under its clients: the first error is the one to read.
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const run = async (sql: string) => {
    const client = await connect()
    try {
      await client.query(sql)
    } finally {
      await client.end().catch(() => {})
    }
  }
  const url = (database: string) => `postgresql:///${database}?host=${folder}&user=${USER}`
  return { folder, connect, url, run }
}
