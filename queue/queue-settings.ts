import { StepError } from '../terminal/step-error.ts'

/**
 * The PostgreSQL of the queue of builds: `PLAT_QUEUE`, or the service's `DATABASE_URL`; null
 * without either. Throws `StepError` for a text that is not an address of PostgreSQL.
 */
export function queueUrl(environment: NodeJS.ProcessEnv): string | null {
  const name = environment.PLAT_QUEUE ? 'PLAT_QUEUE' : 'DATABASE_URL'
  const url = environment[name]
  if (!url) return null
  if (/^postgres(ql)?:\/\//.test(url)) return url
  const remedy = 'Set it to postgres://user:password@host/database.'
  throw new StepError('read the settings', name, 'is not an address of PostgreSQL', remedy)
}
