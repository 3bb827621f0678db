import type { Fix } from '../../scene/issue.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import { inSpace } from '../places.ts'
import type { Rule } from '../rule.ts'
import { type Passage, passagesOf } from '../walking/passages.ts'
import { OUTSIDE, reachedFrom, roomGraph } from '../walking/room-graph.ts'
import { wallFor } from '../walking/wall-between.ts'

/** Length of wall for a door of 0.9 m with a pier on both sides, in metres. */
const DOOR_STRETCH_M = 1

export const bathKitchen: Rule = {
  codes: { 'room.bath_into_kitchen': 'warning' },
  about:
    'Doors between a bath or a toilet and a kitchen: a design target that goes beyond the door between them that Approved Document G (England) requires.',
  *run(scene, levels) {
    for (const { id, elevation } of levels) {
      const passages = passagesOf(scene, id)
      for (const passage of passages) {
        const wet = wetInto(scene, passage)
        if (wet === null) continue
        const fix = otherDoor(scene, id, passage, wet, passages)
        yield {
          code: 'room.bath_into_kitchen',
          nodeIds: [passage.id, wet],
          message: `${passage.id} leads from the kitchen directly into ${wet}.`,
          at: inSpace(passage.middle, elevation),
          ...(fix && { fix }),
        }
      }
    }
  },
}

/** The bath or toilet of a door whose other side is a kitchen; null for any other door. */
function wetInto(scene: Scene, { left, right }: Passage): string | null {
  const [a, b] = [left, right].map(({ zone }) => zone && nodeOf(scene, zone, 'zone'))
  if (!a || !b) return null
  const isWet = ({ roomType }: { roomType: string }) =>
    roomType === 'bathroom' || roomType === 'toilet'
  if (a.roomType === 'kitchen' && isWet(b)) return b.id
  return b.roomType === 'kitchen' && isWet(a) ? a.id : null
}

/** Without the door where the room has another, else with its door in the wall to another room. */
function otherDoor(
  scene: Scene,
  levelId: string,
  passage: Passage,
  wet: string,
  passages: readonly Passage[],
): Fix | null {
  const others = passages.filter(
    ({ id, left, right }) => id !== passage.id && (left.zone === wet || right.zone === wet),
  )
  const graph = roomGraph(scene)
  const reached = reachedFrom(graph, OUTSIDE, passage.id)
  const kitchen = passage.left.zone === wet ? passage.right.zone : passage.left.zone
  // The only way into a kitchen stays where it is.
  if (!reached.has(kitchen!)) return null
  if (reached.has(wet) && others.some((other) => wetInto(scene, other) === null))
    return { tool: 'delete_node', arguments: { ids: [passage.id] } }
  const door = nodeOf(scene, passage.id, 'door')
  const place = wallFor(scene, levelId, wet, DOOR_STRETCH_M, ({ zone }) => {
    const type = zone === null ? null : nodeOf(scene, zone, 'zone')!.roomType
    return type !== null && reached.has(zone!) && (type === 'hall' || type === 'corridor')
  })
  if (!door || !place) return null
  const { width, height, doorType } = door
  return {
    tool: 'apply_patch',
    arguments: {
      ops: [
        { op: 'remove', id: passage.id },
        {
          op: 'add',
          kind: 'door',
          parent: place.wallId,
          set: { offset: place.offset, width, height, sill: 0, doorType },
        },
      ],
    },
  }
}
