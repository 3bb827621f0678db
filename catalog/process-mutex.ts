import { statSync } from 'node:fs'
import { mkdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { StepError } from '../terminal/step-error.ts'
import { expectWritable } from './atomic-file.ts'

export interface MutexOptions {
  /** Purpose of the mutex, as `StepError` names it. */
  step: string
  /** Longest wait for another holder; at least one attempt is made. */
  wait_ms: number
  /** Remedy for another holder, instead of the default text. */
  remedy?: string
}

/** Describes a holder in `path`, for messages alone. */
const Holder = z.object({ pid: z.int(), host: z.string(), since: z.string() })
/** Target of the symbolic link that versions before 23 November 2026 made. */
const FormerHolder = z.object({ pid: z.int(), host: z.string(), started: z.string() })
type Described = { pid: number; host: string; since?: string }

/** A try takes 0.04 ms. */
const POLL_MS = 25
/**
 * Looks per attempt: one creates the file, one locks it, one more if a holder removed it meanwhile.
 */
const LOOKS = 3
const SQLITE_BUSY = 5

/**
 * Runs `work` while this process holds the mutex at `path`; fails as `acquireProcessMutex` does.
 */
export async function withProcessMutex<T>(
  path: string,
  options: MutexOptions,
  work: () => Promise<T>,
): Promise<T> {
  const release = await acquireProcessMutex(path, options)
  try {
    return await work()
  } finally {
    await release()
  }
}

/**
 * Takes the mutex at `path` until the returned function is called or the process ends. Waits at
 * most `wait_ms`, then throws `StepError` naming the holder.
 *
 * The kernel holds the mutex as a lock on the empty file `<path>.sqlite`: it sees processes in
 * other containers, and releases the lock of a killed process. SQLite requests it (fcntl), since
 * Node cannot, and separates the threads of one process. A lock of this kind is lost as soon as the
 * process closes any other descriptor of the file: nothing but SQLite may open it. On a network
 * file system it holds among machines where that file system has fcntl locks.
 */
export async function acquireProcessMutex(
  path: string,
  { step, wait_ms, remedy }: MutexOptions,
): Promise<() => Promise<void>> {
  const file = `${path}.sqlite`
  await mkdir(dirname(path), { recursive: true })
  const deadline = performance.now() + wait_ms
  for (;;) {
    const lock = await tryLock(file, step)
    const former = lock && (await formerHolder(path))
    if (lock && !former) {
      await describeHolder(path)
      return async () => {
        // Removed while it is held: nobody else can be its holder, see `tryLock`.
        for (const name of [path, file]) await rm(name, { force: true }).catch(() => {})
        lock.close()
      }
    }
    lock?.close()
    if (performance.now() > deadline) {
      const holder = former ?? (await readHolder(path))
      const usual = 'Wait for it to end, or end it: the mutex ends with the process.'
      throw new StepError(step, path, formatHolder(holder), remedy ?? usual)
    }
    await sleep(POLL_MS)
  }
}

/**
 * Locks the file; null when somebody else holds it or the file is another at each look. Throws
 * `StepError` when it cannot be locked.
 */
async function tryLock(file: string, step: string): Promise<DatabaseSync | null> {
  for (let look = 0; look < LOOKS; look++) {
    const before = identityOf(file)
    let lock: DatabaseSync | undefined
    try {
      lock = new DatabaseSync(file, { timeout: 0 })
      // In memory: a journal would be one more file, and needs room on the disk.
      lock.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE')
      // Another holder may have removed the file between our look at it and the lock. The one that
      // was locked is the one that has the name now if it was there before it was opened.
      if (before !== null && identityOf(file) === before) return lock
      lock.close()
    } catch (error) {
      lock?.close()
      const { errcode = 0, message } = error as Error & { errcode?: number }
      if ((errcode & 0xff) === SQLITE_BUSY) return null
      // SQLite's error states only that it cannot open the file.
      await expectWritable(dirname(file))
      const remedy = `Use a folder of this machine, and run as the owner of ${file}.`
      throw new StepError(step, file, `cannot be locked: ${message}`, remedy, { cause: error })
    }
  }
  // Some network file systems number a file anew at each look: the caller waits, within its bound.
  return null
}

/** Identity of the file at a path; null without one. An inode number alone may be used again. */
function identityOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.dev} ${found.ino} ${found.birthtimeNs}` : null
}

/** Writes who holds the mutex. On a full disk it holds without a description. */
async function describeHolder(path: string): Promise<void> {
  const holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() }
  await rm(path, { force: true }).catch(() => {})
  await writeFile(path, JSON.stringify(Holder.parse(holder)), { flag: 'wx' }).catch(() => {})
}

async function readHolder(path: string): Promise<Described | null> {
  return parseAs(Holder, await readFile(path, 'utf8').catch(() => ''))
}

/** A process of a former version that holds its mutex at `path` and surely runs here, or null. */
async function formerHolder(path: string): Promise<Described | null> {
  const holder = parseAs(FormerHolder, await readlink(path).catch(() => ''))
  if (!holder?.started) return null
  const text = await readFile(`/proc/${holder.pid}/stat`, 'utf8').catch(() => '')
  const started = text.slice(text.lastIndexOf(')') + 2).split(' ')[19]
  return started === holder.started ? holder : null
}

function parseAs<T>(type: z.ZodType<T>, text: string): T | null {
  try {
    return type.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function formatHolder(holder: Described | null): string {
  if (!holder) return 'is held by another process, or its file system has no locks'
  const since = holder.since ? ` since ${holder.since}` : ''
  return `is held by process ${holder.pid} on ${holder.host}${since}`
}
