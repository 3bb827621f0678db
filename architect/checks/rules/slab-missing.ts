import { centroid, counterClockwise } from '../../geometry/polygon.ts'
import { difference, regionArea, ringsOf } from '../../geometry/regions.ts'
import { zoneRegions } from '../../kernel/rooms.ts'
import { childrenOf } from '../../scene/scene.ts'
import { inSpace } from '../places.ts'
import type { Rule } from '../rule.ts'

/** Floor without a slab under this is a sliver of drawing, in square metres. */
const MISSING_MIN_M2 = 0.1

export const slabMissing: Rule = {
  codes: { 'slab.missing_under_room': 'warning' },
  about: 'Rooms with no slab under all of their floor; the openings of stairs count as floor.',
  *run(scene, levels) {
    for (const { id, elevation } of levels) {
      const slabs = childrenOf(scene, id, 'slab').map(({ polygon }) => counterClockwise(polygon))
      for (const zone of childrenOf(scene, id, 'zone')) {
        // A terrace may be on the ground.
        if (zone.roomType === 'terrace') continue
        const missing = difference(ringsOf(zoneRegions(scene, zone.id)), slabs)
        const area = regionArea(missing)
        if (area < MISSING_MIN_M2) continue
        yield {
          code: 'slab.missing_under_room',
          nodeIds: [zone.id],
          message: `${area.toFixed(2)} m² of the floor of ${zone.id} have no slab.`,
          at: inSpace(centroid(missing[0].outer), elevation),
          fix: {
            tool: 'create_slab',
            arguments: { levelId: id, polygon: zone.polygon.map((corner) => [...corner]) },
          },
        }
      }
    }
  },
}
