import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeLock } from './lock.mjs'

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
const owner = (pid: number, host = hostname()) => JSON.stringify({ pid, host, at: 1 })
/** Above every limit of process ids that Linux and macOS set. */
const NOBODY = 2 ** 30

test('a second set-up waits for the first, no longer than it was told, and goes on after it', async () => {
  const release = await takeLock(path())
  await expect(takeLock(path(), { waitMs: 20, pollMs: 5 })).rejects.toThrow(/still running here/)
  const second = takeLock(path(), { waitMs: 120_000, pollMs: 5 })
  release()
  const releaseSecond = await second
  releaseSecond()
  expect(readdirSync(folder)).toEqual([])
})

test('the lock of a process that has ended is taken over', async () => {
  writeFileSync(path(), owner(NOBODY))
  const release = await takeLock(path(), { waitMs: 0 })
  expect(JSON.parse(readFileSync(path(), 'utf8')).pid).toBe(process.pid)
  release()
  expect(readdirSync(folder)).toEqual([])
})

test('a lock of another machine is respected while it is touched, and not after', async () => {
  writeFileSync(path(), owner(NOBODY, 'another-machine'))
  await expect(takeLock(path(), { waitMs: 20, pollMs: 5 })).rejects.toThrow(/still running here/)
  const tenMinutesAgo = new Date(Date.now() - 600_000)
  utimesSync(path(), tenMinutesAgo, tenMinutesAgo)
  const release = await takeLock(path(), { waitMs: 0 })
  release()
})

test('a lock that is no lock of ours is taken over, and many at once take turns', async () => {
  writeFileSync(path(), 'what?')
  let held = 0
  let most = 0
  const turn = async () => {
    const release = await takeLock(path(), { waitMs: 120_000, pollMs: 2 })
    most = Math.max(most, ++held)
    await new Promise((resolve) => setTimeout(resolve, 3))
    held--
    release()
  }
  await Promise.all(Array.from({ length: 5 }, turn))
  expect(most).toBe(1)
  expect(readdirSync(folder)).toEqual([])
})
