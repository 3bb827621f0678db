import { centroid } from '../../geometry/polygon.ts'
import { regionArea } from '../../geometry/regions.ts'
import { coverOf, faultyRoofs } from '../../kernel/cover.ts'
import { inSpace } from '../places.ts'
import { roomFloors, uncovered } from '../room-floors.ts'
import type { Rule } from '../rule.ts'

/** Smaller uncovered floors are slivers of drawing, in square metres. */
const UNCOVERED_MIN_M2 = 0.1

export const roofUncovered: Rule = {
  codes: { 'roof.uncovered_area': 'warning' },
  about: 'Rooms over which there is neither a roof nor a floor of a level above.',
  *run(scene, levels) {
    for (const level of levels) {
      const cover = coverOf(scene, level.id)
      const open = roomFloors(scene, level.id)
        .map((floor) => ({ zone: floor.zone, regions: uncovered(floor, cover) }))
        .map(({ zone, regions }) => ({ zone, regions, area: regionArea(regions) }))
        .filter(({ area }) => area >= UNCOVERED_MIN_M2)
      if (open.length === 0) continue
      const area = open.reduce((sum, each) => sum + each.area, 0)
      const faults = faultyRoofs(scene, level.id).map(({ id }) => id)
      const why = faults.length > 0 ? ` ${faults.join(' and ')} has planes that do not meet.` : ''
      yield {
        code: 'roof.uncovered_area',
        nodeIds: [...open.map(({ zone }) => zone.id), ...faults],
        message: `${area.toFixed(2)} m² of ${level.id}, in ${open.length} of its rooms, are open to the sky.${why}`,
        at: inSpace(centroid(open[0].regions[0].outer), level.elevation + level.height),
        ...(cover.length === 0 && {
          fix: { tool: 'create_roof', arguments: { levelId: level.id, roofType: 'gable' } },
        }),
      }
    }
  },
}
