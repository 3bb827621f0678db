import { beforeEach, describe, expect, test } from 'vitest'
import { AccountsGone } from '../accounts.ts'
import { CachedRows } from './cached-rows.ts'

/** A database of rows that answers when the test releases it. */
class Slow {
  readonly rows = new Map<string, string>([['a', 'row of a']])
  readonly queries: string[][] = []
  private readonly held: (() => void)[] = []
  isHeld = false
  failure: Error | null = null

  readonly query = async (ids: string[]) => {
    this.queries.push(ids)
    const found = new Map([...this.rows].filter(([id]) => ids.includes(id)))
    if (this.isHeld) await new Promise<void>((resolve) => this.held.push(resolve))
    if (this.failure) throw this.failure
    return found
  }

  letGo(): void {
    for (const go of this.held.splice(0)) go()
  }
}

let now_ms = 0
let slow: Slow
let rows: CachedRows<string>
beforeEach(() => {
  now_ms = 1_000
  slow = new Slow()
  rows = new CachedRows(slow.query, () => now_ms)
})

test('a row is cached for two seconds from its query, and then is unknown', async () => {
  expect(rows.cached('a')).toBeUndefined()
  expect(await rows.find('a')).toBe('row of a')
  now_ms += 1_000
  expect(rows.cached('a')).toBe('row of a')
  now_ms += 1_000
  expect(rows.cached('a')).toBeUndefined()
})

test('a row in use is refreshed in the background, so that no request waits', async () => {
  await rows.find('a')
  slow.rows.set('a', 'new row')
  now_ms += 1_500
  expect(rows.cached('a')).toBe('row of a')
  expect(await rows.find('a')).toBe('new row')
  now_ms += 1_500
  expect(rows.cached('a')).toBe('new row')
  expect(slow.queries).toHaveLength(2)
})

test('a row is refreshed once it is older than a second, and not before', async () => {
  await rows.find('a')
  now_ms += 1_000
  rows.cached('a')
  await Promise.resolve()
  expect(slow.queries).toHaveLength(1)
  now_ms += 1
  rows.cached('a')
  await Promise.resolve()
  expect(slow.queries).toHaveLength(2)
})

test('5,000 ids wait while the database is slow, and the next fails with AccountsGone', async () => {
  slow.isHeld = true
  const first = rows.find('a')
  await Promise.resolve()
  const waiting = Array.from({ length: 5_000 }, (_, i) => rows.find(`w${i}`))
  await expect(rows.find('one more')).rejects.toThrow(AccountsGone)
  // An id that waits already is not counted twice.
  expect(rows.find('w0')).toBe(waiting[0])
  slow.isHeld = false
  slow.letGo()
  await first
  expect(await Promise.all(waiting)).toEqual(Array(5_000).fill(null))
})

test('20,000 rows are cached, and the oldest goes for the next', async () => {
  const ids = Array.from({ length: 20_000 }, (_, i) => `k${i}`)
  // A fast database, because it gets thousands of queries.
  const many = new CachedRows<string>(
    async (queries) => new Map(queries.map((id) => [id, id])),
    () => 0,
  )
  for (let i = 0; i < ids.length; i += 4_000)
    await Promise.all(ids.slice(i, i + 4_000).map((id) => many.find(id)))
  expect([many.cached('k0'), many.cached('k19999')]).toEqual(['k0', 'k19999'])
  await many.find('last')
  expect([many.cached('k0'), many.cached('k1'), many.cached('last')]).toEqual([
    undefined,
    'k1',
    'last',
  ])
})

test('a missing row is remembered for a second', async () => {
  expect(await rows.find('b')).toBeNull()
  now_ms += 999
  expect(rows.cached('b')).toBeNull()
  now_ms += 1
  expect(rows.cached('b')).toBeUndefined()
})

test('concurrent lookups of one row share a query', async () => {
  const answers = await Promise.all([rows.find('a'), rows.find('b'), rows.find('a')])
  expect(answers).toEqual(['row of a', null, 'row of a'])
  expect(slow.queries).toEqual([['a', 'b']])
})

