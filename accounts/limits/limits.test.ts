import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { findPostgres, type RunningPostgres } from '../../tests/servers/plain-postgres.ts'
import { MIGRATED, sharedPostgres } from '../../tests/servers/shared-postgres.ts'
import { AccountsGone } from '../accounts.ts'
import type { Database, Statement } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { type Limit, type Limits, stepOf } from './limits.ts'
import { MemoryLimits } from './memory-limits.ts'
import { PostgresLimits } from './postgres-limits.ts'

/** Random requests of each seed. */
const ROUNDS = isLongRun ? 1_500 : 300
const MINUTE = { requests: 300, window_ms: 60_000 }
const TAKER = fileURLToPath(new URL('../../tests/limits-taker.ts', import.meta.url))

const missing = ((found) => (typeof found === 'string' ? found : null))(findPostgres())

let postgres: RunningPostgres
let database: Database
/** Name of a database for this file alone. */
const NAME = `limits_${randomBytes(8).toString('hex')}`

beforeAll(async () => {
  if (missing) return
  postgres = await sharedPostgres()
  await postgres.run(`CREATE DATABASE ${NAME} TEMPLATE ${MIGRATED}`)
  database = await openDatabase({ kind: 'postgresql', url: postgres.url(NAME) })
})
afterAll(async () => {
  await database?.close()
  await postgres?.run(`DROP DATABASE ${NAME} WITH (FORCE)`)
})

/** Ms of the clock that both kinds read here. It begins late, as clocks of servers do. */
let now_ms = 0
beforeEach(() => {
  now_ms = 1_700_000_000_000
})

const KINDS: [string, () => Limits][] = [
  ['in memory', () => new MemoryLimits(() => now_ms)],
  ['on PostgreSQL', () => new PostgresLimits(database, () => now_ms)],
]

