import { collisionsOn } from '../collisions.ts'
import type { MeetingKind } from '../meeting.ts'
import { metres } from '../places.ts'
import type { Rule } from '../rule.ts'

/** Null: door.blocked finds things in the way of a leaf, and nearness alone is not an overlap. */
const CODES: Record<MeetingKind, 'item.in_wall' | 'item.overlap' | null> = {
  item: 'item.overlap',
  wall: 'item.in_wall',
  column: 'item.overlap',
  stair: 'item.overlap',
  hole: 'item.overlap',
  swing: null,
  gap: null,
}

export const itemOverlap: Rule = {
  codes: { 'item.overlap': 'error', 'item.in_wall': 'error' },
  about:
    'Items that stand in one another, in a column or a stair, in a wall, or over a hole in the floor.',
  *run(scene, levels) {
    for (const { id } of levels) {
      for (const { aId, bId, kind, depth, at } of collisionsOn(scene, id)) {
        const code = CODES[kind]
        if (code === null) continue
        yield {
          code,
          nodeIds: [aId, bId],
          message: `${aId} stands ${metres(depth)} ${kind === 'hole' ? 'over a hole in' : 'in'} ${bId}.`,
          at,
        }
      }
    }
  },
}
