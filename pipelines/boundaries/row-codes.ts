import { RowError } from '../../values/row-error.ts'
import { postalCodeOf } from '../../values/state-codes.ts'
import type { Tally } from '../stages/tally.ts'

/** A code of the given number of digits. Throws `RowError` for anything else. */
export function codeOf(text: string | null, digits: number, stat: string): string {
  if (text !== null && text.length === digits && /^\d+$/.test(text)) return text
  throw new RowError(stat, `${JSON.stringify(text)} is not ${digits} digits`)
}

/** Requires the name of a row. Throws `RowError` for a row without one. */
export function requireName(text: string | null): string {
  if (text !== null) return text
  throw new RowError('boundaries.no_name', 'it has no name')
}

/**
 * The file's own state, else that of the code; an unknown one is counted for a person to decide.
 */
export function stateOf(own: string | null, fips: string, tally: Tally): string | null {
  const state = own ?? postalCodeOf(fips)
  if (state === null) tally.add('boundaries.unknown_state')
  return state
}
