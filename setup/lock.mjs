import * as fs from 'node:fs'
import { hostname } from 'node:os'
import { SetupError, say } from './step.mjs'

/** Longer than the longest set-up: its steps are bounded, and together stay below. */
const WAIT_MS = 75 * 60_000
const TOUCH_MS = 15_000
/** The owner touches its lock all along; one this old has lost its owner. */
const STALE_MS = 6 * TOUCH_MS

/** One set-up at a time in a folder. Waits its turn, bounded; answers what gives the lock back. */
export async function takeLock(path, { waitMs = WAIT_MS, pollMs = 500 } = {}) {
  const own = JSON.stringify({ pid: process.pid, host: hostname(), at: Date.now() })
  const draft = `${path}.${process.pid}`
  const giveUpAt = Date.now() + waitMs
  let isTold = false
  while (true) {
    // Written beside and linked: nobody ever sees a lock without its owner in it.
    fs.writeFileSync(draft, own)
    try {
      fs.linkSync(draft, path)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    } finally {
      fs.rmSync(draft, { force: true })
    }
    const owner = readOwner(path)
    if (owner?.isGone) {
      // Moved, not removed: of two that wait, one gets the move and the other an ENOENT.
      const aside = `${draft}.stale`
      try {
        fs.renameSync(path, aside)
        const isTheirs = fs.readFileSync(aside, 'utf8') === owner.text
        // A new owner was quicker than we: give it back what we took.
        if (!isTheirs) fs.linkSync(aside, path)
      } catch {}
      fs.rmSync(aside, { force: true })
      continue
    }
    if (owner && !isTold) say(`Waiting for the set-up of process ${owner.pid}, which runs here.`)
    isTold ||= owner !== undefined
    if (Date.now() > giveUpAt) {
      const remedy = `end process ${owner?.pid} or remove ${path}`
      throw new SetupError('set-up', 'another set-up is still running here', remedy)
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  const touch = setInterval(() => {
    try {
      fs.utimesSync(path, new Date(), new Date())
    } catch {} // Somebody removed it by hand: nothing to keep.
  }, TOUCH_MS).unref()
  return () => {
    clearInterval(touch)
    if (readOwner(path)?.text === own) fs.rmSync(path, { force: true })
  }
}

function readOwner(path) {
  try {
    const text = fs.readFileSync(path, 'utf8')
    const { pid, host } = JSON.parse(text)
    const isOld = Date.now() - fs.statSync(path).mtimeMs > STALE_MS
    return { text, pid, isGone: isOld || (host === hostname() && !isAlive(pid)) }
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    return { text: fs.readFileSync(path, 'utf8'), pid: 0, isGone: true } // Not a lock of ours.
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
