import type { Clause } from '../language/clause.ts'
import { formatList } from '../language/format.ts'
import { PartlyRead } from '../workbench.ts'
import type { Reading, Rule } from './rule.ts'
import { type WatchedClause, watched } from './watched-clause.ts'
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
      const watch = watched(clause)
      const reading = match && read(watch.clause, match)
      if (reading) return wholly(reading, watch)
    }
    return null
  }
}

/** A reading that is not done where a part of the clause was not read. */
const wholly = ({ subject, run }: Reading, { clause, unread }: WatchedClause): Reading => ({
  subject,
  run(bench) {
    const reply = run(bench)
    const rest = unread()
    if (rest.length === 0) return reply
    throw new PartlyRead(
      `I read only a part of “${clause.original}”, and not ${formatList(rest.map((each) => `“${each}”`))}, so ${clause.isQuestion ? 'I do not answer it' : 'nothing of it was done'}. Please put that into a sentence of its own.`,
    )
  },
})

/** What a mark of a clause's text stands for: `room0` is the first of its rooms. */
export const marked = <Value>(list: readonly Value[], mark: string): Value =>
  list[Number(/\d+$/.exec(mark)![0])]
