import { centroid, counterClockwise, type Polygon } from '../../geometry/polygon.ts'
import {
  difference,
  intersection,
  type Region,
  regionArea,
  ringsOf,
} from '../../geometry/regions.ts'
import type { Board } from '../../kernel/board.ts'
import { stairOpening } from '../../kernel/stairs/stair-shape.ts'
import { levelsBelow } from '../../kernel/walls-from-below.ts'
import { childrenOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { inSpace } from '../places.ts'
import { roomFloors, uncovered } from '../room-floors.ts'
import type { Rule } from '../rule.ts'

/** Smaller floors without a slab are slivers of drawing, in square metres. */
const MISSING_MIN_M2 = 0.1

export const slabMissing: Rule = {
  codes: { 'slab.missing_under_room': 'warning' },
  about:
    'Rooms with no slab under all of their floor; the openings of stairs and voids over lower rooms count as floor.',
  *run(scene, levels) {
    for (const { id, elevation } of levels) {
      const slabs = floorsOf(scene, id)
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
            arguments: holeFilled(scene, id, missing) ?? {
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

/**
 * The slabs of a level with the holes in which floor is missing. A hole that was cut by hand over a
 * room or a floor of a lower level is the void of a gallery, and one in the way of a stair is for
 * the stair: both are on purpose. Under any other hole is only the ground or the open air.
 */
function floorsOf(scene: Scene, levelId: string): Board[] {
  const slabs = childrenOf(scene, levelId, 'slab')
  if (slabs.every(({ holes }) => holes.length === 0)) return slabs
  const lower = levelsBelow(scene, levelId).flatMap(({ id }) =>
    [...childrenOf(scene, id, 'zone'), ...childrenOf(scene, id, 'slab')].map(
      ({ polygon }) => polygon,
    ),
  )
  const stairs = nodesOf(scene, 'stair').map((stair) => stairOpening(scene, stair, levelId))
  const openings = stairs.filter(({ length }) => length > 0).map(counterClockwise)
  const isOfStair = (hole: Polygon) => regionArea(intersection([hole], openings)) >= MISSING_MIN_M2
  return slabs.flatMap(({ polygon, holes }): Board[] => {
    const others = holes.map(counterClockwise).filter((hole) => !isOfStair(hole))
    const left = difference(others, lower.map(counterClockwise))
    const islands = left.flatMap((region) => region.holes)
    return [
      { polygon, holes: left.map(({ outer }) => outer) },
      ...islands.map((island) => ({ polygon: island, holes: [] })),
    ]
  })
}

/** The edit of a slab that leaves out the holes where floor is missing; null without such holes. */
function holeFilled(scene: Scene, levelId: string, missing: Region[]) {
  const isMissing = (hole: Polygon) =>
    regionArea(intersection([counterClockwise(hole)], ringsOf(missing))) >= MISSING_MIN_M2
  const slab = childrenOf(scene, levelId, 'slab').find(({ holes }) => holes.some(isMissing))
  if (!slab) return null
  const holes = slab.holes.filter((hole) => !isMissing(hole))
  return { id: slab.id, holes: holes.map((hole) => hole.map((corner) => [...corner])) }
}
