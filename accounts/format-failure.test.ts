import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, test } from 'vitest'
import { AccountsGone } from './accounts.ts'
import { formatFailure } from './format-failure.ts'

const coded = (message: string, code: string) => Object.assign(new Error(message), { code })

test('a database that cannot be reached is reported with the message of the system', () => {
  const cause = coded('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED')
  const gone = new AccountsGone('The database of the accounts does not answer.', { cause })
  expect(formatFailure(gone)).toBe('connect ECONNREFUSED 127.0.0.1:5432 (ECONNREFUSED)')
})

test('the text of a failed statement has no value, neither of Drizzle nor of the database', () => {
  const cause = coded('invalid input syntax for type json: "hunter2"', '22P02')
  const words = formatFailure(new DrizzleQueryError('select $1', ['hunter2'], cause))
  expect(words).toBe('a statement failed with SQLSTATE 22P02')
})

test('a thrown value that is not an error is formatted as it is', () => {
  expect(formatFailure('stopped')).toBe('stopped')
})
