/**
 * How many briefs in plain English the built-in planner meets: all facts of a brief must hold. The
 * first set was written before the planner, the others by authors who had not seen it. Their
 * scores when they were first run, before anything was changed for them, are in
 * `results/planner-briefs-unseen.json`.
 *
 *   node tests/bench/planner-briefs.ts [--set third] [--kind edit] [--id bath-wider]
 */
import { parseArgs } from 'node:util'
import type { Brief } from '../planner/briefs/brief.ts'
import { BRIEFS } from '../planner/briefs/index.ts'
import { runBrief } from '../planner/run-brief.ts'
import { SECOND_BRIEFS } from '../planner/second-briefs/index.ts'
import { THIRD_BRIEFS } from '../planner/third-briefs/index.ts'
import { machine, rounded, writeResults } from './results.ts'

const { values } = parseArgs({
  options: { set: { type: 'string' }, kind: { type: 'string' }, id: { type: 'string' } },
})
const SETS = { first: BRIEFS, second: SECOND_BRIEFS, third: THIRD_BRIEFS }
const started = machine()
const result = Object.fromEntries(
  Object.entries(SETS).flatMap(([set, briefs]) =>
    values.set === undefined || values.set === set ? [[set, scoreOf(set, briefs)]] : [],
  ),
)
console.log(JSON.stringify(result, null, 2))
const isWhole = Object.values(values).every((value) => value === undefined)
if (isWhole) writeResults('planner-briefs', { machine: started, ...result })

function scoreOf(set: string, briefs: readonly Brief[]) {
  const kinds: Record<string, { met: number; of: number }> = {}
  const failed: string[] = []
  const chosen = briefs.filter(
    ({ kind, id }) =>
      (values.kind === undefined || kind === values.kind) &&
      (values.id === undefined || id === values.id),
  )
  for (const brief of chosen) {
    const problems = problemsOf(brief)
    kinds[brief.kind] ??= { met: 0, of: 0 }
    kinds[brief.kind].of += 1
    if (problems.length === 0) kinds[brief.kind].met += 1
    else failed.push(`${brief.kind} ${brief.id}: ${problems.join('; ')}`)
    console.log(`${problems.length === 0 ? 'met' : 'not'}  ${set} ${brief.kind} ${brief.id}`)
    for (const problem of problems) console.log(`     ${problem}`)
  }
  const met = Object.values(kinds).reduce((sum, kind) => sum + kind.met, 0)
  return { met, of: chosen.length, share: rounded(met / chosen.length, 3), kinds, failed }
}

/** The facts of a brief that do not hold once it is done, or why it was not done. */
function problemsOf(brief: Brief): string[] {
  try {
    const outcome = runBrief(brief)
    return brief.facts.flatMap((fact) => {
      const problem = fact.refute(outcome)
      return problem === null ? [] : [`${fact.text}: ${problem.slice(0, 200)}`]
    })
  } catch (error) {
    return [`failed: ${(error as Error).message.slice(0, 200)}`]
  }
}
