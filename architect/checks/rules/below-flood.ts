import { nodesOf } from '../../scene/scene.ts'
import { floodOfBuilding } from '../flood-floor.ts'
import { metres } from '../places.ts'
import type { Rule } from '../rule.ts'

/** A millimetre under the flood is rounding. */
const ROUNDING_M = 0.001

export const belowFlood: Rule = {
  codes: { 'site.below_flood': 'error' },
  about:
    'Buildings in a flood zone whose lowest floor is under its base flood elevation, where site data were pulled.',
  *run(scene, levels) {
    const [site] = nodesOf(scene, 'site')
    for (const building of nodesOf(scene, 'building')) {
      const own = levels.filter((level) => level.building === building.id)
      const flood = floodOfBuilding(scene, site?.survey ?? null, own)
      if (!flood || flood.floor >= flood.elevation - ROUNDING_M) continue
      const under = flood.elevation - flood.floor
      yield {
        code: 'site.below_flood',
        nodeIds: [flood.levelId, site.id],
        message: `The floor of ${flood.levelId} is ${metres(flood.floor)} above NAVD88, ${metres(under)} under the base flood elevation of ${metres(flood.elevation)} in zone ${flood.zone}.`,
        fix: {
          tool: 'set_building',
          arguments: {
            buildingId: building.id,
            elevation: Math.ceil((building.elevation + under) * 100) / 100,
          },
        },
      }
    }
  },
}
