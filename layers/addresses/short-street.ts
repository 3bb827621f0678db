/**
 * A street that reaches no farther than this from its middle is told at the precision of a street:
 * the contract allows that 50 to 200 m.
 */
export const SHORT_STREET_M = 200
