import { AccountsGone } from './accounts.ts'

/**
 * Runs `late` unless the returned function is called within `ms`. An answer that is in the socket
 * when the time is over counts as in time: a busy thread reads it first.
 */
export function deadline(ms: number, late: () => void): () => void {
  let isOver = false
  const timer = setTimeout(() => setImmediate(() => isOver || late()), ms)
  timer.unref()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** The result of a promise. Throws `AccountsGone` after `ms`, and then drops the result. */
export function withDeadline<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const done = deadline(ms, () => reject(new AccountsGone(`No answer within ${ms / 1000} s.`)))
    promise.then(resolve, reject).finally(done)
  })
}
