import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { acquireMutex } from './mutex.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plat-setup-'))
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const path = () => join(folder, 'setup.lock')
/** The lock that a set-up of this machine and container writes, with another process in it. */
async function ownerHere(pid: number): Promise<string> {
  const release = await acquireMutex(path())
  const own = JSON.parse(readFileSync(path(), 'utf8'))
  release()
  return JSON.stringify({ ...own, pid })
}
const ownerElsewhere = (pid: number) => JSON.stringify({ pid, processes: 'elsewhere', at: 1 })
/** Above every limit of process ids that Linux and macOS set. */
const NOBODY = 2 ** 30

test('a second set-up waits for the first, up to its limit, and goes on after it', async () => {
  const release = await acquireMutex(path())
  await expect(acquireMutex(path(), { waitMs: 20, pollMs: 5 })).rejects.toThrow(
    /still running here/,
  )
  const second = acquireMutex(path(), { waitMs: 120_000, pollMs: 5 })
  release()
  const releaseSecond = await second
  releaseSecond()
  expect(readdirSync(folder)).toEqual([])
})

test('the lock of a process that has ended is taken over', async () => {
  writeFileSync(path(), await ownerHere(NOBODY))
  const release = await acquireMutex(path(), { waitMs: 0 })
  expect(JSON.parse(readFileSync(path(), 'utf8')).pid).toBe(process.pid)
  release()
  expect(readdirSync(folder)).toEqual([])
})

test('a suspended process of this machine holds its lock, however long', async () => {
  const release = await acquireMutex(path())
  const longAgo = new Date(Date.now() - 600_000)
  utimesSync(path(), longAgo, longAgo)
  const limits = { waitMs: 40, pollMs: 5, staleMs: 10 }
  await expect(acquireMutex(path(), limits)).rejects.toThrow(/still running here/)
  release()
  expect(readdirSync(folder)).toEqual([])
})

test.skipIf(process.platform !== 'linux')(
  'the lock of a process that has ended is taken over though another has its number now',
  async () => {
    const own = JSON.parse(await ownerHere(process.pid))
    writeFileSync(path(), JSON.stringify({ ...own, started: '1' }))
    const release = await acquireMutex(path(), { waitMs: 0 })
    expect(JSON.parse(readFileSync(path(), 'utf8'))).toMatchObject({ started: own.started })
    release()
  },
)

test('a lock of another machine or container is respected while it is touched, and not after', async () => {
  writeFileSync(path(), ownerElsewhere(NOBODY))
  await expect(acquireMutex(path(), { waitMs: 20, pollMs: 5 })).rejects.toThrow(
    /still running here/,
  )
  const tenMinutesAgo = new Date(Date.now() - 600_000)
  utimesSync(path(), tenMinutesAgo, tenMinutesAgo)
  const release = await acquireMutex(path(), { waitMs: 0 })
  release()
})

test('a lock of the future is respected while it is touched, and not after', async () => {
  const touch = (hours: number) => {
    const date = new Date(Date.now() + hours * 3_600_000)
    utimesSync(path(), date, date)
  }
  writeFileSync(path(), ownerElsewhere(NOBODY))
  touch(1)
  await expect(acquireMutex(path(), { waitMs: 20, pollMs: 5 })).rejects.toThrow(
    /still running here/,
  )
  // A clock that moves when it is read; its owner touches the lock between any two looks at it.
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    touch(1 + ++now)
    return 10 * now
  })
  const limits = { waitMs: 1_000, pollMs: 1, staleMs: 100 }
  await expect(acquireMutex(path(), limits)).rejects.toThrow(/still running here/)
  clock.mockImplementation(() => 10 * ++now)
  const release = await acquireMutex(path(), limits)
  release()
})

test('the owner touches its lock, so that nobody takes it over', async () => {
  const release = await acquireMutex(path(), { touchMs: 5 })
  // As another machine or container sees it, where the touches alone count.
  writeFileSync(path(), ownerElsewhere(NOBODY))
  const longAgo = new Date(Date.now() - 600_000)
  utimesSync(path(), longAgo, longAgo)
  await expect.poll(() => statSync(path()).mtimeMs).toBeGreaterThan(longAgo.getTime())
  await expect(acquireMutex(path(), { waitMs: 20, pollMs: 5 })).rejects.toThrow(
    /still running here/,
  )
  release()
})

const UNSHARE = ['--pid', '--fork', '--kill-child', '--mount-proc']
const canUnshare = spawnSync('unshare', [...UNSHARE, 'true']).status === 0
test.skipIf(!canUnshare)(
  'a set-up in another container of the same host name is not taken for dead (needs a right to unshare)',
  async () => {
    const module = JSON.stringify(new URL('./mutex.mjs', import.meta.url))
    const code = `import { acquireMutex } from ${module}
      await acquireMutex(${JSON.stringify(path())})
      console.log('held')
      process.stdin.resume()`
    const command = [process.execPath, '--input-type=module', '-e', code]
    const far = spawn('unshare', [...UNSHARE, ...command], { stdio: ['pipe', 'pipe', 2] })
    try {
      await once(far.stdout!, 'data')
      // Its number is of no process here.
      writeFileSync(
        path(),
        JSON.stringify({ ...JSON.parse(readFileSync(path(), 'utf8')), pid: NOBODY }),
      )
      await expect(acquireMutex(path(), { waitMs: 20, pollMs: 5 })).rejects.toThrow(
        /still running here/,
      )
    } finally {
      far.kill('SIGKILL')
    }
  },
)

test('a file that set-up did not write is replaced, and many at once take turns', async () => {
  writeFileSync(path(), 'what?')
  let held = 0
  let most = 0
  const turn = async () => {
    const release = await acquireMutex(path(), { waitMs: 120_000, pollMs: 2 })
    most = Math.max(most, ++held)
    await new Promise((resolve) => setTimeout(resolve, 3))
    held--
    release()
  }
  await Promise.all(Array.from({ length: 5 }, turn))
  expect(most).toBe(1)
  expect(readdirSync(folder)).toEqual([])
})
