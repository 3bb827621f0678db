import { collisionsOn } from '../collisions.ts'
import { metres } from '../places.ts'
import type { Rule } from '../rule.ts'

export const itemOverlap: Rule = {
  codes: { 'item.overlap': 'error', 'item.in_wall': 'error' },
  about: 'Items that stand in one another, in a column or a stair, or in a wall.',
  *run(scene, levels) {
    for (const { id } of levels) {
      for (const { aId, bId, kind, depth, at } of collisionsOn(scene, id)) {
        // What stands in the way of a leaf is said by door.blocked.
        if (kind === 'swing' || kind === 'gap') continue
        yield {
          code: kind === 'wall' ? 'item.in_wall' : 'item.overlap',
          nodeIds: [aId, bId],
          message: `${aId} stands ${metres(depth)} in ${bId}.`,
          at,
        }
      }
    }
  },
}
