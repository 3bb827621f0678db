import { expect, test } from 'vitest'
import { seeded } from '../tests/seeded.ts'
import { ResponseCache } from './response-cache.ts'

function kept(cache_ms = 1_000) {
  const clock = { now: 1_800_000_000_000 }
  const answers = new ResponseCache(cache_ms, () => clock.now)
  const put = (key: string, value: unknown, bytes = 100) =>
    answers.fly(key, async () => ({ value, bytes }))
  return { clock, answers, put }
}

test('an answer is given again until its time is over', async () => {
  const { clock, answers, put } = kept()
  await put('a', 42)
  clock.now += 999
  expect(answers.get('a')).toMatchObject({ value: 42 })
  clock.now += 1
  expect(answers.get('a')).toBeNull()
})

test('an answer of the future, after the clock was set back, is not given', async () => {
  const { clock, answers, put } = kept()
  await put('a', 42)
  clock.now -= 3_600_000
  expect(answers.get('a')).toBeNull()
})

test('nothing is kept of an upstream whose answers may not be', async () => {
  const { answers, put } = kept(0)
  await put('a', 42)
  expect(answers.get('a')).toBeNull()
})

test('the same question joins the one on its way; a failure is told to both and not kept', async () => {
  const { answers } = kept()
  let fail = (_: Error) => {}
  const flight = answers.fly('a', () => new Promise<never>((_, reject) => (fail = reject)))
  expect(answers.flight('a')).toBe(flight)
  expect(answers.flight('b')).toBeUndefined()
  fail(new Error('down'))
  await expect(flight).rejects.toThrow('down')
  expect(answers.flight('a')).toBeUndefined()
  expect(answers.get('a')).toBeNull()
  await answers.fly('a', async () => ({ value: 1, bytes: 1 }))
  expect(answers.get('a')).toMatchObject({ value: 1 })
})

test('the oldest go when there are too many, or when they are too large together', async () => {
  const { answers, put } = kept()
  for (let i = 0; i < 513; i++) await put(`k${i}`, i)
  expect(answers.get('k0')).toBeNull()
  expect(answers.get('k1')).toMatchObject({ value: 1 })
  for (const name of ['a', 'b', 'c']) await put(name, name, 1_048_000)
  await put('d', 'd', 1_029_000)
  expect(answers.get('a')).toMatchObject({ value: 'a' })
  expect(answers.get('k200')).toBeNull()
  expect(answers.get('k512')).toMatchObject({ value: 512 })
})

test('one that is too large alone is not kept, and takes the place of none but its own', async () => {
  const { answers, put } = kept()
  await put('a', 'old')
  await put('b', 'other')
  await put('a', 'new', 5 * 1024 * 1024)
  expect(answers.get('a')).toBeNull()
  expect(answers.get('b')).toMatchObject({ value: 'other' })
})

test('at any sizes and in any order no more is kept than the bytes allow', async () => {
  const random = seeded(7)
  const { clock, answers, put } = kept(50_000)
  const sizes = new Map<string, number>()
  let most = 0
  for (let i = 0; i < 3_000; i++) {
    const key = `k${Math.floor(random() * 60)}`
    const bytes = Math.floor(random() * 750_000)
    sizes.set(key, bytes + key.length)
    await put(key, bytes, bytes)
    clock.now += Math.floor(random() * 5_000)
    if (random() < 0.3) answers.get(`k${Math.floor(random() * 60)}`)
    let held = 0
    for (const [each, size] of sizes) {
      const found = answers.get<number>(each)
      if (found) expect(found.value + each.length).toBe(size)
      held += found ? size : 0
    }
    most = Math.max(most, held)
  }
  expect(most).toBeLessThanOrEqual(4 * 1024 * 1024)
  expect(most).toBeGreaterThan(3 * 1024 * 1024)
})
