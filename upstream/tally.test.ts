import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { tallyMemory, UpstreamTally } from './tally.ts'

const THREADS = 4
const ROUNDS = 20_000

/** Counts, opens and tries the second of three upstreams, and tells how often it could. */
const CODE = `
  const { parentPort, workerData } = require('node:worker_threads')
  import(workerData.url).then(({ UpstreamTally }) => {
    const tally = new UpstreamTally(workerData.memory, 1, 3)
    let opened = 0, tried = 0
    for (let i = 1; i <= workerData.rounds; i++) {
      tally.add('asked')
      tally.failed('late', i)
      tally.answered(30)
      tally.addFailureInARow()
      const was = tally.openUntil
      if (tally.open(was, was + 1)) opened++
      const token = tally.takeTrial(1_000, 500)
      if (token !== null) { tried++; tally.endTrial(token) }
    }
    parentPort.postMessage({ opened, tried })
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
  const said = (await Promise.all(threads.map((thread) => once(thread, 'message')))).flat()
  const tally = new UpstreamTally(memory, 1, 3)
  const { counts, failures, answer_ms, lastFailure } = tally.read()
  expect(counts.asked).toBe(THREADS * ROUNDS)
  expect(failures.late).toBe(THREADS * ROUNDS)
  expect(answer_ms.find(({ up_to }) => up_to === 50)?.answers).toBe(THREADS * ROUNDS)
  expect(lastFailure?.kind).toBe('late')
  expect(tally.addFailureInARow()).toBe(THREADS * ROUNDS + 1)
  // Each opening was made by exactly one of them.
  const opened = said.reduce((sum, each) => sum + each.opened, 0)
  expect(counts.openings).toBe(opened)
  expect(tally.openUntil).toBe(opened)
  expect(tally.cooldownsInARow).toBe(opened)
  expect(said.every(({ tried }) => tried > 0)).toBe(true)
  // The neighbours in memory are as they were.
  for (const i of [0, 2]) {
    const other = new UpstreamTally(memory, i, 3)
    expect(Object.values(other.read().counts).every((count) => count === 0)).toBe(true)
    expect(other.openUntil).toBe(0)
  }
})

test('a trial is lent to one at a time, and only its holder ends it', () => {
  const tally = new UpstreamTally(tallyMemory(1), 0, 1)
  const token = tally.takeTrial(1_000, 500)
  expect(token).toBe(1_500)
  expect(tally.takeTrial(1_499, 500)).toBeNull()
  tally.endTrial(1_499)
  expect(tally.takeTrial(1_499, 500)).toBeNull()
  tally.endTrial(1_500)
  expect(tally.takeTrial(1_499, 500)).toBe(1_999)
})
