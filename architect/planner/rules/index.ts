import { DOOR_RULES } from './doors.ts'
import { EQUAL_ROOM_RULES } from './equal-rooms.ts'
import { FINISH_RULES } from './finishes.ts'
import { FURNITURE_RULES } from './furniture.ts'
import { HOUSE_SIZE_RULES } from './house-size.ts'
import { IMPOSSIBLE_RULES } from './limits.ts'
import { OPENING_RULES } from './openings.ts'
import { QUESTION_RULES } from './questions/index.ts'
import { ROOF_RULES } from './roof.ts'
import { ROOM_COUNT_RULES } from './room-count.ts'
import { ROOM_PLACE_RULES } from './room-place.ts'
import { ROOM_SIZE_RULES } from './room-size.ts'
import { ROOM_USE_RULES } from './room-use.ts'
import type { Rule } from './rule.ts'
import { STAIR_RULES } from './stairs.ts'
import { STOREY_RULES } from './storeys.ts'
import { UNDO_RULES } from './undo.ts'
import { WALL_RULES } from './walls.ts'
import { WINDOW_RULES } from './windows.ts'

/** What is about a thing in a room comes before what is about the room. */
const POSSIBLE: readonly Rule[] = [
  ...UNDO_RULES,
  ...WALL_RULES,
  ...WINDOW_RULES,
  ...DOOR_RULES,
  ...OPENING_RULES,
  ...ROOF_RULES,
  ...FURNITURE_RULES,
  ...FINISH_RULES,
  ...STOREY_RULES,
  ...STAIR_RULES,
  ...HOUSE_SIZE_RULES,
  ...ROOM_COUNT_RULES,
  ...ROOM_PLACE_RULES,
  ...EQUAL_ROOM_RULES,
  ...ROOM_SIZE_RULES,
  ...ROOM_USE_RULES,
  ...QUESTION_RULES,
]

/**
 * The first of these rules that reads a clause has it: those that do something before those that
 * state a limit.
 */
export const RULE_GROUPS: readonly (readonly Rule[])[] = [POSSIBLE, IMPOSSIBLE_RULES]
