import { distance, nearestOnSegment, type Point } from '../../geometry/point.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, nodeOf, nodesOf, openingsOf } from '../../scene/scene.ts'
import type { SceneEdit } from '../scene-edit.ts'
import { ON_LINE_M } from './wall-meeting.ts'

type Wall = NodeOf<'wall'>

/** Makes one wall of two that go on from each other in one line; answers the id that stays. */
export function continueWall(edit: SceneEdit, levelId: string, id: string): string | undefined {
  let kept: string | undefined
  for (const side of ['start', 'end'] as const) {
    const wall = nodeOf(edit.scene, kept ?? id, 'wall')
    if (!wall) return kept
    const at = wall[side]
    const others = childrenOf(edit.scene, levelId, 'wall').filter(
      (other) =>
        other.id !== wall.id && nearestOnSegment(at, other.start, other.end).distance <= ON_LINE_M,
    )
    const [other] = others
    if (others.length === 1 && isOneLine(wall, other, at)) kept = joinWalls(edit, wall, other, at)
  }
  return kept
}

function isOneLine(a: Wall, b: Wall, at: Point): boolean {
  if (a.sagitta !== 0 || b.sagitta !== 0) return false
  if (a.thickness !== b.thickness || a.height !== b.height) return false
  // Faces have looks of their own, and the two may have been drawn in opposite directions.
  if (a.finishes || b.finishes || a.label !== b.label) return false
  const [far, further] = [farEnd(a, at), farEnd(b, at)]
  // A tenth of a millimetre: what was drawn with a corner in it keeps its corner.
  const { distance: strays, share } = nearestOnSegment(at, far, further)
  return strays < 1e-4 && share > 0 && share < 1
}

const farEnd = (wall: Wall, at: Point): Point =>
  distance(wall.start, at) <= distance(wall.end, at) ? wall.end : wall.start

/** The older of the two stays, and keeps its direction. */
function joinWalls(edit: SceneEdit, a: Wall, b: Wall, at: Point): string {
  const number = ({ id }: Wall) => Number.parseInt(id.slice(id.lastIndexOf('_') + 1), 10)
  const [kept, gone] = number(a) <= number(b) ? [a, b] : [b, a]
  const isAfter = distance(kept.end, at) <= distance(kept.start, at)
  const far = farEnd(gone, at)
  const [keptLength, goneLength] = [wallPath(kept).length, wallPath(gone).length]
  for (const opening of openingsOf(edit.scene, kept.id))
    if (!isAfter) edit.change(opening.id, { offset: opening.offset + goneLength })
  edit.change(kept.id, isAfter ? { end: [...far] } : { start: [...far] })
  for (const opening of openingsOf(edit.scene, gone.id)) {
    // From the shared corner on, whichever way the wall that goes was drawn.
    const fromCorner =
      distance(gone.start, at) <= distance(gone.end, at)
        ? opening.offset
        : goneLength - opening.offset
    const turned = distance(gone.start, at) <= distance(gone.end, at) !== isAfter
    edit.change(opening.id, {
      parent: kept.id,
      offset: isAfter ? keptLength + fromCorner : goneLength - fromCorner,
      ...(turned && opening.kind === 'door' ? mirrored(opening) : {}),
    })
  }
  for (const item of nodesOf(edit.scene, 'item'))
    if (item.host === gone.id) edit.change(item.id, { host: kept.id })
  edit.remove([gone.id])
  return kept.id
}

const mirrored = ({ hinge, swing }: NodeOf<'door'>) => ({
  hinge: hinge === 'start' ? ('end' as const) : ('start' as const),
  swing: swing === 'left' ? ('right' as const) : ('left' as const),
})
