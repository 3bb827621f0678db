import type { Fix } from '../scene/issue.ts'

/** Why an edit is not made. Each is in `REFUSALS` with what it means. */
export type RefusalCode = keyof typeof REFUSALS

export const REFUSALS = {
  invalid_input: 'an argument is missing, of another type or out of range',
  node_not_found: 'no node has this id',
  wrong_kind: 'the node is of a kind that this cannot be done to',
  version_conflict: 'the draft is at another version than expected',
  operation_mismatch: 'the operationId was used for another edit',
  invalid_polygon: 'corners that cross, coincide or enclose next to nothing',
  overlaps_room: 'another room is there already',
  wall_too_short: 'a wall shorter than it is thick',
  wall_curved: 'this is possible on straight walls only',
  wall_overlaps: 'a wall would run inside another, or cross it where it may not',
  opening_overlap: 'another opening is there already',
  opening_outside_wall: 'the wall has no stretch wide enough there',
  opening_too_high: 'it would reach over the top of the wall',
  outside_room: 'it would leave the room',
  blocks_door: 'it would stand in the way of a door',
  collides: 'it would stand in something else',
  no_space: 'there is no room for it',
  asset_not_found: 'the catalog has no such item',
  level_not_empty: 'a level with something on it',
  level_exists: 'the building has a level there',
  stair_too_steep: 'the stair does not reach the level within its length',
  headroom: 'one would hit one’s head',
  scene_wipe_blocked: 'it would delete all of the project',
  limit_exceeded: 'more than a stated limit',
  invalid_result:
    'the edit would leave a scene that is not valid: a fault of ours, nothing is written',
  nothing_to_undo: 'no edit is left to take back, or to make again',
} as const

/** An edit that is not made: an answer, not a failure. Nothing was changed. */
export class Refusal extends Error {
  readonly code: RefusalCode
  /** The argument that is at fault. */
  readonly param?: string
  readonly nodeIds?: string[]
  /** What would work instead, as a whole call. */
  readonly fix?: Fix
  /** Figures for the caller: `blockers`, `nearestT`, `expected`, `actual`. */
  readonly details?: Record<string, unknown>

  constructor(
    code: RefusalCode,
    message: string,
    rest: {
      param?: string
      nodeIds?: string[]
      fix?: Fix
      details?: Record<string, unknown>
    } = {},
  ) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.param = rest.param
    this.nodeIds = rest.nodeIds
    this.fix = rest.fix
    this.details = rest.details
  }
}
