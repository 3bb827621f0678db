import { afterEach, expect, test } from 'vitest'
import { withNodes } from '../../tests/scene-of.ts'
import { smallHouse } from '../../tests/small-house.ts'
import { readViewRequest } from './view-request.ts'
import { ViewThreads } from './view-threads.ts'

const request = readViewRequest({ view: 'perspective', width: 64, height: 48 })
const pools: ViewThreads[] = []
const pool = (options: ConstructorParameters<typeof ViewThreads>[0]): ViewThreads => {
  const made = new ViewThreads(options)
  pools.push(made)
  return made
}
afterEach(() => Promise.all(pools.splice(0).map((each) => each.close())))

/** A thread that does `first` with its first view and draws all others. */
const scripted = (first: string): URL => {
  const worker = JSON.stringify(new URL('./view-worker.ts', import.meta.url).href)
  const code = `import { parentPort } from 'node:worker_threads'
    parentPort.once('message', (message) => { ${first} })`
  return new URL(`data:text/javascript,${encodeURIComponent(`${code}\nvoid ${worker}`)}`)
}

test('a view whose thread fails says so, and the next one has a new thread', async () => {
  const threads = pool({ threads: 1, script: scripted('throw new Error("out of paint")') })
  for (const _ of [1, 2]) {
    await expect(threads.draw(smallHouse(), request)).rejects.toMatchObject({
      code: 'render_failed',
      message: expect.stringContaining('out of paint'),
    })
  }
})

test('a view that is late is given up with its thread', async () => {
  const threads = pool({ threads: 1, deadlineMs: 150, script: scripted('while (true);') })
  await expect(threads.draw(smallHouse(), request)).rejects.toMatchObject({
    code: 'render_failed',
    message: expect.stringContaining('0.15 s'),
  })
})

test('after a failure the same pool draws', async () => {
  const threads = pool({ threads: 1, deadlineMs: 1 })
  await expect(threads.draw(smallHouse(), request)).rejects.toMatchObject({ code: 'render_failed' })
  const patient = pool({ threads: 1 })
  expect((await patient.draw(smallHouse(), request)).png.length).toBeGreaterThan(100)
})

test('more views than may wait are refused at once', async () => {
  const threads = pool({ threads: 1, waiting: 1 })
  const [first, second] = [threads.draw(smallHouse(), request), threads.draw(smallHouse(), request)]
  await expect(threads.draw(smallHouse(), request)).rejects.toMatchObject({ code: 'views_busy' })
  expect((await first).png.equals((await second).png)).toBe(true)
})

test('a thread that forgot a scene is sent it again', async () => {
  const threads = pool({ threads: 1 })
  const scenes = [1, 2, 3, 4, 5].map((x) =>
    withNodes(smallHouse(), { kind: 'column', id: 'column_30', position: [x, 3] }),
  )
  const first = await threads.draw(scenes[0], request)
  for (const scene of scenes.slice(1)) await threads.draw(scene, request)
  expect((await threads.draw(scenes[0], request)).png.equals(first.png)).toBe(true)
})
