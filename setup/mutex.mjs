import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { hostname } from 'node:os'
import { print, SetupError } from './step.mjs'

/** Longer than the longest set-up: its steps are bounded, and together stay below. */
const WAIT_MS = 75 * 60_000
const TOUCH_MS = 15_000
/**
 * The owner touches its mutex regularly: one of another machine that is older has lost its owner.
 */
const STALE_MS = 6 * TOUCH_MS

/**
 * Takes the mutex at `path`, waiting for its owner at most `waitMs`. Returns a function that frees
 * it.
 */
export async function acquireMutex(path, limits = {}) {
  const { waitMs = WAIT_MS, pollMs = 500, staleMs = STALE_MS, touchMs = TOUCH_MS } = limits
  const { pid } = process
  const own = JSON.stringify({
    pid,
    processes: processSpace(),
    started: startOf(pid),
    at: Date.now(),
  })
  const draft = `${path}.${process.pid}.${randomUUID()}`
  const giveUpAt = performance.now() + waitMs
  const watched = { text: '', touchedAt: 0, since: 0 }
  let isReported = false
  while (true) {
    // Written to another file and linked, so that a mutex always names its owner.
    fs.writeFileSync(draft, own)
    try {
      fs.linkSync(draft, path)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    } finally {
      fs.rmSync(draft, { force: true })
    }
    const owner = readOwner(path, staleMs, watched)
    if (owner?.isGone) {
      // Moved, not removed: of two that wait, one gets the move and the other an ENOENT.
      const aside = `${draft}.stale`
      try {
        fs.renameSync(path, aside)
        const isStale = fs.readFileSync(aside, 'utf8') === owner.text
        // A new owner has taken it meanwhile: give it back.
        if (!isStale) fs.linkSync(aside, path)
      } catch {}
      fs.rmSync(aside, { force: true })
      continue
    }
    if (owner && !isReported)
      print(`Waiting for the set-up of process ${owner.pid}, which runs here.`)
    isReported ||= owner !== undefined
    if (performance.now() > giveUpAt) {
      const remedy = `end process ${owner?.pid} or remove ${path}`
      throw new SetupError('set-up', 'another set-up is still running here', remedy)
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  const touch = setInterval(() => {
    try {
      fs.utimesSync(path, new Date(), new Date())
    } catch {} // Somebody removed it by hand.
  }, touchMs).unref()
  return () => {
    clearInterval(touch)
    if (textOf(path) === own) fs.rmSync(path, { force: true })
  }
}

/**
 * The mutex's owner, and whether it is gone. An owner in this process space is gone when its
 * process has ended: a suspended process, or one on a suspended machine, touches nothing and
 * continues later. An owner elsewhere is gone when it has not touched the mutex for `staleMs`, by
 * the file's date or by the time for which this process has seen no change.
 */
function readOwner(path, staleMs, watched) {
  const text = textOf(path)
  const touchedAt = fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs
  if (text === undefined || touchedAt === undefined) return undefined
  if (text !== watched.text || touchedAt !== watched.touchedAt)
    Object.assign(watched, { text, touchedAt, since: performance.now() })
  const isStill = performance.now() - watched.since > staleMs
  const isOld = Date.now() - touchedAt > staleMs
  try {
    const { pid, processes, started } = JSON.parse(text)
    const isHere = processes === processSpace()
    return { text, pid, isGone: isHere ? !isAlive(pid, started) : isOld || isStill }
  } catch {
    return { text, pid: 0, isGone: true } // Not written by set-up.
  }
}

function textOf(path) {
  try {
    return fs.readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Scope in which a process number is unique: this boot and container, since containers may share a
 * host name.
 */
function processSpace() {
  try {
    const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${fs.readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname() // A system without containers.
  }
}

/** True when the process with this number (and start time, if known) is alive. */
function isAlive(pid, started) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  const found = startOf(pid)
  return started === undefined || found === undefined || started === found
}

/** When a process started, in ticks since the boot: numbers of processes are used again. */
function startOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined // A system without /proc, or one that hides others' processes.
  }
}
