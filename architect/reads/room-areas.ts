import { distance } from '../geometry/point.ts'
import { area, edges } from '../geometry/polygon.ts'
import { regionArea } from '../geometry/regions.ts'
import { cachedByLevel } from '../kernel/cached-by-level.ts'
import { zoneRegions } from '../kernel/rooms.ts'
import { childrenOf, type Scene } from '../scene/scene.ts'

/** Figures of a room: areas in square metres, its perimeter in metres. */
export interface RoomAreas {
  /** Between the faces of the walls. */
  netArea: number
  /** As drawn, along the middle of the walls. */
  grossArea: number
  /** Along the faces of the walls, with those of islands. */
  perimeter: number
}

/** The figures of every room of a level, by the id of its zone. */
export const roomAreas = cachedByLevel((scene: Scene, levelId: string) => {
  const answer = new Map<string, RoomAreas>()
  for (const { id, polygon } of childrenOf(scene, levelId, 'zone')) {
    const regions = zoneRegions(scene, id)
    answer.set(id, {
      netArea: regionArea(regions),
      grossArea: area(polygon),
      perimeter: regions
        .flatMap(({ outer, holes }) => [outer, ...holes].flatMap(edges))
        .reduce((sum, [a, b]) => sum + distance(a, b), 0),
    })
  }
  return answer
})
