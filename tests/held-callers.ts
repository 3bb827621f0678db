import type { Accounts } from '../accounts/accounts.ts'
import { ANY_CALLER } from './fixtures/any-caller.ts'

/** Accounts that admit everybody, once they are let go: until then requests are in mid-answer. */
export function heldCallers() {
  const gate = Promise.withResolvers<void>()
  let held = 0
  const accounts: Accounts = {
    ...ANY_CALLER,
    async admit(...asked) {
      held++
      await gate.promise
      return ANY_CALLER.admit(...asked)
    },
  }
  return { accounts, held: () => held, letGo: () => gate.resolve() }
}