describe.each(KINDS)('limits %s', (kind, make) => {
  const ids = (function* () {
    for (let n = 0; ; n++) yield `${kind} ${n}`
  })()
  const anId = () => ids.next().value as string

  beforeEach(({ skip }) => {
    if (kind === 'on PostgreSQL' && missing) skip(missing)
  })

  test('the remaining requests are returned, and when none remains the whole seconds until the next', async () => {
    const limits = make()
    const id = anId()
    const limit = { requests: 2, window_ms: 10_000 }
    const first = { granted: true, limit: 2, remaining: 1, retry_after_s: 0 }
    expect(await limits.take(id, limit)).toEqual(first)
    now_ms += 2_500
    const last = { granted: true, limit: 2, remaining: 0, retry_after_s: 8 }
    expect(await limits.take(id, limit)).toEqual(last)
    now_ms += 7_400
    const refused = { granted: false, limit: 2, remaining: 0, retry_after_s: 1 }
    expect(await limits.take(id, limit)).toEqual(refused)
    now_ms += 100
    expect((await limits.take(id, limit)).granted).toBe(true)
    expect((await limits.take(id, limit)).retry_after_s).toBe(3)
  })

  test('a client that never stops still gets its 300 a minute, since refused requests are not counted', async () => {
    const limits = make()
    const id = anId()
    let granted = 0
    for (let second = 0; second < 120; second++) {
      for (let n = 0; n < 7; n++) if ((await limits.take(id, MINUTE)).granted) granted++
      now_ms += 1_000
    }
    expect(granted).toBe(600)
  })

  test('of 500 requests at the same moment 300 are granted', async () => {
    const limits = make()
    const id = anId()
    const taken = await Promise.all(Array.from({ length: 500 }, () => limits.take(id, MINUTE)))
    expect(taken.filter(({ granted }) => granted)).toHaveLength(300)
    expect(taken.map(({ remaining }) => remaining).slice(0, 300)).toEqual(
      Array.from({ length: 300 }, (_, i) => 299 - i),
    )
  })

  test('ids do not share a limit, and one that is forgotten begins anew', async () => {
    const limits = make()
    const [a, b] = [anId(), anId()]
    const limit = { requests: 1, window_ms: 60_000 }
    await limits.take(a, limit)
    expect((await limits.take(b, limit)).granted).toBe(true)
    expect((await limits.take(a, limit)).granted).toBe(false)
    await limits.forget(a)
    expect((await limits.take(a, limit)).granted).toBe(true)
    expect((await limits.take(b, limit)).granted).toBe(false)
  })

  test('several requests are granted together or not at all, and never where they cannot be', async () => {
    const limits = make()
    const id = anId()
    const limit = { requests: 5, window_ms: 1_000 }
    expect(await limits.take(id, limit, 3)).toMatchObject({ granted: true, remaining: 2 })
    const refused = { granted: false, remaining: 2, retry_after_s: 1 }
    expect(await limits.take(id, limit, 3)).toMatchObject(refused)
    expect(await limits.take(id, limit, 2)).toMatchObject({ granted: true, remaining: 0 })
    await expect(limits.take(id, limit, 6)).rejects.toThrow(RangeError)
  })

  test.each([1, 2, 3, 4, 5, 6])(
    'it grants what a plain list of hits grants (seed %i)',
    async (seed) => {
      const random = seededRandom(seed)
      const below = (n: number) => Math.floor(random() * n)
      const limit =
        seed % 2 === 0
          ? { requests: 1 + below(40), window_ms: 500 + below(5_000) }
          : { requests: 301 + below(100), window_ms: 3_000 + below(9_000) }
      const limits = make()
      const id = anId()
      const model = new PlainLimit(limit)
      for (let n = 0; n < ROUNDS; n++) {
        now_ms += random() < 0.5 ? 0 : below(random() < 0.02 ? 9_000 : 60)
        const count = random() < 0.9 ? 1 : 1 + below(Math.min(30, limit.requests))
        const expected = model.take(now_ms, count)
        const { granted, remaining, retry_after_s } = await limits.take(id, limit, count)
        expect({ n, granted, remaining }).toEqual({ n, ...expected })
        if (granted) continue
        expect(model.wouldTake(now_ms + retry_after_s * 1000, count)).toBe(true)
        const sooner_ms = now_ms + retry_after_s * 1000 - 1_000
        if (retry_after_s > 1) expect(model.wouldTake(sooner_ms - 1, count)).toBe(false)
      }
    },
  )
})

/** The rule in its plainest form: a hit counts from its time to the end of its step and window. */
class PlainLimit {
  private readonly hits: number[] = []
  private readonly limit: Limit

  constructor(limit: Limit) {
    this.limit = limit
  }

  take(at_ms: number, count: number) {
    const granted = this.wouldTake(at_ms, count)
    if (granted) for (let i = 0; i < count; i++) this.hits.push(at_ms)
    return { granted, remaining: this.limit.requests - this.counted(at_ms) }
  }

  wouldTake(at_ms: number, count: number): boolean {
    return this.counted(at_ms) + count <= this.limit.requests
  }

  private counted(at_ms: number): number {
    const step = Math.max(1, stepOf(this.limit))
    return this.hits.filter((hit) => Math.ceil(hit / step) * step > at_ms - this.limit.window_ms)
      .length
  }
}

test('in memory, ids that anybody can make do not push out those of another limit', async () => {
  const limits = new MemoryLimits()
  const guesses = { requests: 1, window_ms: 900_000 }
  await limits.take('sign-in/email/x', guesses)
  for (let n = 0; n <= 20_000; n++) await limits.take(`client/${n}`, MINUTE)
  expect((await limits.take('sign-in/email/x', guesses)).granted).toBe(false)
})

