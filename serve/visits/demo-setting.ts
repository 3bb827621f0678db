import { StepError } from '../../terminal/step-error.ts'

/**
 * Parses `PLAT_DEMO`: whether people without a key may see the fictional county, `on` by default.
 * Throws `StepError` for another value.
 */
export function hasDemoFrom(environment: NodeJS.ProcessEnv): boolean {
  const value = environment.PLAT_DEMO ?? 'on'
  if (value === 'on' || value === 'off') return value === 'on'
  const problem = `it must be on or off, got ${JSON.stringify(value)}`
  throw new StepError('start the service', 'PLAT_DEMO', problem, 'Set it to on or off.')
}
