import { centroid } from '../../geometry/polygon.ts'
import { regionArea } from '../../geometry/regions.ts'
import { childrenOf } from '../../scene/scene.ts'
import { inSpace } from '../places.ts'
import { roomFloors, uncovered } from '../room-floors.ts'
import type { Rule } from '../rule.ts'

/** Smaller floors without a slab are slivers of drawing, in square metres. */
const MISSING_MIN_M2 = 0.1

export const slabMissing: Rule = {
  codes: { 'slab.missing_under_room': 'warning' },
  about: 'Rooms with no slab under all of their floor; the openings of stairs count as floor.',
  *run(scene, levels) {
    for (const { id, elevation } of levels) {
      const slabs = childrenOf(scene, id, 'slab').map(({ polygon }) => polygon)
      for (const floor of roomFloors(scene, id)) {
        const { zone } = floor
        const missing = uncovered(floor, slabs)
        const area = regionArea(missing)
        if (area < MISSING_MIN_M2) continue
        yield {
          code: 'slab.missing_under_room',
          nodeIds: [zone.id],
          message: `${area.toFixed(2)} m² of the floor of ${zone.id} have no slab.`,
          at: inSpace(centroid(missing[0].outer), elevation),
          fix: {
            tool: 'set_element',
            arguments: {
              kind: 'slab',
              levelId: id,
              polygon: zone.polygon.map((corner) => [...corner]),
            },
          },
        }
      }
    }
  },
}
