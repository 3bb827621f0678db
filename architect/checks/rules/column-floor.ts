import { childrenOf } from '../../scene/scene.ts'
import { depthOver, floorHoles, PAST_EDGE_M, standOf } from '../floor-holes.ts'
import { inSpace, metres } from '../places.ts'
import type { Rule } from '../rule.ts'

export const columnFloor: Rule = {
  codes: { 'column.no_floor': 'error' },
  about: 'Columns over holes in the floor on which they stand.',
  *run(scene, levels) {
    for (const { id, elevation } of levels) {
      const columns = childrenOf(scene, id, 'column')
      const holes = columns.length > 0 ? floorHoles(scene, id) : []
      for (const column of columns)
        for (const hole of holes) {
          const depth = depthOver(standOf(scene, column)!, hole)
          if (depth <= PAST_EDGE_M) continue
          yield {
            code: 'column.no_floor',
            nodeIds: [column.id, hole.id],
            message: `${column.id} is ${metres(depth)} over the hole of ${hole.id}.`,
            at: inSpace(column.position, elevation),
          }
        }
    }
  },
}
