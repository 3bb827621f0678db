import type { Row } from '../../layers/location.ts'

/**
 * A street that reaches no farther than this from its middle has the precision `street`, for which
 * the contract allows 50 to 200 m.
 */
const SHORT_STREET_M = 200

/**
 * Whether a row of `streets` is short. A few houses alone do not show how far their street reaches.
 */
export function isShort({ radius_m, range_count }: Row): boolean {
  return (radius_m as number) <= SHORT_STREET_M && (range_count as number) > 0
}
