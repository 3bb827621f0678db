import { expect, test } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { ResponseCache } from './response-cache.ts'

function responses(cache_ms = 1_000) {
  const clock = { now: 1_800_000_000_000 }
  const cache = new ResponseCache(cache_ms, () => clock.now)
  const put = (key: string, value: unknown, bytes = 100) =>
    cache.dedupe(key, async () => ({ value, bytes }))
  return { clock, cache, put }
}

test('a cached response is returned until it expires', async () => {
  const { clock, cache, put } = responses()
  await put('a', 42)
  clock.now += 999
  expect(cache.get('a')).toMatchObject({ value: 42 })
  clock.now += 1
  expect(cache.get('a')).toBeNull()
})

test('a response from the future, after the clock was set back, is not returned', async () => {
  const { clock, cache, put } = responses()
  await put('a', 42)
  clock.now -= 3_600_000
  expect(cache.get('a')).toBeNull()
})

test('nothing is cached for an upstream without a cache time', async () => {
  const { cache, put } = responses(0)
  await put('a', 42)
  expect(cache.get('a')).toBeNull()
})

test('an identical request joins the one in flight; a failure reaches both and is not cached', async () => {
  const { cache } = responses()
  let fail = (_: Error) => {}
  const request = cache.dedupe('a', () => new Promise<never>((_, reject) => (fail = reject)))
  expect(cache.inFlight('a')).toBe(request)
  expect(cache.inFlight('b')).toBeNull()
  fail(new Error('down'))
  await expect(request).rejects.toThrow('down')
  expect(cache.inFlight('a')).toBeNull()
  expect(cache.get('a')).toBeNull()
  await cache.dedupe('a', async () => ({ value: 1, bytes: 1 }))
  expect(cache.get('a')).toMatchObject({ value: 1 })
})

test('the least recently used are dropped when there are too many, or too many bytes', async () => {
  const { cache, put } = responses()
  for (let i = 0; i < 513; i++) await put(`k${i}`, i)
  expect(cache.get('k0')).toBeNull()
  expect(cache.get('k1')).toMatchObject({ value: 1 })
  for (const name of ['a', 'b', 'c']) await put(name, name, 1_048_000)
  await put('d', 'd', 1_029_000)
  expect(cache.get('a')).toMatchObject({ value: 'a' })
  expect(cache.get('k200')).toBeNull()
  expect(cache.get('k512')).toMatchObject({ value: 512 })
})

test('a response that is too large by itself is not cached, and replaces only its own entry', async () => {
  const { cache, put } = responses()
  await put('a', 'old')
  await put('b', 'other')
  await put('a', 'new', 5 * 1024 * 1024)
  expect(cache.get('a')).toBeNull()
  expect(cache.get('b')).toMatchObject({ value: 'other' })
})

test('at any sizes and in any order the cache stays within its bytes', async () => {
  const random = seededRandom(7)
  const { clock, cache, put } = responses(50_000)
  const sizes = new Map<string, number>()
  let most = 0
  for (let i = 0; i < 3_000; i++) {
    const key = `k${Math.floor(random() * 60)}`
    const bytes = Math.floor(random() * 750_000)
    sizes.set(key, bytes + key.length)
    await put(key, bytes, bytes)
    clock.now += Math.floor(random() * 5_000)
    if (random() < 0.3) cache.get(`k${Math.floor(random() * 60)}`)
    let cachedBytes = 0
    for (const [each, size] of sizes) {
      const found = cache.get<number>(each)
      if (found) expect(found.value + each.length).toBe(size)
      cachedBytes += found ? size : 0
    }
    most = Math.max(most, cachedBytes)
  }
  expect(most).toBeLessThanOrEqual(4 * 1024 * 1024)
  expect(most).toBeGreaterThan(3 * 1024 * 1024)
})
