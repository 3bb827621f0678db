import { contains } from '../../geometry/polygon.ts'
import { childrenOf } from '../../scene/scene.ts'
import { inSpace, metres } from '../places.ts'
import type { Rule } from '../rule.ts'
import { type Passage, passagesOf } from '../walking/passages.ts'

export const doorLeads: Rule = {
  codes: { 'door.to_nowhere': 'error' },
  about: 'Doors with no room on either side, or above the ground floor with no floor behind them.',
  *run(scene, levels) {
    for (const { id, index, elevation } of levels) {
      const zones = childrenOf(scene, id, 'zone')
      // Without rooms it is not known where a door leads.
      if (zones.length === 0) continue
      const floors = [...zones, ...childrenOf(scene, id, 'slab')].map(({ polygon }) => polygon)
      const hasFloor = (side: Passage['left']) =>
        side.zone !== null || floors.some((floor) => contains(floor, side.at))
      for (const passage of passagesOf(scene, id)) {
        const { left, right, middle } = passage
        const isNowhere = left.zone === null && right.zone === null
        const falls = index !== 0 && !(hasFloor(left) && hasFloor(right))
        if (!isNowhere && !falls) continue
        const height = `${metres(Math.abs(elevation))} ${elevation < 0 ? 'below' : 'above'}`
        yield {
          code: 'door.to_nowhere',
          nodeIds: [passage.id],
          message: isNowhere
            ? `${passage.id} has no room on either side.`
            : `${passage.id} is ${height} the ground and has no floor on one side.`,
          at: inSpace(middle, elevation),
          fix: { tool: 'delete_node', arguments: { ids: [passage.id] } },
        }
      }
    }
  },
}
