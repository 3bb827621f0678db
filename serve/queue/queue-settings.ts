import { z } from 'zod'
import { queueUrl } from '../../queue/queue-settings.ts'
import { StepError } from '../../terminal/step-error.ts'

/** People who may see the queue of builds. */
const OPERATORS_MAX = 100

/** The queue of builds that `/builds` shows, and the e-mail addresses of those who may see it. */
export interface QueueSettings {
  url: string
  operators: string[]
}

/**
 * The settings of `/builds`: `PLAT_OPERATORS` and the queue; null without either, and there is no
 * such page then. Throws `StepError` for a wrong one.
 */
export function queueSettings(environment: NodeJS.ProcessEnv): QueueSettings | null {
  const text = environment.PLAT_OPERATORS
  if (!text) return null
  const operators = text.split(',').map((each) => each.trim().toLowerCase())
  const fail = (problem: string, remedy: string) =>
    new StepError('read the settings', 'PLAT_OPERATORS', problem, remedy)
  const wrong = operators.find((each) => !z.email().safeParse(each).success)
  if (wrong !== undefined)
    throw fail(`${JSON.stringify(wrong)} is not an e-mail address`, 'Separate them with commas.')
  if (operators.length > OPERATORS_MAX)
    throw fail(`names ${operators.length} people`, `Name at most ${OPERATORS_MAX}.`)
  const url = queueUrl(environment)
  if (url !== null) return { url, operators }
  throw fail('is set, and there is no queue to show', 'Set PLAT_QUEUE to its PostgreSQL.')
}
