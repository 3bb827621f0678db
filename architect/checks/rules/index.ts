import type { Rule } from '../rule.ts'
import { circulation } from './circulation.ts'
import { doorBlocked } from './door-blocked.ts'
import { doorLeads } from './door-leads.ts'
import { itemOverlap } from './item-overlap.ts'
import { itemPlace } from './item-place.ts'
import { levelHeights } from './level-heights.ts'
import { openingPlace } from './opening-place.ts'
import { roofUncovered } from './roof-uncovered.ts'
import { roomAccess } from './room-access.ts'
import { roomBorders } from './room-borders.ts'
import { roomLight } from './room-light.ts'
import { slabMissing } from './slab-missing.ts'
import { stairComfort } from './stair-comfort.ts'
import { wallDuplicate } from './wall-duplicate.ts'
import { wallJoints } from './wall-joints.ts'

/** All rules, from the walls to what stands between them. */
export const RULES: Rule[] = [
  wallDuplicate,
  wallJoints,
  roomBorders,
  roomAccess,
  roomLight,
  openingPlace,
  doorBlocked,
  doorLeads,
  stairComfort,
  levelHeights,
  slabMissing,
  roofUncovered,
  itemPlace,
  itemOverlap,
  circulation,
]
