import { postalCodeOf } from '../values/state-codes.ts'

/** The state of a county: its postal code, or the FIPS digits where there is none. */
export function stateOf(countyFips: string): string {
  return postalCodeOf(countyFips) ?? countyFips.slice(0, 2)
}

/** True when a caller's `ME` or `23` names this state, which `stateOf` returned. */
export function isState(text: string, state: string): boolean {
  return text.toUpperCase() === state || postalCodeOf(text) === state
}
