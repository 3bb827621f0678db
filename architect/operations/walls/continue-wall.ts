import { distance, nearestOnSegment, type Point } from '../../geometry/point.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, nodeOf, nodesOf, openingsOf } from '../../scene/scene.ts'
import type { SceneEdit } from '../scene-edit.ts'
import { ON_LINE_M } from './wall-meeting.ts'

type Wall = NodeOf<'wall'>

/**
 * Joins a wall with those that continue it in one line; returns the id of the joined wall, if there
 * is one.
 */
export function continueWall(edit: SceneEdit, levelId: string, id: string): string | null {
  let joined: string | null = null
  for (const side of ['start', 'end'] as const) {
    const wall = nodeOf(edit.scene, joined ?? id, 'wall')
    if (!wall) return joined
    const at = wall[side]
    const others = childrenOf(edit.scene, levelId, 'wall').filter(
      (other) =>
        other.id !== wall.id && nearestOnSegment(at, other.start, other.end).distance <= ON_LINE_M,
    )
    const [other] = others
    if (others.length === 1 && isOneLine(wall, other, at)) joined = joinWalls(edit, wall, other, at)
  }
  return joined
}

function isOneLine(a: Wall, b: Wall, at: Point): boolean {
  if (a.sagitta !== 0 || b.sagitta !== 0) return false
  if (a.thickness !== b.thickness || a.height !== b.height) return false
  if (a.label !== b.label || !looksAlike(a, b, at)) return false
  const [far, further] = [farEnd(a, at), farEnd(b, at)]
  // Within a tenth of a millimetre, so that no corner that was drawn on purpose is lost.
  const { distance: deviation, share } = nearestOnSegment(at, far, further)
  return deviation < 1e-4 && share > 0 && share < 1
}

/** Finishes belong to the left and right face, and the two walls may have opposite directions. */
function looksAlike(a: Wall, b: Wall, at: Point): boolean {
  if (!a.finishes && !b.finishes) return true
  const isSameWay = farEnd(a, at) === a.start ? farEnd(b, at) === b.end : farEnd(b, at) === b.start
  return isSameWay && JSON.stringify(a.finishes) === JSON.stringify(b.finishes)
}

const farEnd = (wall: Wall, at: Point): Point =>
  distance(wall.start, at) <= distance(wall.end, at) ? wall.end : wall.start

/**
 * Joins two walls at a shared end. The older one stays, with its direction; the other is removed.
 */
function joinWalls(edit: SceneEdit, a: Wall, b: Wall, at: Point): string {
  const number = ({ id }: Wall) => Number.parseInt(id.slice(id.lastIndexOf('_') + 1), 10)
  const [older, removed] = number(a) <= number(b) ? [a, b] : [b, a]
  const isAfter = distance(older.end, at) <= distance(older.start, at)
  const far = farEnd(removed, at)
  const [olderLength, removedLength] = [wallPath(older).length, wallPath(removed).length]
  for (const opening of openingsOf(edit.scene, older.id))
    if (!isAfter) edit.change(opening.id, { offset: opening.offset + removedLength })
  edit.change(older.id, isAfter ? { end: [...far] } : { start: [...far] })
  for (const opening of openingsOf(edit.scene, removed.id)) {
    // Measured from the shared end, whatever the direction of the removed wall.
    const fromCorner =
      distance(removed.start, at) <= distance(removed.end, at)
        ? opening.offset
        : removedLength - opening.offset
    const turned = distance(removed.start, at) <= distance(removed.end, at) !== isAfter
    edit.change(opening.id, {
      parent: older.id,
      offset: isAfter ? olderLength + fromCorner : removedLength - fromCorner,
      ...(turned && opening.kind === 'door' ? mirrorDoor(opening) : {}),
    })
  }
  for (const item of nodesOf(edit.scene, 'item'))
    if (item.host === removed.id) edit.change(item.id, { host: older.id })
  edit.remove([removed.id])
  return older.id
}

/** The hinge and swing of a door in a wall of the opposite direction. */
export const mirrorDoor = ({ hinge, swing }: NodeOf<'door'>) => ({
  hinge: hinge === 'start' ? ('end' as const) : ('start' as const),
  swing: swing === 'left' ? ('right' as const) : ('left' as const),
})
