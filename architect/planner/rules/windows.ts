import { Declined } from '../workbench.ts'
import { openingPatterns } from './openings/opening-patterns.ts'
import { refuseUnknownTypes } from './openings/opening-types.ts'
import { patternRule } from './pattern-rule.ts'
import type { Rule } from './rule.ts'

/** Windows: added, removed, moved, resized, changed in type. */
export const WINDOW_RULES: readonly Rule[] = [
  patternRule([
    [
      /^(?!.*\bwindows?\b)(?:add|put|place|install|insert|create|build|cut|i want|give)\b.*\b(?:skylights?|dormers?|rooflights?|roof lights?|shutters?|blinds?|curtains?)\b/,
      (clause) => ({
        subject: null,
        run() {
          refuseUnknownTypes(clause.text)
          throw new Declined('That is not possible here. Windows in outer walls are.')
        },
      }),
    ],
    ...openingPatterns('windows?'),
  ]),
]
