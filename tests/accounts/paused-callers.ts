import type { Accounts } from '../../accounts/accounts.ts'
import { ANY_CALLER } from '../fixtures/any-caller.ts'

/** Accounts that admit everybody, once they are let go: until then requests are in mid-answer. */
export function pausedCallers() {
  const gate = Promise.withResolvers<void>()
  let paused = 0
  const accounts: Accounts = {
    ...ANY_CALLER,
    async admit(...asked) {
      paused++
      await gate.promise
      return ANY_CALLER.admit(...asked)
    },
  }
  return { accounts, paused: () => paused, resume: () => gate.resolve() }
}
