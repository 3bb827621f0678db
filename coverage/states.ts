import { postalCodeOf } from '../values/state-codes.ts'

/** The state of a county: its postal code, or the FIPS digits where there is none. */
export function stateOf(countyFips: string): string {
  return postalCodeOf(countyFips) ?? countyFips.slice(0, 2)
}

/** Whether a caller's `ME` or `23` names this state as `stateOf` writes it. */
export function isState(asked: string, state: string): boolean {
  return asked.toUpperCase() === state || postalCodeOf(asked) === state
}
