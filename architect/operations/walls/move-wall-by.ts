import { add, type Point, scale } from '../../geometry/point.ts'
import type { Issue } from '../../scene/issue.ts'
import { childrenOf } from '../../scene/scene.ts'
import { formatLength } from '../input/format-length.ts'
import type { SceneEdit } from '../scene-edit.ts'
import { surroundingsOf } from './line-joints.ts'
import { type LineMove, moveWallLine } from './move-line.ts'
import { acrossOf, alongOf, type WallLine, wallLineOf, wallSegmentOf } from './wall-lines.ts'

/** `line`: the whole run of a wall; `segment`: the wall alone, with jogs where the run goes on. */
export const MOVE_SCOPES = ['line', 'segment'] as const
export type MoveScope = (typeof MOVE_SCOPES)[number]

/** Greatest distance that one edit moves a node, in metres. */
export const MOVE_MAX_M = 1_000
/** Movements along a line that are shorter than this are none, in metres. */
const ALONG_MIN_M = 5e-5

/**
 * Moves the line of a wall, or the wall alone, by `[x, z]` metres. The part of the movement along
 * the line is made only where the line meets no other wall; else an issue states that it was left
 * out.
 */
export function moveWallBy(
  edit: SceneEdit,
  wallId: string,
  by: Point,
  scope: MoveScope,
): { line: WallLine; move: LineMove; issues: Issue[] } {
  const line = scope === 'line' ? wallLineOf(edit.scene, wallId) : wallSegmentOf(edit.scene, wallId)
  const along = alongOf(line, by)
  const issues: Issue[] = []
  const isAlong = Math.abs(along) > ALONG_MIN_M
  const isFree = isAlong && isFreeLine(edit, line)
  const move = moveWallLine(edit, line, acrossOf(line, by))
  if (!isAlong) return { line, move, issues }
  if (isFree) {
    shiftAlong(edit, line, along)
    const moved = [...new Set([...move.moved, ...line.wallIds])]
    return { line, move: { ...move, moved }, issues }
  }
  issues.push({
    code: 'wall.moved_across_only',
    severity: 'warning',
    nodeIds: line.wallIds,
    message: `The ${formatLength(Math.abs(along))} along the wall were left out: other walls meet it, so that it moves across only.`,
  })
  return { line, move, issues }
}

/** True for a line that no other wall meets. */
function isFreeLine(edit: SceneEdit, line: WallLine): boolean {
  const { joints, sideEnds } = surroundingsOf(edit.scene, line)
  return (
    sideEnds.length === 0 &&
    joints.every(({ others, host, continuing }) => others.length === 0 && !host && !continuing)
  )
}

function shiftAlong(edit: SceneEdit, line: WallLine, along: number): void {
  const by = scale(line.direction, along)
  const ids = new Set(line.wallIds)
  for (const wall of childrenOf(edit.scene, line.levelId, 'wall'))
    if (ids.has(wall.id))
      edit.change(wall.id, { start: add(wall.start, by), end: add(wall.end, by) })
  for (const { id, host, position } of childrenOf(edit.scene, line.levelId, 'item')) {
    const [x, y, z] = position
    if (host && ids.has(host)) edit.change(id, { position: [x + by[0], y, z + by[1]] })
  }
}
