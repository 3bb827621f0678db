import { randomBytes } from 'node:crypto'
import { mkdir, readFile, readlink, rmdir, stat, symlink, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { StepError } from '../terminal/step-error.ts'

const Holder = z.object({
  pid: z.int(),
  host: z.string(),
  /** Tells a process from a later one that got the same pid. */
  started: z.string(),
  token: z.string(),
})
type Holder = z.infer<typeof Holder>

const POLL_MS = 25
/** A take-over is one read and one unlink: whoever holds the guard longer than this is dead. */
const TAKE_OVER_MAX_MS = 10_000

/**
 * Runs `work` while this process holds the lock at `path`. A lock left by a process that was
 * killed is taken over. Waits at most `wait_ms`, then throws `StepError` naming the holder.
 */
export async function withProcessLock<T>(
  path: string,
  options: { step: string; wait_ms: number },
  work: () => Promise<T>,
): Promise<T> {
  const token = await acquire(path, options)
  try {
    return await work()
  } finally {
    const holder = await readHolder(path)
    if (holder?.token === token) await unlink(path)
  }
}

async function acquire(
  path: string,
  { step, wait_ms }: { step: string; wait_ms: number },
): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  const token = randomBytes(8).toString('hex')
  const started = await startOf(process.pid)
  const mine: Holder = { pid: process.pid, host: hostname(), started, token }
  const deadline = performance.now() + wait_ms
  while (!(await linked(JSON.stringify(mine), path))) {
    const holder = await readHolder(path)
    if (holder !== null && (await isDead(holder))) {
      await takeOver(path, holder.token)
    } else if (performance.now() > deadline) {
      const by = holder === null ? 'another process' : `process ${holder.pid} on ${holder.host}`
      const remedy = `Wait for it to end. If it runs no more, remove ${path}.`
      throw new StepError(step, path, `is held by ${by}`, remedy)
    } else {
      await sleep(POLL_MS)
    }
  }
  return token
}

/**
 * The lock is a symbolic link that points to its holder's description, as Emacs and Firefox do it:
 * the one file that is made whole in a single call, and fails when its name is taken. With a plain
 * file, 2 of 20 processes killed in mid-pin left an empty one that could be anybody's.
 */
async function linked(holder: string, path: string): Promise<boolean> {
  try {
    await symlink(holder, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Removes a dead holder's lock under a guard, so that no two heirs remove each other's. */
async function takeOver(path: string, deadToken: string): Promise<void> {
  const guard = `${path}.take-over`
  try {
    await mkdir(guard)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const made = await stat(guard).catch(() => null)
    if (made !== null && Date.now() - made.mtimeMs > TAKE_OVER_MAX_MS) {
      await rmdir(guard).catch(() => {})
    }
    await sleep(POLL_MS)
    return
  }
  try {
    const holder = await readHolder(path)
    if (holder?.token === deadToken) await unlink(path)
  } finally {
    await rmdir(guard).catch(() => {})
  }
}

async function readHolder(path: string): Promise<Holder | null> {
  const text = await readlink(path).catch(() => null)
  if (text === null) return null
  try {
    return Holder.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Only a process of this host can be known to be dead. */
async function isDead({ pid, host, started }: Holder): Promise<boolean> {
  if (host !== hostname()) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
  return (await startOf(pid)) !== started
}

/** Start time in clock ticks since boot, field 22 of /proc/<pid>/stat; empty where there is none. */
async function startOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}
