import { expect, test } from 'vitest'
import { ClaimLoop } from './claim-loop.ts'

const NEVER_MS = 3_600_000

function loopOf(next: () => Promise<boolean>) {
  const failures: unknown[] = []
  const onFailure = (error: unknown) => failures.push(error)
  const loop = new ClaimLoop({ next, onFailure, poll_ms: NEVER_MS, pause_ms: NEVER_MS })
  return { loop, failures }
}

test('jobs are taken one after the other, and a kick ends the wait for the next look', async () => {
  const jobs = [1, 2]
  let looks = 0
  const { loop } = loopOf(async () => {
    looks++
    return jobs.shift() !== undefined
  })
  await expect.poll(() => looks).toBe(3)
  loop.kick()
  await expect.poll(() => looks).toBe(4)
  loop.stop()
  await loop.ended
  expect(looks).toBe(4)
})

test('a kick during a look is not lost', async () => {
  let looks = 0
  const { loop } = loopOf(async () => {
    await null
    if (++looks === 1) loop.kick()
    return false
  })
  await expect.poll(() => looks).toBe(2)
  loop.stop()
  await loop.ended
})

test('a failure is reported and the loop goes on; after the stop nothing is reported', async () => {
  const { loop, failures } = loopOf(async () => {
    throw new Error('gone')
  })
  await expect.poll(() => failures.length).toBe(1)
  loop.kick()
  await expect.poll(() => failures.length).toBe(2)
  loop.stop()
  await loop.ended
  expect(failures).toHaveLength(2)
})
