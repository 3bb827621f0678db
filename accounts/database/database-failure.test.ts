import { expect, test } from 'vitest'
import { onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { AccountsGone } from '../accounts.ts'
import { describeFailure } from './database-failure.ts'
import { openDatabase } from './open-database.ts'
import { user } from './schema.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

onEngines((engine) => {
  test('a failed statement is described by its code, without its values', async () => {
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
    // Its own message has the value, so it must not be used.
    expect(`${error}`).toContain('hunter2')
    expect(describeFailure(error)).toEqual({ isGone: false, text: 'a statement failed: 23505' })
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
    expect(describeFailure(error).isGone).toBe(true)
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
  ['an invalid value', { code: '22P02' }, false],
])('%s', (_what, details, isGone) => {
  const cause = Object.assign(new Error('secret'), details)
  const failure = describeFailure(new Error('Failed query: secret', { cause }))
  expect(failure.isGone).toBe(isGone)
  expect(failure.text).not.toContain('secret')
})

test('a bug is described by where it was thrown, without its message', () => {
  const { isGone, text } = describeFailure(new TypeError('secret'))
  expect(isGone).toBe(false)
  expect(text).toMatch(/^TypeError\n +at .*database-failure\.test/)
  expect(text).not.toContain('secret')
  expect(describeFailure('secret').text).toBe('string')
})

test('accounts that are gone stay so, with their own words', () => {
  const error = new Error('x', { cause: new AccountsGone('Too many.') })
  expect(describeFailure(error)).toEqual({ isGone: true, text: 'Too many.' })
})
