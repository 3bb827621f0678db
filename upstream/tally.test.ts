import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { tallyMemory, UpstreamTally } from './tally.ts'

const THREADS = 4
const ROUNDS = 20_000

/** Counts, opens and probes the second of three upstreams, and posts how often it succeeded. */
const CODE = `
  const { parentPort, workerData } = require('node:worker_threads')
  import(workerData.url).then(({ UpstreamTally }) => {
    const tally = new UpstreamTally(workerData.memory, 1, 3)
    let opened = 0, probed = 0
    for (let i = 1; i <= workerData.rounds; i++) {
      tally.add('requested')
      tally.failed('late', i)
      tally.answered(30)
      tally.addFailureInARow()
      const was = tally.openUntil
      if (tally.open(was, was + 1)) opened++
      const token = tally.acquireProbe(1_000, 500)
      if (token !== null) { probed++; tally.releaseProbe(token) }
    }
    parentPort.postMessage({ opened, probed })
  })
`

test('threads that share the memory count together, and lose nothing', async () => {
  const memory = tallyMemory(3)
  const url = new URL('./tally.ts', import.meta.url).href
  const workerData = { url, memory, rounds: ROUNDS }
  const threads = Array.from(
    { length: THREADS },
    () => new Worker(CODE, { eval: true, workerData }),
  )
  const messages = (await Promise.all(threads.map((thread) => once(thread, 'message')))).flat()
  const tally = new UpstreamTally(memory, 1, 3)
  const { counts, failures, answer_ms, lastFailure } = tally.read()
  expect(counts.requested).toBe(THREADS * ROUNDS)
  expect(failures.late).toBe(THREADS * ROUNDS)
  expect(answer_ms.find(({ up_to }) => up_to === 50)?.answers).toBe(THREADS * ROUNDS)
  expect(lastFailure?.kind).toBe('late')
  expect(tally.addFailureInARow()).toBe(THREADS * ROUNDS + 1)
  // Each opening was made by exactly one of them.
  const opened = messages.reduce((sum, each) => sum + each.opened, 0)
  expect(counts.openings).toBe(opened)
  expect(tally.openUntil).toBe(opened)
  expect(tally.cooldownsInARow).toBe(opened)
  expect(messages.every(({ probed }) => probed > 0)).toBe(true)
  // The upstreams next to it in memory are unchanged.
  for (const i of [0, 2]) {
    const other = new UpstreamTally(memory, i, 3)
    expect(Object.values(other.read().counts).every((count) => count === 0)).toBe(true)
    expect(other.openUntil).toBe(0)
  }
})

test('one probe is out at a time, and only its holder releases it', () => {
  const tally = new UpstreamTally(tallyMemory(1), 0, 1)
  const token = tally.acquireProbe(1_000, 500)
  expect(token).toBe(1_500)
  expect(tally.acquireProbe(1_499, 500)).toBeNull()
  tally.releaseProbe(1_499)
  expect(tally.acquireProbe(1_499, 500)).toBeNull()
  tally.releaseProbe(1_500)
  expect(tally.acquireProbe(1_499, 500)).toBe(1_999)
})
