import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ClientGone } from './client-gone.ts'
import { SLICE_MS } from './time-slice.ts'
import {
  BULKY_PER_KEY,
  BULKY_PER_OWNER,
  MAKING_PER_OWNER,
  START_WAIT_MS,
  type StartedWork,
  WAITING_PER_OWNER,
  type Work,
  WorkQueue,
} from './work-queue.ts'

/** A queue whose loop and clock the test controls. */
let queue: WorkQueue
let clock: number
let rounds: (() => void)[]
let sliceEnds: (() => void)[]
/** Ms that work takes when it starts. */
let cost_ms: number
let order: string[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  clock = 0
  rounds = []
  sliceEnds = []
  cost_ms = 0
  order = []
  queue = new WorkQueue({
    onNextRound: (callback) => rounds.push(callback),
    onSliceDone: (callback) => sliceEnds.push(callback),
    now: () => clock,
  })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Work that has a slice runs until it waits. */
async function runSlices(): Promise<void> {
  do {
    for (let i = 0; i < 10; i++) await Promise.resolve()
    sliceEnds.shift()?.()
  } while (sliceEnds.length > 0)
}
async function nextRound(): Promise<void> {
  for (const callback of rounds.splice(0)) callback()
  await runSlices()
}
async function allRounds(): Promise<void> {
  await runSlices()
  while (rounds.length > 0) await nextRound()
}
/** Uses up the first round, so that all following work waits. */
async function keepBusy(): Promise<void> {
  await queue.start(work('busy', 'busy'))
  clock += SLICE_MS
  await runSlices()
}
function work(owner: string, key: string, more: Partial<Work> = {}): Work {
  return { owner, key, isBulky: false, isGone: () => false, ...more }
}
/** Starts work that writes its name when it gets its first slice. */
function start(name: string, owner: string, key: string, more?: Partial<Work>) {
  return queue.start(work(owner, key, more)).then((started) => {
    order.push(name)
    clock += cost_ms
    return started
  })
}

test('work starts at once where nobody waits', async () => {
  await start('one', 'a', 'a1')
  expect(order).toEqual(['one'])
})

test('equal owners take turns, within an owner its keys, and each key keeps its order', async () => {
  await keepBusy()
  for (let i = 1; i <= 4; i++) start(`a1.${i}`, 'a', 'a1')
  for (let i = 1; i <= 2; i++) start(`a2.${i}`, 'a', 'a2')
  for (let i = 1; i <= 2; i++) start(`b1.${i}`, 'b', 'b1')
  await allRounds()
  expect(order).toEqual(['a1.1', 'b1.1', 'a2.1', 'b1.2', 'a1.2', 'a2.2', 'a1.3', 'a1.4'])
})

test('work that takes its whole slice leaves the rest of the round to others', async () => {
  await keepBusy()
  cost_ms = SLICE_MS
  for (let i = 0; i < 20; i++) start(`${i}`, 'a', 'a1')
  for (let i = 0; i < 20; i++) {
    await nextRound()
    expect(order).toHaveLength(i + 1)
  }
})

test('small work goes on in a round until a slice of time is used, one after the other', async () => {
  cost_ms = SLICE_MS / 4
  for (let i = 0; i < 10; i++) start(`${i}`, 'a', 'a1')
  // Only one slice is given before its time is known.
  expect(sliceEnds).toHaveLength(1)
  await runSlices()
  expect(order).toHaveLength(4)
  await nextRound()
  expect(order).toHaveLength(8)
  await allRounds()
  expect(order).toHaveLength(10)
})

test('an owner with little work goes before one with much, with any number of waiting slices', async () => {
  const busy = await queue.start(work('busy', 'busy'))
  for (let i = 0; i < 20; i++) {
    clock += SLICE_MS
    const renewed = busy.renew()
    await allRounds()
    await renewed
  }
  await start('somebody', 'somebody', '1')
  clock += SLICE_MS
  const renewed = busy.renew().then(() => order.push('busy'))
  for (let i = 1; i <= 3; i++) start(`small ${i}`, 'small', 's1')
  await allRounds()
  await renewed
  expect(order).toEqual(['somebody', 'small 1', 'small 2', 'small 3', 'busy'])
})

test('a late owner gets no more than a head start', async () => {
  const owners = ['first', 'second'] as const
  const started = {
    first: await queue.start(work('first', '1')),
    second: null as StartedWork | null,
  }
  const worked = { first: 0, second: 0 }
  const turn = async (owner: (typeof owners)[number]) => {
    worked[owner]++
    clock += SLICE_MS
  }
  for (let i = 0; i < 50; i++) {
    await turn('first')
    const renewed = started.first.renew()
    await allRounds()
    await renewed
  }
  worked.first = 0
  const second = queue.start(work('second', '2'))
  await allRounds()
  started.second = await second
  // Both go on for as long as they may: neither waits for long.
  const run = async (owner: (typeof owners)[number]) => {
    for (;;) {
      await started[owner]!.renew()
      await turn(owner)
    }
  }
  for (const owner of owners) void run(owner)
  for (let i = 0; i < 100; i++) await nextRound()
  expect(worked.first + worked.second).toBeGreaterThan(90)
  expect(worked.second - worked.first).toBeGreaterThanOrEqual(-1)
  expect(worked.second - worked.first).toBeLessThanOrEqual(12)
})

test('long work waits behind owners that come meanwhile', async () => {
  const long = await start('long', 'a', 'a1')
  expect(long.isUsedUp()).toBe(false)
  clock += SLICE_MS
  expect(long.isUsedUp()).toBe(true)
  const renewed = long.renew().then(() => order.push('long again'))
  for (let i = 1; i <= 3; i++) start(`a${i}`, 'a', 'a1')
  start('other', 'b', 'b1')
  await allRounds()
  await renewed
  expect(order).toEqual(['long', 'other', 'long again', 'a1', 'a2', 'a3'])
  expect(long.isUsedUp()).toBe(false)
})

describe('large answers', () => {
  const bulky = { isBulky: true }
  /** Starts as many as allowed, and marks each as made. */
  async function makeAll(started: Promise<StartedWork>[]): Promise<void> {
    for (const each of started) each.then((work) => work.made())
    await allRounds()
  }

  test('of an owner are made two at a time; small ones and other owners pass them', async () => {
    const started = ['k1', 'k2', 'k3'].map((key) => start(key, 'a', key, bulky))
    start('small', 'a', 'k1')
    start('other', 'b', 'b1', bulky)
    await allRounds()
    expect(order.filter((name) => name.startsWith('k'))).toHaveLength(MAKING_PER_OWNER)
    expect(order).toEqual(expect.arrayContaining(['small', 'other']))
    const first = await started[0]
    first.made()
    first.made()
    await allRounds()
    expect(order.filter((name) => name.startsWith('k'))).toHaveLength(MAKING_PER_OWNER + 1)
  })

  test('that are not read are at most eight per owner and four per key', async () => {
    const keys = ['k1', 'k2', 'k3']
    await makeAll(
      keys.flatMap((key) => [1, 2, 3, 4, 5, 6].map((i) => start(`${key}.${i}`, 'a', key, bulky))),
    )
    expect(order).toHaveLength(BULKY_PER_OWNER)
    for (const key of keys)
      expect(order.filter((name) => name.startsWith(key)).length).toBeLessThanOrEqual(BULKY_PER_KEY)
  })

  test('of one key are at most four, and the next starts when one of them was read', async () => {
    const started = [1, 2, 3, 4, 5, 6].map((i) => start(`${i}`, 'a', 'k1', bulky))
    await makeAll(started)
    expect(order).toHaveLength(BULKY_PER_KEY)
    const first = await started[0]
    first.end()
    first.end()
    await allRounds()
    expect(order).toHaveLength(BULKY_PER_KEY + 1)
  })

  test('that end before they are made free their place', async () => {
    for (let i = 0; i < 2 * BULKY_PER_OWNER; i++) {
      const started = start(`${i}`, 'a', 'k1', bulky)
      await allRounds()
      const work = await started
      work.end()
    }
    expect(order).toHaveLength(2 * BULKY_PER_OWNER)
  })

  test('continue regardless of other work in progress', async () => {
    const started = [start('1', 'a', 'k1', bulky), start('2', 'a', 'k2', bulky)]
    await allRounds()
    const all = Promise.all((await Promise.all(started)).map((each) => each.renew()))
    await allRounds()
    expect(await all).toHaveLength(2)
  })
})

test('work whose client has left is never started, and costs no slice', async () => {
  await keepBusy()
  let isGone = false
  const leaving = start('gone', 'a', 'a1', { isGone: () => isGone })
  const refused = expect(leaving).rejects.toThrow(ClientGone)
  start('next', 'a', 'a1')
  isGone = true
  await nextRound()
  await refused
  expect(order).toEqual(['next'])
})

test('work whose client leaves in the middle ends with its slice', async () => {
  let isGone = false
  const started = await start('one', 'a', 'a1', { isGone: () => isGone })
  clock += SLICE_MS
  isGone = true
  const refused = expect(started.renew()).rejects.toThrow(ClientGone)
  await allRounds()
  await refused
})

test('an owner may have 1,000 waiting requests; the next is 503 with Retry-After, and others start', async () => {
  await keepBusy()
  const waiting = Array.from({ length: WAITING_PER_OWNER }, (_, i) => start(`${i}`, 'a', `k${i}`))
  await expect(start('surplus', 'a', 'k0')).rejects.toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
  })
  start('other', 'b', 'b1')
  await nextRound()
  await nextRound()
  expect(order.slice(0, 2)).toEqual(['0', 'other'])
  await allRounds()
  await Promise.all(waiting)
  await start('later', 'a', 'k0')
})

