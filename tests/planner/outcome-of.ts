import type { BriefStart } from './briefs/brief.ts'
import type { Fact, Outcome } from './facts.ts'
import { runBrief } from './run-brief.ts'

/** Requests of one project, one after the other, and the facts about what they leave behind. */
export type Case = [requests: string | string[], ...facts: Fact[]]

/** The outcome of requests on a project. */
export const outcomeOf = (start: BriefStart, requests: string | string[]): Outcome =>
  runBrief({ id: 'case', kind: 'edit', start, requests: [requests].flat(), facts: [] })

/** The facts that requests do not meet, with what was found and the last reply. */
export function unmet(
  start: BriefStart,
  requests: string | string[],
  facts: readonly Fact[],
): string[] {
  const outcome = outcomeOf(start, requests)
  return facts.flatMap((fact) => {
    const found = fact.refute(outcome)
    return found === null ? [] : [`${fact.text}: ${found}; ${outcome.replies.at(-1)!.text}`]
  })
}
