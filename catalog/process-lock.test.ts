import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, symlink, utimes } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withProcessLock } from './process-lock.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-lock-'))
  path = join(folder, 'pin.lock')
})
afterEach(() => rm(folder, { recursive: true, force: true }))
const options = { step: 'test', wait_ms: 120_000 }

test('one holder at a time, and the lock is gone when all are done', async () => {
  let inside = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++inside)
    await new Promise((resolve) => setTimeout(resolve, 5))
    inside--
  }
  await Promise.all(Array.from({ length: 8 }, () => withProcessLock(path, options, work)))
  expect(most).toBe(1)
  expect(await readdir(folder)).toEqual([])
})

test('work that fails gives the lock back', async () => {
  const failing = withProcessLock(path, options, async () => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await readdir(folder)).toEqual([])
})

test('a holder that lives is waited for, within the bound, and then named', async () => {
  await withProcessLock(path, options, async () => {
    const second = withProcessLock(path, { step: 'move the pin', wait_ms: 60 }, async () => 1)
    await expect(second).rejects.toMatchObject({
      name: 'StepError',
      message: expect.stringContaining(`is held by process ${process.pid} on ${hostname()}`),
    })
  })
})

test('the lock of a dead process is taken over by exactly one of many heirs', async () => {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  const dead = { pid: child.pid, host: hostname(), started: '1', token: 'dead' }
  await symlink(JSON.stringify(dead), path)
  let inside = 0
  const heirs = Array.from({ length: 6 }, () =>
    withProcessLock(path, options, async () => {
      expect(++inside).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 2))
      inside--
    }),
  )
  await Promise.all(heirs)
  expect(await readdir(folder)).toEqual([])
})

test('an heir that was killed while it took over does not block the next one', async () => {
  await symlink(JSON.stringify({ pid: 0x3fffff, host: hostname(), started: '1', token: 'x' }), path)
  await mkdir(`${path}.take-over`)
  const longAgo = new Date(Date.now() - 60_000)
  await utimes(`${path}.take-over`, longAgo, longAgo)
  expect(await withProcessLock(path, options, async () => 'mine')).toBe('mine')
  expect(await readdir(folder)).toEqual([])
})

test.skipIf(process.platform !== 'linux')(
  'a later process with the pid of a dead holder does not hold its lock',
  async () => {
    const reused = { pid: process.pid, host: hostname(), started: 'long ago', token: 'dead' }
    await symlink(JSON.stringify(reused), path)
    expect(await withProcessLock(path, options, async () => 'mine')).toBe('mine')
  },
)

test('a holder on another machine is never declared dead', async () => {
  const elsewhere = { pid: 1, host: 'another-machine', started: '1', token: 'far' }
  await symlink(JSON.stringify(elsewhere), path)
  const waiting = withProcessLock(path, { step: 'test', wait_ms: 60 }, async () => 1)
  await expect(waiting).rejects.toThrow(/another-machine/)
})
