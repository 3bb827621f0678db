import {
  HEADROOM_ROUNDING_M,
  headroomBetween,
  isTooLow,
  lowStairMessage,
} from '../../checks/stair-headroom.ts'
import { nodesOf, type Scene } from '../../scene/scene.ts'
import { Refusal } from '../refusal.ts'
import { isChangedStair } from './changed-stair.ts'

/** Refuses an edit after which a stair leaves too little headroom over another, or less of it. */
export function refuseLowStairs(before: Scene, after: Scene): void {
  const stairs = nodesOf(after, 'stair')
  for (const lower of stairs)
    for (const upper of stairs) {
      if (upper.parent !== lower.toLevel) continue
      if (![lower, upper].some((stair) => isChangedStair(before, after, stair))) continue
      const headroom = headroomBetween(after, lower.id, upper.id)
      if (!isTooLow(headroom)) continue
      const was = headroomBetween(before, lower.id, upper.id)
      if (was !== null && headroom >= was - HEADROOM_ROUNDING_M) continue
      throw new Refusal('headroom', lowStairMessage(upper.id, lower.id, headroom), {
        nodeIds: [upper.id, lower.id],
        details: { headroom },
      })
    }
}
