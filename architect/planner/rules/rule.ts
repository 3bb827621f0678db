import type { Clause } from '../language/clause.ts'
import type { Workbench } from '../workbench.ts'

/** What a clause requests. */
export interface Reading {
  /**
   * The thing that it is about in words that stand alone, for a later `it`: `the window in the east
   * wall of the storage`. Null where there is none.
   */
  subject: string | null
  /**
   * Does it on the bench, and returns a sentence about what was done or found. Throws `Declined`
   * for what cannot be done and `Unclear` for what may be read in more than one way.
   */
  run(bench: Workbench): string
}

/** Reads one kind of request; null for a clause of any other kind. */
export type Rule = (clause: Clause) => Reading | null
