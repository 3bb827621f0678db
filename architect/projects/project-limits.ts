// Limits of edits and scene files. The reference states them.

/**
 * Computing time of the operations of one request: 200 walls of a large building take 23 s on a
 * slow machine, and changes of the same project wait for at most 20 s.
 */
export const UNIT_MS_MAX = 10_000
/** Faults of a scene file in one answer. */
export const FAULTS_LISTED_MAX = 20
