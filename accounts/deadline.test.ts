import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { AccountsGone } from './accounts.ts'
import { withDeadline } from './deadline.ts'

test('a late result fails at the deadline, and is dropped', async () => {
  const late = Promise.withResolvers<string>()
  await expect(withDeadline(late.promise, 5)).rejects.toThrow(AccountsGone)
  late.reject(new Error('later'))
})

test('a result or an error in time is passed on', async () => {
  expect(await withDeadline(Promise.resolve('now'), 60_000)).toBe('now')
  await expect(withDeadline(Promise.reject(new Error('mistake')), 60_000)).rejects.toThrow(
    'mistake',
  )
})

test('an answer that came while this thread was busy is in time', async () => {
  // From here on the loop runs timers first, and then reads what has come.
  await new Promise((resolve) => setImmediate(resolve))
  const answer = withDeadline(stat(import.meta.filename), 20)
  const until = performance.now() + 200
  while (performance.now() < until);
  expect((await answer).isFile()).toBe(true)
})
