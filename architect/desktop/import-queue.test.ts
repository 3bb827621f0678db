import { afterEach, expect, test, vi } from 'vitest'
import {
  ENDED_IMPORT_MS,
  ENDED_IMPORTS_MAX,
  ImportFailure,
  ImportQueue,
  type ReceivedFile,
} from './import-queue.ts'

const FILE: ReceivedFile = {
  path: 'house.glb',
  gltf: { asset: { version: '2.0' } },
  name: 'A house',
  projectId: 'a',
  version: '3',
}
const SUMMARY = { objects: 9, levels: 1, rooms: 2, clips: 3, replaced: false }
const PAGE = 'https://plat.example'

afterEach(() => void vi.useRealTimers())

test('one file is imported at a time, one waits, and a third has no place', async () => {
  const ends: (() => void)[] = []
  const queue = new ImportQueue(async () => {
    await new Promise<void>((resolve) => ends.push(resolve))
    return SUMMARY
  })
  const first = queue.add(FILE, null)
  expect(queue.isFull()).toBe(false)
  const second = queue.add(FILE, null)
  expect(queue.isFull()).toBe(true)
  expect(() => queue.add(FILE, null)).toThrow('full')
  await expect.poll(() => ends.length).toBe(1)
  expect([queue.find(first.id, null), queue.find(second.id, null)]).toEqual([
    { id: first.id, state: 'queued' },
    { id: second.id, state: 'queued' },
  ])
  ends.shift()!()
  await expect.poll(() => queue.find(first.id, null)?.state).toBe('done')
  expect(queue.isFull()).toBe(false)
  await expect.poll(() => ends.length).toBe(1)
  ends.shift()!()
  await queue.settled()
  expect(queue.find(second.id, null)).toEqual({ id: second.id, state: 'done', summary: SUMMARY })
})

test('a failure is the job’s own, with its reason, and the next one is imported', async () => {
  const faults: Error[] = [new ImportFailure('disk_full', 'No space.'), new Error('broken')]
  const queue = new ImportQueue(async () => {
    const fault = faults.shift()
    if (fault) throw fault
    return SUMMARY
  })
  const jobs = []
  for (let at = 0; at < 3; at++) {
    jobs.push(queue.add(FILE, null).id)
    await queue.settled()
  }
  expect(jobs.map((id) => queue.find(id, null))).toMatchObject([
    { state: 'failed', error: { code: 'disk_full', message: 'No space.' } },
    { state: 'failed', error: { code: 'import_failed', message: 'The import failed: broken' } },
    { state: 'done' },
  ])
})

test('a job is read by the origin that has sent it', async () => {
  const queue = new ImportQueue(async () => SUMMARY)
  const { id } = queue.add(FILE, PAGE)
  const { id: other } = queue.add(FILE, null)
  await queue.settled()
  expect(queue.find(id, PAGE)).not.toBeNull()
  expect(queue.find(other, null)).not.toBeNull()
  for (const origin of ['https://other.example', null]) expect(queue.find(id, origin)).toBeNull()
  expect(queue.find(other, PAGE)).toBeNull()
})

test('ended jobs are forgotten after their time, and beyond their number', async () => {
  const queue = new ImportQueue(async () => SUMMARY)
  const ids: string[] = []
  for (let at = 0; at < ENDED_IMPORTS_MAX + 3; at++) {
    ids.push(queue.add(FILE, null).id)
    await queue.settled()
  }
  const known = () => ids.filter((id) => queue.find(id, null) !== null)
  expect(known()).toEqual(ids.slice(3))
  vi.useFakeTimers({ now: Date.now() + ENDED_IMPORT_MS + 1, toFake: ['Date'] })
  expect(known()).toEqual([])
})
