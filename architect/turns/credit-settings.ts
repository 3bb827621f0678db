import { StepError } from '../../terminal/step-error.ts'
import { parseCredits } from './prices.ts'

/** Credits of a workspace at its first use, where no setting states them. */
const STARTING_CREDITS = 1_000

/**
 * Parses `PLAT_CREDITS_START`, the credits that a workspace is granted at its first use, to
 * thousandths. Throws `StepError` for an invalid value.
 */
export function startingCreditsFrom(environment: Record<string, string | undefined>): number {
  const text = environment.PLAT_CREDITS_START || `${STARTING_CREDITS}`
  if (text === '0') return 0
  const parsed = parseCredits(text)
  if ('milli' in parsed) return parsed.milli
  throw new StepError(
    'read the settings of credits',
    'PLAT_CREDITS_START',
    `it ${parsed.problem.slice(0, -1)}`,
    `Leave it out for ${STARTING_CREDITS}, or give 0 for none.`,
  )
}
