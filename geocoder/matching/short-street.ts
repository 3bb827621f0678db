import type { Row } from '../../layers/location.ts'

/**
 * A street that reaches no farther than this from its middle is told at the precision of a street:
 * the contract allows that 50 to 200 m.
 */
const SHORT_STREET_M = 200

/** Whether a row of `streets` is so short. A few houses alone do not say how far their street goes. */
export function isShort({ radius_m, range_count }: Row): boolean {
  return (radius_m as number) <= SHORT_STREET_M && (range_count as number) > 0
}
