import { centroid, counterClockwise, type Polygon } from '../../geometry/polygon.ts'
import { difference, regionArea, ringsOf } from '../../geometry/regions.ts'
import { type LevelFrame, levelFrames } from '../../kernel/levels.ts'
import { roofShape } from '../../kernel/roof-shape.ts'
import { zoneRegions } from '../../kernel/rooms.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { inSpace } from '../places.ts'
import type { Rule } from '../rule.ts'

/** Floor in the rain under this is a sliver of drawing, in square metres. */
const UNCOVERED_MIN_M2 = 0.1

export const roofUncovered: Rule = {
  codes: { 'roof.uncovered_area': 'warning' },
  about: 'Rooms over which there is neither a roof nor a floor of a level above.',
  *run(scene, levels) {
    for (const level of levels) {
      const cover = coverOf(scene, level)
      for (const zone of childrenOf(scene, level.id, 'zone')) {
        if (zone.roomType === 'terrace') continue
        const open = difference(ringsOf(zoneRegions(scene, zone.id)), cover)
        const area = regionArea(open)
        if (area < UNCOVERED_MIN_M2) continue
        const hasNone = cover.length === 0
        yield {
          code: 'roof.uncovered_area',
          nodeIds: [zone.id],
          message: hasNone
            ? `Nothing covers ${level.id}: the ${area.toFixed(2)} m² of ${zone.id} are open to the sky.`
            : `${area.toFixed(2)} m² of ${zone.id} are open to the sky.`,
          at: inSpace(centroid(open[0].outer), level.elevation + level.height),
          ...(hasNone && {
            fix: { tool: 'create_roof', arguments: { levelId: level.id, roofType: 'gable' } },
          }),
        }
      }
    }
  },
}

/** Roofs on the level and above it in its building, and the slabs above it; stairs' openings are covered by what is over them. */
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
  return boards.map(({ polygon }) => counterClockwise(polygon))
}

/** Roofs that can be built: one whose planes do not meet covers nothing. */
const roofsOn = (scene: Scene, levelId: string) =>
  childrenOf(scene, levelId, 'roof').filter(({ id }) => {
    const shape = roofShape(scene, id)
    return shape !== undefined && !('fault' in shape)
  })
