import type { CallRefusal } from '../projects/calls/project-calls.ts'

/** Calls of one account that run at once; the next is refused. */
export const CALLS_MAX = 16

/** Counts running calls, so that one account cannot have the whole service. */
export class CallSlots {
  private readonly running = new Map<string, number>()

  /** Makes a call of an account, or answers with `refuse` where too many of the account run. */
  async run<Answer>(
    accountId: string,
    call: () => Promise<Answer>,
    refuse: (refusal: CallRefusal) => Answer,
  ): Promise<Answer> {
    const count = this.running.get(accountId) ?? 0
    if (count >= CALLS_MAX)
      return refuse({
        code: 'limit_exceeded',
        message: `${count} calls of this account run now, and ${CALLS_MAX} are the most: nothing ran. Repeat the call when one of them has ended.`,
        limit: CALLS_MAX,
      })
    this.running.set(accountId, count + 1)
    try {
      return await call()
    } finally {
      const left = this.running.get(accountId)! - 1
      if (left > 0) this.running.set(accountId, left)
      else this.running.delete(accountId)
    }
  }
}
