import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { StepError } from '../../terminal/step-error.ts'

const SCRIPT = fileURLToPath(new URL('./sample-process.ts', import.meta.url))

/**
 * Runs `pinSample` in a process of its own, whose output goes straight through: a service that had
 * built the sample itself held 0.3 GB more for as long as it ran. Returns the exit code of that
 * process, which has printed what went wrong. It ends when this one does. Throws `StepError` when
 * something killed it.
 */
export async function runSampleProcess(): Promise<number> {
  const child = fork(SCRIPT, { stdio: 'inherit' })
  const [code, signal] = await once(child, 'exit')
  if (signal !== null)
    throw new StepError(
      'build the sample county',
      `process ${child.pid}`,
      `it was ended by ${signal}`,
      'Start again; where the memory was used up, free 2 GB first.',
    )
  return code
}
