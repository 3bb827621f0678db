import type { Accounts } from '../../accounts/accounts.ts'
import { ANY_CALLER } from '../fixtures/any-caller.ts'

/** Accounts that admit everybody, but only after `resume()`: until then requests are unanswered. */
export function pausedCallers() {
  const gate = Promise.withResolvers<void>()
  let paused = 0
  const accounts: Accounts = {
    ...ANY_CALLER,
    async admit(...args) {
      paused++
      await gate.promise
      return ANY_CALLER.admit(...args)
    },
  }
  return { accounts, paused: () => paused, resume: () => gate.resolve() }
}
