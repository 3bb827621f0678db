import { availableParallelism, platform } from 'node:os'
import { StepError } from '../../terminal/step-error.ts'

/** Default limit, since each thread needs memory of its own in addition to the shared packs. */
const DEFAULT_THREADS_MAX = 4
const THREADS_MAX = 64

/**
 * Number of answering threads: as requested, else one per processor. Throws `StepError` for an
 * invalid number.
 */
export function threadsFrom(requested?: string, system = platform()): number {
  // Other systems do not spread connections over threads that share a port.
  const canShare = system === 'linux'
  if (requested === undefined)
    return canShare ? Math.min(availableParallelism(), DEFAULT_THREADS_MAX) : 1
  const count = /^\d{1,3}$/.test(requested) ? Number(requested) : 0
  const fail = (problem: string, remedy: string) =>
    new StepError('read the setting', `--threads ${requested}`, problem, remedy)
  if (count < 1 || count > THREADS_MAX)
    throw fail('it is not a number of threads', `Give 1 to ${THREADS_MAX}.`)
  if (count > 1 && !canShare)
    throw fail(`threads cannot share a port on ${system}`, 'Leave it out, or run on Linux.')
  return count
}
