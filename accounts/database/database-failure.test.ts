import { expect, test } from 'vitest'
import { onEachEngine } from '../../tests/accounts-on.ts'
import { AccountsGone } from '../accounts.ts'
import { failureOf } from './database-failure.ts'
import { openDatabase } from './open-database.ts'
import { user } from './schema.ts'

onEachEngine((engine) => {
  test('a statement that failed is told by its code, without a value of it', async () => {
    const { tables } = await engine.database()
    const row = { id: 'hunter2', name: 'hunter2', email: 'hunter2@example.com' }
    await tables.insert(user).values(row)
    const error = await tables
      .insert(user)
      .values(row)
      .then(
        () => null,
        (error: Error) => error,
      )
    // What it says by itself: this is why nobody is told.
    expect(`${error}`).toContain('hunter2')
    expect(failureOf(error)).toEqual({ isGone: false, told: 'a statement failed: 23505' })
  })

  test('a database that is closed is gone', async () => {
    const database = await openDatabase((await engine.settings()).database)
    await database.close()
    const error = await database.tables
      .select()
      .from(user)
      .then(
        () => null,
        (error: Error) => error,
      )
    expect(failureOf(error).isGone).toBe(true)
  })
})

test.each([
  ['a port that nobody listens on', { code: 'ECONNREFUSED' }, true],
  ['a server that is shut down', { code: '57P01' }, true],
  ['a server that starts', { code: '57P03' }, true],
  ['a server without a free connection', { code: '53300' }, true],
  ['a statement that took too long', { code: '57014' }, true],
  ['a transaction that was idle for too long', { code: '25P03' }, true],
  ['a statement on a silent connection', { message: 'not answered within 4 s' }, true],
  ['a value that is none', { code: '22P02' }, false],
])('%s', (_what, details, isGone) => {
  const cause = Object.assign(new Error('secret'), details)
  const failure = failureOf(new Error('Failed query: secret', { cause }))
  expect(failure.isGone).toBe(isGone)
  expect(failure.told).not.toContain('secret')
})

test('a fault of ours is told by where it was thrown, without its words', () => {
  const { isGone, told } = failureOf(new TypeError('secret'))
  expect(isGone).toBe(false)
  expect(told).toMatch(/^TypeError\n +at .*database-failure\.test/)
  expect(told).not.toContain('secret')
  expect(failureOf('secret').told).toBe('string')
})

test('accounts that are gone stay so, with their own words', () => {
  const error = new Error('x', { cause: new AccountsGone('Too many.') })
  expect(failureOf(error)).toEqual({ isGone: true, told: 'Too many.' })
})
