import { availableParallelism, platform } from 'node:os'
import { StepError } from '../../terminal/step-error.ts'

/** More than this many are asked for by number: each takes memory of its own beside the packs. */
const DEFAULT_THREADS_MAX = 4
const THREADS_MAX = 64

/** Threads that answer: as asked for, else one a processor. Throws `StepError` for a wrong number. */
export function threadsFrom(asked?: string, system = platform()): number {
  // Where connections are not spread over those who share a port, more threads would be idle.
  const canShare = system === 'linux'
  if (asked === undefined)
    return canShare ? Math.min(availableParallelism(), DEFAULT_THREADS_MAX) : 1
  const count = /^\d{1,3}$/.test(asked) ? Number(asked) : 0
  const fail = (problem: string, remedy: string) =>
    new StepError('read the setting', `--threads ${asked}`, problem, remedy)
  if (count < 1 || count > THREADS_MAX)
    throw fail('it is no number of threads', `Give 1 to ${THREADS_MAX}.`)
  if (count > 1 && !canShare)
    throw fail(`threads cannot share a port on ${system}`, 'Leave it out, or run on Linux.')
  return count
}
