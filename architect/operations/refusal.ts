import type { Fix } from '../scene/issue.ts'

/** Why an edit is refused. `REFUSALS` explains each code. */
export type RefusalCode = keyof typeof REFUSALS

export const REFUSALS = {
  invalid_input: 'an argument is missing, of another type or out of range',
  node_not_found: 'no node has this id or label',
  ambiguous_name: 'several nodes have this label',
  wrong_kind: 'the edit cannot be made to a node of this kind',
  version_conflict: 'the draft is at another version than expected',
  operation_mismatch: 'the operationId was used for another edit',
  invalid_polygon: 'corners that cross, coincide or enclose next to nothing',
  overlaps_room: 'it would overlap another room',
  no_wall: 'the room has no straight wall there',
  rooms_apart: 'the rooms have no wall or border in common, or no walls are around them',
  wall_too_short: 'a wall shorter than it is thick',
  wall_curved: 'the edit is possible on straight walls only',
  wall_turned: 'a wall that meets it would get another direction',
  wall_overlaps: 'a wall would run inside another, or cross it where it may not',
  opening_overlap: 'it would overlap another opening',
  opening_outside_wall: 'the wall has no stretch wide enough there',
  opening_too_high: 'it would reach over the top of the wall',
  not_adjacent: 'there is no wall between the two rooms',
  outside_room: 'it would reach out of the room',
  blocks_door: 'it would block a door',
  collides: 'it would overlap something else',
  no_space: 'there is not enough space for it',
  asset_not_found: 'the catalog has no such item',
  level_not_empty: 'a level with something on it',
  level_exists: 'the building has a level at this index',
  stair_too_steep: 'the stair does not reach the level within its length',
  headroom: 'people would hit their head',
  scene_wipe_blocked: 'it would delete all of the project',
  limit_exceeded: 'more than a stated limit',
  invalid_result:
    'the edit would leave an invalid scene; this is an error in the edit, and nothing is written',
  nothing_to_undo: 'there is no edit left to undo or redo',
} as const

/** An edit that is refused: an answer, not a failure. Nothing was changed. */
export class Refusal extends Error {
  readonly code: RefusalCode
  /** The argument that is wrong. */
  readonly param?: string
  readonly nodeIds?: string[]
  /** A complete call that works instead. */
  readonly fix?: Fix
  /** Figures for the caller: `blockers`, `nearestT`, `expected`, `actual`. */
  readonly details?: Record<string, unknown>

  constructor(
    code: RefusalCode,
    message: string,
    rest: {
      param?: string
      nodeIds?: string[]
      fix?: Fix | null
      details?: Record<string, unknown>
    } = {},
  ) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.param = rest.param
    this.nodeIds = rest.nodeIds
    this.fix = rest.fix ?? undefined
    this.details = rest.details
  }
}
