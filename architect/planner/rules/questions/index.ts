import { patternRule } from '../pattern-rule.ts'
import type { Rule } from '../rule.ts'
import { BUILDING_QUESTIONS } from './building.ts'
import { COMPARISON_QUESTIONS } from './comparisons.ts'
import { COUNT_QUESTIONS } from './counts.ts'
import { FIT_QUESTIONS } from './fit.ts'
import { HELP_QUESTIONS } from './help.ts'
import { LIMIT_QUESTIONS } from './limits-of-rooms.ts'
import { SIZE_QUESTIONS } from './sizes.ts'
import { SUPERLATIVE_QUESTIONS } from './superlatives.ts'
import { WAY_QUESTIONS } from './ways.ts'
import { PROPERTY_QUESTIONS } from './which-rooms.ts'

/** All questions; those of a particular form come before those that any figure makes. */
export const QUESTION_RULES: readonly Rule[] = [
  patternRule([
    ...HELP_QUESTIONS,
    ...FIT_QUESTIONS,
    ...SUPERLATIVE_QUESTIONS,
    ...COMPARISON_QUESTIONS,
    ...WAY_QUESTIONS,
    ...COUNT_QUESTIONS,
    ...LIMIT_QUESTIONS,
    ...PROPERTY_QUESTIONS,
    ...BUILDING_QUESTIONS,
    ...SIZE_QUESTIONS,
  ]),
]
