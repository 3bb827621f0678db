import { withProcessLock } from '../../catalog/process-lock.ts'
import { StepError } from '../../terminal/step-error.ts'

/** A process that ends takes this long to close its database. */
const LOCK_WAIT_MS = 10_000

/** Takes the lock at `path` until the returned function is called. Throws `StepError` naming the holder. */
export async function holdLock(
  path: string,
  { step, remedy }: { step: string; remedy: string },
): Promise<() => Promise<void>> {
  const taken = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const held = withProcessLock(path, { step, wait_ms: LOCK_WAIT_MS }, () => {
    taken.resolve()
    return released.promise
  })
  try {
    await Promise.race([taken.promise, held])
  } catch (error) {
    if (!(error instanceof StepError)) throw error
    const problem = error.message.slice(`${error.step}: ${error.target}: `.length)
    const remedies = `${remedy} ${error.remedy}`
    throw new StepError(step, path, problem, remedies, { cause: error })
  }
  return async () => {
    released.resolve()
    await held
  }
}
