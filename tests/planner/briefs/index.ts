import type { Brief } from './brief.ts'
import { BUILDINGS } from './buildings.ts'
import { EDITS } from './edits.ts'
import { LIMITS } from './limits.ts'
import { QUESTIONS } from './questions.ts'
import { UNCLEAR } from './unclear.ts'

/** The briefs that the planner was built for. */
export const BRIEFS: readonly Brief[] = [
  ...BUILDINGS,
  ...EDITS,
  ...QUESTIONS,
  ...UNCLEAR,
  ...LIMITS,
]
