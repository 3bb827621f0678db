import type { Clause } from '../language/clause.ts'
import { addOpenings } from './openings/add-openings.ts'
import { openingPatterns } from './openings/opening-patterns.ts'
import { patternRule } from './pattern-rule.ts'
import type { Reading, Rule } from './rule.ts'

const NOUN = '(?:openings?|archways?|arch|doorways?|hole|pass[- ]through)'

/** Openings without a leaf, and rooms that are connected by one. */
export const OPENING_RULES: readonly Rule[] = [
  patternRule([
    [
      /^(?:connect|join|link|open(?: up)?) room\d+ (?:and|with|to|into|towards?|,) room\d+\b/,
      connect,
    ],
    ...openingPatterns(NOUN),
  ]),
]

/** `connect A and B`: with what the clause names, else with the user's choice. */
function connect(clause: Clause): Reading | null {
  if (/\b(?:doors?|windows?|openings?|archway|arch|doorway|hole)\b/.test(clause.text))
    return addOpenings(clause)
  const subject = addOpenings({ ...clause, text: `${clause.text} with opening` })?.subject ?? null
  return {
    subject,
    run(bench) {
      const noun = bench.choose('What should connect them?', [
        ['An opening', 'opening'],
        ['A door', 'door'],
      ])
      return addOpenings({ ...clause, text: `${clause.text} with ${noun}` })!.run(bench)
    },
  }
}
