/** A pitfall of what is not made yet: the day it is, its row needs a test. */
export interface NotYet {
  row: number
  why: string
  /** What of it exists by now, in words; null while there is nothing to fall into. */
  fails_when_stale(): Promise<string | null>
}

/** Rows of the pitfall table that have no test in this folder, and what would change that. */
export const NOT_YET: readonly NotYet[] = []