test.runIf(isLongRun)(
  'in memory, six million requests of a limit are counted, and the id used longest ago is dropped',
  async () => {
    const limits = new MemoryLimits()
    const limit = { requests: 2_500_000, window_ms: 900_000 }
    for (const id of ['a', 'b', 'c'])
      for (const count of [1, 2_499_999])
        expect((await limits.take(id, limit, count)).granted).toBe(true)
    expect((await limits.take('c', limit)).granted).toBe(false)
    expect((await limits.take('b', limit)).granted).toBe(false)
    expect((await limits.take('a', limit)).granted).toBe(true)
  },
)

describe('limits on PostgreSQL', () => {
  beforeEach(({ skip }) => {
    if (missing) skip(missing)
  })

  if (isLongRun)
    test('two processes with 250 requests each at once are granted 300 together', async () => {
      const run = promisify(execFile)
      const args = [TAKER, postgres.url(NAME), 'two processes', '250']
      const runs = [1, 2].map(() => run(process.execPath, args))
      const granted = (await Promise.all(runs)).map(({ stdout }) => Number(stdout))
      expect(granted[0] + granted[1]).toBe(300)
    })

  test('by the clock of the database too, a full id is free again at the returned time', async () => {
    const limits = new PostgresLimits(database)
    const limit = { requests: 3, window_ms: 400 }
    const taken = await Promise.all([1, 2, 3, 4].map(() => limits.take('real clock', limit)))
    expect(taken.map(({ granted }) => granted)).toEqual([true, true, true, false])
    expect(taken[3].retry_after_s).toBe(1)
    await expect
      .poll(() => limits.take('real clock', limit))
      .toMatchObject({ granted: true, remaining: 2 })
    limits.close()
  })

  test('a database that is gone throws AccountsGone, and grants nothing', async () => {
    const gone = { query: () => Promise.reject(new Error('Connection terminated')) }
    const limits = new PostgresLimits(gone)
    const taken = [1, 2, 3].map(() => limits.take('gone', MINUTE))
    for (const one of taken) await expect(one).rejects.toThrow(AccountsGone)
    await expect(limits.forget('gone')).rejects.toThrow(AccountsGone)
    limits.close()
  })

  test('a statement that is never answered refuses its takes, and does not hold the next', async () => {
    let isSilent = true
    const silent = {
      query<Row>(statement: Statement) {
        return isSilent ? new Promise<Row[]>(() => {}) : database.query<Row>(statement)
      },
    }
    const limits = new PostgresLimits(silent, () => now_ms, 20)
    const taken = [limits.take('silent', MINUTE), limits.take('silent', MINUTE)]
    const gone = Promise.all(taken.map((each) => expect(each).rejects.toThrow(AccountsGone)))
    await Promise.resolve()
    const next = limits.take('behind a silent one', MINUTE)
    isSilent = false
    await gone
    // Alone, though a busy machine may take longer than 20 ms for the statement.
    await expect
      .poll(() =>
        next.then(
          ({ granted }) => granted,
          () =>
            limits.take('behind a silent one', MINUTE).then(
              ({ granted }) => granted,
              () => false,
            ),
        ),
      )
      .toBe(true)
    limits.close()
  })

  test('rows that have counted no more for a while are swept, others stay', async () => {
    const limits = new PostgresLimits(database, () => now_ms)
    await limits.take('old', MINUTE)
    now_ms = Date.now()
    await limits.take('new', MINUTE)
    await limits.sweep()
    const text = "SELECT id FROM request_windows WHERE id IN ('old', 'new')"
    expect(await database.query({ text })).toEqual([{ id: 'new' }])
    limits.close()
  })

  test('a full id sends no statement until its time', async () => {
    let statements = 0
    const counting = {
      query<Row>(statement: Statement) {
        statements++
        return database.query<Row>(statement)
      },
    }
    const limits = new PostgresLimits(counting, () => now_ms)
    const limit = { requests: 1, window_ms: 60_000 }
    for (let n = 0; n < 50; n++) await limits.take('full', limit)
    expect(statements).toBe(1)
    now_ms += 60_000
    expect((await limits.take('full', limit)).granted).toBe(true)
    expect(statements).toBe(2)
    limits.close()
  })
})
