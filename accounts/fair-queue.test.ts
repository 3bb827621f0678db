import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const OPTIONS = { at_once: 2, waiting_max: 16, busy: 'Come back.' }

/** A queue on a clock of the test, with work that ends when the test decides. */
function queueOfTest() {
  let now = 0
  const queue = new FairQueue({ ...OPTIONS, now: () => now })
  const begun: string[] = []
  const endings = new Map<string, () => void>()
  const outcomes = new Map<string, string>()
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    begun,
    outcomes,
    /** Requests work that nobody waits for after 10 s. */
    async request(name: string, ...claimants: string[]) {
      const claim = { deadline_ms: now + 10_000, claimants }
      const work = () => {
        begun.push(name)
        return new Promise<void>((resolve) => endings.set(name, resolve))
      }
      queue.run(claim, work).then(
        () => outcomes.set(name, 'done'),
        (error: Error) => outcomes.set(name, error.name),
      )
      await settle()
    },
    async end(name: string) {
      endings.get(name)!()
      await settle()
    },
    later(ms: number) {
      now += ms
    },
  }
}

test('two run at once, sixteen wait in their order, and more come back', async () => {
  const { request, end, begun, outcomes } = queueOfTest()
  for (let n = 0; n < 19; n++) await request(`${n}`, `client ${n}`)
  expect(begun).toEqual(['0', '1'])
  expect([...outcomes]).toEqual([['18', 'AccountsGone']])
  await end('1')
  await end('0')
  expect(begun).toEqual(['0', '1', '2', '3'])
})

test('work that was refused is never started, and takes no place', async () => {
  const { request, end, later, begun, outcomes } = queueOfTest()
  for (let n = 0; n < 18; n++) await request(`old ${n}`, `client ${n}`)
  later(10_000)
  // The two that run cannot be stopped, and all places are free at once.
  for (let n = 0; n < 16; n++) await request(`new ${n}`, `late client ${n}`)
  expect(outcomes.get('old 2')).toBe('AccountsGone')
  expect([...outcomes.keys()].some((name) => name.startsWith('new'))).toBe(false)
  await end('old 0')
  expect(begun).toEqual(['old 0', 'old 1', 'new 0'])
})

test('work whose deadline passes while it waits is not started', async () => {
  const { request, end, later, begun } = queueOfTest()
  for (const name of ['a', 'b', 'c']) await request(name, name)
  later(5_000)
  await request('d', 'd')
  later(5_000)
  await end('a')
  expect(begun).toEqual(['a', 'b', 'd'])
})

test.each([
  ['client', (n: number) => ['client of all', `email ${n}`]],
  ['address of e-mail', (n: number) => [`client ${n}`, 'email of all']],
])('one %s takes all places only while nobody else wants one', async (_what, claimants) => {
  const { request, begun, end, outcomes } = queueOfTest()
  for (let n = 0; n < 18; n++) await request(`flood ${n}`, ...claimants(n))
  expect(outcomes.size).toBe(0)
  for (let n = 0; n < 8; n++) await request(`other ${n}`, `client of other ${n}`)
  // The last ones of the flood made place; those that came first are still in their turn.
  expect([...outcomes.keys()].sort()).toEqual(
    Array.from({ length: 8 }, (_, n) => `flood ${10 + n}`).sort(),
  )
  await request('flood 18', ...claimants(18))
  expect(outcomes.get('flood 18')).toBe('AccountsGone')
  // The others come first while one of the flood runs, and then it is the flood's turn.
  await end('flood 0')
  await end('other 0')
  await end('flood 1')
  expect(begun.slice(2)).toEqual(['other 0', 'other 1', 'flood 2'])
})

test('work of one claimant takes all turns where nobody else waits', async () => {
  const { request, begun, end } = queueOfTest()
  for (let n = 0; n < 3; n++) await request(`${n}`, 'client', `email ${n}`)
  await end('1')
  expect(begun).toEqual(['0', '1', '2'])
})

test('work that fails lets the next begin', async () => {
  const queue = new FairQueue({ ...OPTIONS, now: () => 0 })
  const claim = () => ({ deadline_ms: 1, claimants: [] })
  const failing = Array.from({ length: 4 }, () =>
    queue.run(claim(), () => Promise.reject(new Error('no memory'))),
  )
  const ended = await Promise.allSettled(failing)
  expect(ended.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
  expect(await queue.run(claim(), async () => 'done')).toBe('done')
})
