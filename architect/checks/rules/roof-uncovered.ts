import { centroid, type Polygon } from '../../geometry/polygon.ts'
import { regionArea } from '../../geometry/regions.ts'
import { type LevelFrame, levelFrames } from '../../kernel/levels.ts'
import { roofShape } from '../../kernel/roofs/roof-shape.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
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
      const cover = coverOf(scene, level)
      const open = roomFloors(scene, level.id)
        .map((floor) => ({ zone: floor.zone, regions: uncovered(floor, cover) }))
        .map(({ zone, regions }) => ({ zone, regions, area: regionArea(regions) }))
        .filter(({ area }) => area >= UNCOVERED_MIN_M2)
      if (open.length === 0) continue
      const area = open.reduce((sum, each) => sum + each.area, 0)
      const faults = faultsOn(scene, level.id).map(({ id }) => id)
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

/**
 * Roofs on the level and above it in its building, and the slabs above it; stairs' openings are
 * covered by what is over them.
 */
function coverOf(scene: Scene, { id, building, index }: LevelFrame): Polygon[] {
  const upper = [...levelFrames(scene).values()].filter(
    (level) => level.building === building && level.index > index,
  )
  const boards = [
    ...roofsOn(scene, id),
    ...upper.flatMap((level) => [
      ...roofsOn(scene, level.id),
      ...childrenOf(scene, level.id, 'slab'),
    ]),
  ]
  return boards.map(({ polygon }) => polygon)
}

function isBuilt(scene: Scene, roofId: string): boolean {
  const shape = roofShape(scene, roofId)
  return shape !== null && !('fault' in shape)
}

/** Roofs that can be built: one whose planes do not meet covers nothing. */
const roofsOn = (scene: Scene, levelId: string) =>
  childrenOf(scene, levelId, 'roof').filter(({ id }) => isBuilt(scene, id))
const faultsOn = (scene: Scene, levelId: string) =>
  childrenOf(scene, levelId, 'roof').filter(({ id }) => !isBuilt(scene, id))
