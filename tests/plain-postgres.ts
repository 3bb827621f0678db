import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'

/** A PostgreSQL of a test's own: in a temporary folder, on a socket in it, gone after use. */
export interface PlainPostgres {
  /** Its programs, and the folder with its socket. */
  bin: string
  folder: string
  /** A client of its superuser. */
  connect(): Promise<Client>
  /** The address of a database of it. */
  url(database: string): string
  /** Runs one statement as its superuser, outside of any transaction. */
  run(sql: string): Promise<void>
  stop(): Promise<void>
}

const INSTALLS = '/usr/lib/postgresql'
const EXTENSIONS = '/usr/share/postgresql'
const START_LIMIT_MS = 30_000
const STOP_LIMIT_MS = 30_000
export const USER = 'postgres'
/** Nothing is to survive. */
const SETTINGS = { listen_addresses: '', fsync: 'off', synchronous_commit: 'off', jit: 'off' }

/**
 * The newest PostgreSQL that is installed, with all of these extensions, and whom to run it as; or
 * why there is none.
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
  // It refuses to run as root: then the system's own user runs it.
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, USER], { encoding: 'utf8', stdio: 'pipe' }))
    return { bin, user: { uid: id('-u'), gid: id('-g') } }
  } catch {
    return `there is no system user ${USER} to run PostgreSQL as`
  }
}

/** Starts one with no database but its own, with settings beside or in place of ours. */
export async function startPlainPostgres(
  settings: Record<string, string> = {},
  extensions: readonly string[] = [],
): Promise<PlainPostgres> {
  const found = findPostgres(extensions)
  if (typeof found === 'string') throw new Error(found)
  const { bin, user } = found
  const folder = mkdtempSync(join(tmpdir(), 'plat-postgres-'))
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!)
  const tables = join(folder, 'tables')
  const init = ['-D', tables, '-A', 'trust', '-U', USER, '-E', 'UTF8', '--locale', 'C', '-N']
  execFileSync(join(bin, 'initdb'), init, { ...user, cwd: folder, stdio: 'pipe' })
  const all = { ...SETTINGS, ...settings, unix_socket_directories: folder }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
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
  try {
    await untilReady(() => run('SELECT 1'))
  } catch (error) {
    await stop()
    throw error
  }
  const url = (database: string) => `postgresql:///${database}?host=${folder}&user=${USER}`
  return { bin, folder, connect, url, run, stop }
}

async function untilReady(ask: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await setTimeout(50)
    }
  }
}
