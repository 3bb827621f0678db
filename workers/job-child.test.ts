import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClaimedJob } from '../queue/build-queue.ts'
import { openStore } from '../storage/open-store.ts'
import { isLongRun } from '../tests/long-run.ts'
import { JobChild, WorkerUnfit } from './job-child.ts'

let home: string
let child: JobChild
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'plat-child-'))
  const store = join(home, 'store')
  await (await openStore({ kind: 'folder', folder: store }, { isCreated: true })).close()
  child = new JobChild({ home, store, threads: 1 })
})
afterAll(async () => {
  child.kill()
  await rm(home, { recursive: true, force: true })
})

const jobOf = (signal: AbortSignal): ClaimedJob => ({
  id: randomUUID(),
  attempt: 0,
  data: {
    ...{ run: randomUUID(), build: 'sample-0123456789ab', names: ['flood/sample'] },
    ...{ acceptDrop: false, kind: 'lock', subject: 'sample-county' },
  },
  signal,
})

test('a job that is aborted ends with its process, and the next one has another', async () => {
  const abort = new AbortController()
  const aborted = child.run(jobOf(abort.signal), () => {})
  abort.abort(new Error('cancelled'))
  await expect(aborted).rejects.toThrow(/cancelled|ended by SIGKILL/)
  await expect(child.run(jobOf(abort.signal), () => {})).rejects.toThrow('cancelled')
  // No run has marked the store: the process is there and refuses.
  const next = child.run(jobOf(new AbortController().signal), () => {})
  await expect(next).rejects.toThrow(WorkerUnfit)
})

test('a job of another store ends the worker, with its log and what to do', async () => {
  const logs: string[] = []
  const running = child.run(jobOf(new AbortController().signal), ({ log }) => logs.push(log))
  await expect(running).rejects.toMatchObject({
    problem: expect.stringContaining('it was queued with another store'),
    remedy: 'Start the worker with the --store of the build.',
  })
  expect(logs.at(-1)).toContain('it was queued with another store')
})

if (isLongRun)
  test('a place that is not a store ends the worker', async () => {
    const other = new JobChild({ home: join(home, 'other'), store: join(home, 'none'), threads: 1 })
    const running = other.run(jobOf(new AbortController().signal), () => {})
    await expect(running).rejects.toThrow(WorkerUnfit)
    other.kill()
  })
