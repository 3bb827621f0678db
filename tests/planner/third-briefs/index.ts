import type { Brief } from '../briefs/brief.ts'
import { BUILDINGS } from './buildings.ts'
import { EDITS } from './edits.ts'
import { LIMITS, QUESTIONS, UNCLEAR } from './talk.ts'

/** Briefs as typical users write them, by an author who had not seen the planner. */
export const THIRD_BRIEFS: readonly Brief[] = [
  ...BUILDINGS,
  ...EDITS,
  ...QUESTIONS,
  ...UNCLEAR,
  ...LIMITS,
]
