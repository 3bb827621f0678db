import { centroid } from '../../geometry/polygon.ts'
import { isInside } from '../../kernel/exposure.ts'
import type { LevelFrame } from '../../kernel/levels.ts'
import type { Fix } from '../../scene/issue.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { inSpace } from '../places.ts'
import type { Rule } from '../rule.ts'
import { OUTSIDE, type RoomGraph, reachedFrom, roomGraph } from '../walking/room-graph.ts'
import { wallFor } from '../walking/wall-between.ts'

export const roomAccess: Rule = {
  codes: { 'room.unreachable': 'error' },
  about: 'Rooms to which no way leads from outside, through doors, openings and stairs.',
  *run(scene, levels) {
    const graph = roomGraph(scene)
    const reached = reachedFrom(graph, OUTSIDE)
    for (const level of levels) {
      for (const zone of childrenOf(scene, level.id, 'zone')) {
        if (reached.has(zone.id) || !isInside(scene, level.id, zone.id)) continue
        const fix = doorFor(scene, level, zone, graph, reached)
        yield {
          code: 'room.unreachable',
          nodeIds: [zone.id],
          message:
            graph.entrances.length === 0
              ? `No door leads from outside into the building, so that ${zone.id} cannot be reached.`
              : `No way leads from the entrance to ${zone.id}.`,
          at: inSpace(centroid(zone.polygon), level.elevation),
          ...(fix && { fix }),
        }
      }
    }
  },
}

/** A door to a reached room; where no room is reached, on the ground floor, to the outside. */
function doorFor(
  scene: Scene,
  { id, index }: LevelFrame,
  zone: NodeOf<'zone'>,
  { entrances }: RoomGraph,
  reached: Set<string>,
): Fix | null {
  const place = wallFor(scene, id, zone.id, DOOR_STRETCH_M, (other) =>
    other.isOutdoors
      ? index === 0 && entrances.length === 0
      : other.zone !== null && reached.has(other.zone),
  )
  return place && { tool: 'add_door', arguments: place }
}

/** Length of wall for a door of 0.9 m with a pier on both sides, in metres. */
const DOOR_STRETCH_M = 1
