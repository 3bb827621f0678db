import { mix, type Point } from '../../geometry/point.ts'
import { contains, distanceToBorder } from '../../geometry/polygon.ts'
import type { Issue } from '../../scene/issue.ts'
import type { NodeOf, SceneNode } from '../../scene/nodes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'

/** A wall whose middle is nearer to the border than this is one of the room's, in metres. */
const BORDER_M = 0.05

/**
 * An issue for the stairs, columns, beams, railings and free walls that stood in a room and stay
 * where they are while it moves. `before` is the scene with the room where it was.
 */
export function leftInRoom(before: Scene, after: Scene, zone: NodeOf<'zone'>): Issue[] {
  const left = childrenOf(before, zone.parent!).filter((node) => {
    const at = standsAt(node)
    return at !== null && after.nodes[node.id] === node && isWithin(zone, at)
  })
  if (left.length === 0) return []
  const names = left.map(({ id, label }) => (label ? `${label} (${id})` : id))
  return [
    {
      code: 'room.left_behind',
      severity: 'warning',
      nodeIds: left.map(({ id }) => id),
      message: `${names.join(', ')} ${left.length === 1 ? 'stays' : 'stay'} in place: a room moves with its openings, holes, furniture and notes alone.`,
    },
  ]
}

const isWithin = ({ polygon }: NodeOf<'zone'>, at: Point): boolean =>
  contains(polygon, at) && distanceToBorder(polygon, at) > BORDER_M

/** Where a thing that a room leaves behind stands; null for what moves with it or bounds it. */
function standsAt(node: SceneNode): Point | null {
  switch (node.kind) {
    case 'stair':
    case 'column':
      return node.position
    case 'beam':
    case 'wall':
      return mix(node.start, node.end, 0.5)
    case 'railing':
    case 'fence':
      return mix(node.path[0], node.path[1], 0.5)
    case 'site':
    case 'building':
    case 'level':
    case 'door':
    case 'window':
    case 'opening':
    case 'item':
    case 'zone':
    case 'slab':
    case 'ceiling':
    case 'roof':
    case 'annotation':
      return null
  }
}
