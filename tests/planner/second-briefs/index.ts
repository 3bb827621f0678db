import type { Brief } from '../briefs/brief.ts'
import { BUILDINGS } from './buildings.ts'
import { EDITS } from './edits.ts'
import { LIMITS, QUESTIONS, UNCLEAR } from './talk.ts'

/** Briefs by an author who had not seen the planner: they measure how it does on new ones. */
export const SECOND_BRIEFS: readonly Brief[] = [
  ...BUILDINGS,
  ...EDITS,
  ...QUESTIONS,
  ...UNCLEAR,
  ...LIMITS,
]
