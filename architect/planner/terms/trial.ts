import { VERBS } from '../language/clause.ts'

/** How a question about a change begins, which is tried and not made. */
const TRIAL =
  /^(?:and |but |so )*(?:what (?:would|will) (?:happen|change|be different) if|what happens if|what would it mean if|should|is it (?:possible|feasible|ok|okay|allowed)(?: for (?:me|us|you))?(?= to\b))\s+(?:i|we|you|one|to)\s+(?:were to |would |also )?(?<verb>\w+)(?<rest>\s.+?)[?.!]*$/is
const PAST: Record<string, string> = {
  made: 'make',
  took: 'take',
  built: 'build',
  gave: 'give',
  got: 'get',
  drew: 'draw',
}

/** `what if the bath was 5 m²?` */
const STATE = /^(?:and |but )?what if (?<thing>.+?) (?:was|were) (?<how>.+?)[?.!]*$/is

/** `make the hall wider` of `what would happen if I made the hall wider?`; null for others. */
export function trialOf(text: string): string | null {
  const state = STATE.exec(text.trim())?.groups
  if (state) return `make ${state.thing} ${state.how}`
  const groups = TRIAL.exec(text.trim())?.groups
  if (!groups) return null
  const verb = groups.verb.toLowerCase()
  const bases = [verb, PAST[verb], verb.replace(/d$/, ''), verb.replace(/ed$/, '')]
  const base = bases.find((each) => each !== undefined && VERBS.has(each))
  return base === undefined ? null : base + groups.rest
}
