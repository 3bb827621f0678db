import type { Clause } from '../language/clause.ts'
import type { Reading, Rule } from './rule.ts'
import { isWholeBuilding } from './whole-building.ts'

/** A form of a request, and what a clause of this form requests; null where it is another. */
export type Pattern = readonly [
  form: RegExp,
  read: (clause: Clause, match: RegExpExecArray) => Reading | null,
]

/** A rule that reads a clause of a part of a building by the first of its patterns that fits. */
export function patternRule(patterns: readonly Pattern[]): Rule {
  return (clause) => {
    if (isWholeBuilding(clause)) return null
    for (const [form, read] of patterns) {
      const match = form.exec(clause.text)
      const reading = match && read(clause, match)
      if (reading) return reading
    }
    return null
  }
}

/** What a mark of a clause's text stands for: `room0` is the first of its rooms. */
export const marked = <Value>(list: readonly Value[], mark: string): Value =>
  list[Number(/\d+$/.exec(mark)![0])]
