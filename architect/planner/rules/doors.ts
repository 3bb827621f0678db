import { swingDoors } from './openings/move-openings.ts'
import { openingPatterns } from './openings/opening-patterns.ts'
import { patternRule } from './pattern-rule.ts'
import type { Rule } from './rule.ts'

/** Doors: added, removed, moved, resized, changed in type, hung the other way. */
export const DOOR_RULES: readonly Rule[] = [
  patternRule([
    [
      /^(?:make|let|have|swap|change|switch|flip|move|reverse|turn|put|hang|set)\b(?=.*\bdoors?\b).*\b(?:hinges?|hinged on|open(?:s|ing)? (?:to|in|out|into|towards?|inwards?|outwards?|other|away)|swings? (?:to|in|out|into|towards?|inwards?|outwards?|other|away)|swing of)\b/,
      swingDoors,
    ],
    [/\bdoors?\b.* (?:should|must|has to|needs? to|shall) (?:open|swing)\b/, swingDoors],
    [/^(?:flip|reverse|swing|hang|rehang) (?=.*\bdoors?\b)/, swingDoors],
    ...openingPatterns('doors?'),
  ]),
]