test('work that has not started within 10 s is 503, and affects no other work', async () => {
  const bulky = { isBulky: true }
  for (let i = 0; i < MAKING_PER_OWNER; i++) start(`${i}`, 'a', 'k1', bulky)
  await allRounds()
  const late = expect(start('late', 'a', 'k1', bulky)).rejects.toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
  })
  vi.advanceTimersByTime(START_WAIT_MS)
  await late
  // Started work has no timer.
  expect(vi.getTimerCount()).toBe(0)
  await start('small', 'a', 'k1')
  expect(order.at(-1)).toBe('small')
})

test('an owner with unread answers saves up no credit for a flood', async () => {
  const own = new WorkQueue({ now: () => clock })
  const unread = await own.start(work('a', 'a1', { isBulky: true }))
  unread.made()
  const other = await own.start(work('b', 'b1'))
  for (let slice = 0; slice < 200; slice++) {
    clock += SLICE_MS
    await other.renew()
  }
  const run = (owner: string) =>
    own.start(work(owner, owner)).then((started) => {
      order.push(owner)
      clock += SLICE_MS
      started.end()
    })
  await Promise.all([...Array.from({ length: 100 }, () => run('a')), run('c')])
  expect(order.indexOf('c')).toBeLessThan(20)
}, 20_000)
