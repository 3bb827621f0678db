import { Draft } from '../../architect/operations/draft.ts'
import {
  type Answer,
  isRefused,
  type Refused,
  type Success,
} from '../../architect/operations/draft-answer.ts'
import { newScene } from '../../architect/scene/scene.ts'
import { sceneHash } from '../../architect/scene/scene-hash.ts'

/**
 * A rectangle by its south-western corner, its size to the east and its size to the north, in
 * metres.
 */
export const box = (x: number, z: number, width: number, depth: number): [number, number][] => [
  [x, z],
  [x + width, z],
  [x + width, z - depth],
  [x, z - depth],
]

/** An answer with the fields of all operations that tests read. */
export interface Made extends Success {
  zoneId: string
  slabId: string
  ceilingId: string
  levelId: string
  roofId: string
  stairId: string
  columnId: string
  fenceId: string
  wallIds: string[]
  /** Ids that apply_patch returns, by the names that its ops give. */
  ids: Record<string, string>
  /** Ids that duplicate_level returns. */
  idMap: Record<string, string>
  area: number
}

/** Two rooms of 4 by 3 m side by side, from [0, 0] to [8, -3], with one wall between them. */
export function draftedHouse() {
  const draft = new Draft(newScene('A house', 'k3x9'))
  const west = made(draft.apply('create_room', { label: 'West', polygon: box(0, 0, 4, 3) }))
  const east = made(draft.apply('create_room', { label: 'East', polygon: box(4, 0, 4, 3) }))
  const [south, between, north, outer] = west.wallIds
  return { draft, west, east, walls: { south, between, north, outer }, level: 'level_2' }
}

/** The answer of an edit that must succeed. Throws the reason where it was refused. */
export function made(answer: Answer): Made {
  if (isRefused(answer)) throw new Error(`${answer.error.code}: ${answer.error.message}`)
  return answer as Made
}

/** The refusal of an edit that must fail. Throws where it succeeded. */
export function refusedFor(answer: Answer): Refused['error'] {
  if (isRefused(answer)) return answer.error
  throw new Error(`It was made: ${JSON.stringify(answer.changes)}`)
}

/** True when an edit succeeds, undo restores the scene before it and redo the scene after it. */
export function isUndone(draft: Draft, edit: () => Answer): boolean {
  const before = sceneHash(draft.scene)
  made(edit())
  const after = sceneHash(draft.scene)
  made(draft.undo())
  const undone = sceneHash(draft.scene)
  made(draft.redo())
  return before !== after && undone === before && sceneHash(draft.scene) === after
}
