import { expect, test } from 'vitest'
import type { Brief } from './briefs/brief.ts'
import { BRIEFS } from './briefs/index.ts'
import { runBrief } from './run-brief.ts'
import { SECOND_BRIEFS } from './second-briefs/index.ts'
import { THIRD_BRIEFS } from './third-briefs/index.ts'

/** Least shares of the sets of authors who had not seen the planner. */
const SETS = [
  ['second', SECOND_BRIEFS, 0.8],
  ['third', THIRD_BRIEFS, 0.8],
] as const

/** The facts of a brief that do not hold once the planner is done. */
function refuted(brief: Brief): string[] {
  const outcome = runBrief(brief)
  return brief.facts.flatMap((fact) => {
    const found = fact.refute(outcome)
    return found === null ? [] : [`${fact.text}: ${found}`]
  })
}

test.each(BRIEFS)('$kind $id is met', (brief) => {
  expect(refuted(brief)).toEqual([])
})

test.each(SETS)('the %s set is met in most of its briefs', (_, briefs, least) => {
  const failed = briefs.filter((brief) => refuted(brief).length > 0).map(({ id }) => id)
  expect(1 - failed.length / briefs.length, failed.join(', ')).toBeGreaterThanOrEqual(least)
})