test('lookups during a query share the next one', async () => {
  slow.isHeld = true
  const first = rows.find('a')
  await Promise.resolve()
  const later = [rows.find('b'), rows.find('c'), rows.find('a')]
  slow.isHeld = false
  slow.letGo()
  await Promise.all([first, ...later])
  expect(slow.queries).toEqual([['a'], ['b', 'c']])
})

describe('a row after `forget`', () => {
  test('is queried again', async () => {
    await rows.find('a')
    rows.forget()
    expect(rows.cached('a')).toBeUndefined()
    expect(await rows.find('a')).toBe('row of a')
    expect(rows.cached('a')).toBe('row of a')
  })

  test('is known to have existed until a query finds it gone', async () => {
    await rows.find('a')
    rows.forget()
    expect(rows.hasFound('a')).toBe(true)
    slow.rows.delete('a')
    expect(await rows.find('a')).toBeNull()
    expect(rows.hasFound('a')).toBe(false)
  })

  test('stays so though a question of before is answered after: a revoked key does not come back', async () => {
    slow.isHeld = true
    const before = rows.find('a')
    await Promise.resolve()
    slow.rows.set('a', 'revoked')
    rows.forget()
    const after = rows.find('a')
    slow.isHeld = false
    slow.letGo()
    expect(await before).toBe('row of a')
    expect(await after).toBe('revoked')
    expect(rows.cached('a')).toBe('revoked')
  })

  test('is forgotten too while its question waits for another’s answer', async () => {
    slow.isHeld = true
    const first = rows.find('b')
    await Promise.resolve()
    const waiting = rows.find('a')
    rows.forget()
    slow.isHeld = false
    slow.letGo()
    await Promise.all([first, waiting])
    expect(rows.cached('b')).toBeUndefined()
    // Queried after `forget`, so this row is current.
    expect(rows.cached('a')).toBe('row of a')
  })
})

describe('a database that does not answer', () => {
  test('leaves cached rows valid until their end, and then lookups fail', async () => {
    await rows.find('a')
    slow.failure = new Error('Connection terminated')
    now_ms += 1_500
    expect(rows.cached('a')).toBe('row of a')
    await expect(rows.find('a')).rejects.toThrow(AccountsGone)
    now_ms += 500
    expect(rows.cached('a')).toBeUndefined()
  })

  test('fails all waiting lookups, and the next lookup queries again', async () => {
    slow.failure = new Error('Connection terminated')
    const failed = ['a', 'b'].map((id) => rows.find(id))
    for (const one of failed) await expect(one).rejects.toThrow(AccountsGone)
    slow.failure = null
    expect(await rows.find('a')).toBe('row of a')
  })
})

test('a statement that is never answered is given up, and does not hold the next', async () => {
  const few = new CachedRows(slow.query, () => now_ms, 20)
  slow.isHeld = true
  const silent = few.find('a')
  await Promise.resolve()
  const next = few.find('b')
  slow.isHeld = false
  await expect(silent).rejects.toThrow(AccountsGone)
  expect(await next).toBeNull()
  expect(await few.find('a')).toBe('row of a')
  // A result that comes too late replaces nothing.
  now_ms += 1
  slow.rows.set('a', 'new row')
  few.forget()
  expect(await few.find('a')).toBe('new row')
  slow.letGo()
  await Promise.resolve()
  expect(few.cached('a')).toBe('new row')
})

test('two thousand missing rows are remembered, so that guesses cannot fill the memory', async () => {
  const guesses = Array.from({ length: 2_500 }, (_, n) => `guess ${n}`)
  await Promise.all(guesses.map((guess) => rows.find(guess)))
  expect(guesses.filter((guess) => rows.cached(guess) === null)).toHaveLength(2_000)
  expect(Math.max(...slow.queries.map(({ length }) => length))).toBe(500)
})
