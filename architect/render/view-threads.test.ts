import { afterAll, afterEach, expect, test } from 'vitest'
import { withNodes } from '../../tests/houses/scene-of.ts'
import { smallHouse } from '../../tests/houses/small-house.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { drawView } from './draw-view.ts'
import { readViewRequest } from './view-request.ts'
import { ViewThreads } from './view-threads.ts'

const request = readViewRequest({ view: 'perspective', width: 64, height: 48 })
const pools: ViewThreads[] = []
/** Two threads for the tests that need no others: to start one takes a second. */
const shared = new ViewThreads({ threads: 2, waiting: 1, deadlineMs: 120_000 })
afterAll(() => shared.close())
/** Long deadlines for a busy machine, unless a test sets others. */
function pool(options: ConstructorParameters<typeof ViewThreads>[0]): ViewThreads {
  const made = new ViewThreads({ deadlineMs: 120_000, ...options })
  pools.push(made)
  return made
}
afterEach(() => Promise.all(pools.splice(0).map((each) => each.close())))

/** Blocks a thread for good: a loop would take a core until the thread is ended. */
const BLOCK = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'

/** A thread that does `first` with its first view and draws all others. */
function scripted(first: string): URL {
  const worker = JSON.stringify(new URL('./view-worker.ts', import.meta.url).href)
  const code = `import { parentPort } from 'node:worker_threads'
    parentPort.once('message', (message) => { ${first} })`
  return new URL(`data:text/javascript,${encodeURIComponent(`${code}\nvoid ${worker}`)}`)
}

test('a view whose thread fails is rejected, and the next one has a new thread', async () => {
  const threads = pool({ threads: 1, script: scripted('throw new Error("out of paint")') })
  for (const _ of [1, 2]) {
    await expect(threads.draw(smallHouse(), request)).rejects.toMatchObject({
      code: 'render_failed',
      message: expect.stringContaining('out of paint'),
    })
  }
})

test('a view that is late is given up with its thread', async () => {
  const threads = pool({ threads: 1, deadlineMs: 150, script: scripted(BLOCK) })
  await expect(threads.draw(smallHouse(), request)).rejects.toMatchObject({
    code: 'render_failed',
    message: expect.stringContaining('0.15 s'),
  })
})

test('a pass in studio quality has a deadline of its own', async () => {
  const script = scripted(BLOCK)
  const threads = pool({ threads: 1, deadlineMs: 60_000, passDeadlineMs: 150, script })
  const studio = { view: request, passes: 1, format: 'png' } as const
  const drawn = threads.drawInStudio(smallHouse(), studio, new AbortController().signal)
  await expect(drawn).rejects.toMatchObject({
    code: 'render_failed',
    message: expect.stringContaining('0.15 s'),
  })
})

test('two threads draw halves of a view that are the whole, byte for byte', async () => {
  const scene = withNodes(smallHouse(), { kind: 'column', id: 'column_31', position: [2, 6] })
  const large = { width: 100, height: 75 } as const
  for (const more of isLongRun ? [{}, { levelId: 'level_2' }, { targetId: 'zone_8' }] : [{}]) {
    const request = readViewRequest({ view: 'perspective', ...large, ...more })
    const whole = drawView(scene, request)
    const drawn = await shared.draw(scene, request)
    expect(drawn.png.equals(whole.png)).toBe(true)
    expect(drawn.visibleIds).toEqual(whole.visibleIds)
  }
})

test('a view whose second thread fails is drawn by the first', async () => {
  const script = (helper: string) => {
    const real = JSON.stringify(new URL('./view-worker.ts', import.meta.url).href)
    const code = `import { parentPort } from 'node:worker_threads'
      parentPort.once('message', ({ part }) => { if (part === 'lower') { ${helper} } })
      await import(${real})`
    return new URL(`data:text/javascript,${encodeURIComponent(code)}`)
  }
  const whole = drawView(smallHouse(), request)
  const failures = ['process.exit(3)', ...(isLongRun ? ['throw new Error("out of paint")'] : [])]
  for (const failing of failures) {
    const drawn = await pool({ threads: 2, script: script(failing) }).draw(smallHouse(), request)
    expect(drawn.png.equals(whole.png)).toBe(true)
  }
})

test('more views than may wait are refused at once', async () => {
  // The first has both threads.
  const [first, second] = [shared.draw(smallHouse(), request), shared.draw(smallHouse(), request)]
  await expect(shared.draw(smallHouse(), request)).rejects.toMatchObject({ code: 'views_busy' })
  expect((await first).png.equals((await second).png)).toBe(true)
})

test('a thread that forgot a scene is sent it again', async () => {
  const scenes = [1, 2, 3, 4, 5].map((x) =>
    withNodes(smallHouse(), { kind: 'column', id: 'column_30', position: [x, 3] }),
  )
  const first = await shared.draw(scenes[0], request)
  for (const scene of scenes.slice(1)) await shared.draw(scene, request)
  expect((await shared.draw(scenes[0], request)).png.equals(first.png)).toBe(true)
})
