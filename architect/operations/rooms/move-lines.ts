import type { LineMove } from '../../dimensions/solve-dimensions.ts'
import { dot, leftOf, type Point } from '../../geometry/point.ts'
import { nodeOf } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'
import { INVALID_CODES } from '../fit/refuse-invalid.ts'
import { MISFIT_CODES } from '../fit/refuse-misfits.ts'
import { RESOLVE_ITEMS_CODES } from '../fit/resolve-items.ts'
import type { RefusalCode } from '../refusal.ts'
import type { SceneEdit } from '../scene-edit.ts'
import { MOVE_LINE_CODES, moveWallLine } from '../walls/move-line.ts'
import { wallLineOf } from '../walls/wall-lines.ts'
import type { PlanLine } from './plan-lines.ts'

/** Codes with which the edits refuse that move the lines around a room. */
export const MOVE_LINES_CODES: readonly RefusalCode[] = [
  ...new Set([
    'node_not_found' as const,
    'wrong_kind' as const,
    'no_wall' as const,
    'no_space' as const,
    ...MOVE_LINE_CODES,
    ...INVALID_CODES,
    ...MISFIT_CODES,
    ...RESOLVE_ITEMS_CODES,
  ]),
]

/**
 * Moves wall lines by what the solver found. The line that is foremost in the direction of its move
 * goes first, so that the way of each is free.
 */
export function moveLines(
  edit: SceneEdit,
  lines: readonly PlanLine[],
  moves: readonly LineMove[],
  towards: Point,
): void {
  const byId = new Map(lines.map((line) => [line.id, line]))
  const order = moves
    .map(({ id, by }) => ({ line: byId.get(id)!, by }))
    .sort((a, b) => Math.sign(b.by) - Math.sign(a.by) || Math.sign(a.by) * (b.line.at - a.line.at))
  for (const { line, by } of order) {
    const wallId = line.wallIds.find((id) => nodeOf(edit.scene, id, 'wall'))
    if (wallId === undefined) continue
    const wallLine = wallLineOf(edit.scene, wallId)
    const isLeft = dot(leftOf(wallLine.direction), towards) > 0
    moveWallLine(edit, wallLine, quantize(isLeft ? by : -by))
  }
}
