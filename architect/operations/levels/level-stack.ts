import { z } from 'zod'
import { levelFrames } from '../../kernel/levels.ts'
import type { Issue } from '../../scene/issue.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { Refusal } from '../refusal.ts'
import type { SceneEdit } from '../scene-edit.ts'

/** Where a new level goes in its building: at an end of the stack, or at an index. */
export const levelPosition = z.union([z.enum(['above', 'below']), z.int().min(-20).max(200)], {
  error: 'Use above, below or an index: 0 is the ground floor',
})
export type LevelPosition = z.infer<typeof levelPosition>

/** Default label of a level. */
export function levelLabel(index: number): string {
  if (index === 0) return 'Ground floor'
  if (index > 0) return `Floor ${index}`
  return index === -1 ? 'Basement' : `Basement ${-index}`
}

/**
 * Finds the index for a new level. An existing level at that index, and those beyond it, move one
 * index away from the ground: up at 0 and above, down below it. A default label changes with the
 * index.
 */
export function shiftLevels(
  edit: SceneEdit,
  building: string,
  position: LevelPosition,
): { index: number; shifted: { levelId: string; from: number; to: number }[] } {
  const levels = childrenOf(edit.scene, building, 'level')
  const indexes = levels.map((level) => level.index)
  const [lowest, highest] = [Math.min(0, ...indexes), Math.max(-1, ...indexes)]
  const index = position === 'above' ? highest + 1 : position === 'below' ? lowest - 1 : position
  if (index > highest + 1 || index < lowest - 1)
    throw new Refusal(
      'invalid_input',
      `The storeys of ${building} go from ${lowest} to ${highest}, so ${index} would leave a gap. Use ${lowest - 1}, ${highest + 1} or an index between them.`,
      { param: 'position', details: { lowest: lowest - 1, highest: highest + 1 } },
    )
  if (!indexes.includes(index)) return { index, shifted: [] }
  const shifted = levels
    .filter((level) => (index >= 0 ? level.index >= index : level.index <= index))
    .map((level) => ({ level, to: level.index + (index >= 0 ? 1 : -1) }))
  for (const { level, to } of shifted) {
    const isUsual = level.label === levelLabel(level.index)
    edit.change(level.id, { index: to, label: isUsual ? levelLabel(to) : level.label })
  }
  return {
    index,
    shifted: shifted.map(({ level, to }) => ({ levelId: level.id, from: level.index, to })),
  }
}

/**
 * Adjusts the nodes around a new level between others: a stair that led past it now leads to it,
 * since the storey that it climbs is as high as before. Roofs below the new level stay, with a
 * warning.
 */
export function settleLevel(
  edit: SceneEdit,
  levelId: string,
): { retargeted: string[]; issues: Issue[] } {
  const frames = levelFrames(edit.scene)
  const frame = frames.get(levelId)!
  const isPast = (stair: NodeOf<'stair'>): boolean =>
    stair.parent === frame.below && stair.toLevel === frame.above
  const retargeted = nodesOf(edit.scene, 'stair').filter(isPast)
  for (const { id } of retargeted) edit.change(id, { toLevel: levelId })
  const issues = roofsUnder(edit.scene, frame.below).map((roof) => ({
    code: 'roof.under_level',
    severity: 'warning' as const,
    nodeIds: [roof.id, levelId],
    message: `${roof.id} is on ${roof.parent}, which now has ${levelId} above it.`,
    fix: {
      tool: 'apply_patch',
      arguments: { ops: [{ op: 'change', id: roof.id, parent: levelId }] },
    },
  }))
  return { retargeted: retargeted.map((stair) => stair.id), issues }
}

function roofsUnder(scene: Scene, level: string | undefined): NodeOf<'roof'>[] {
  return level === undefined ? [] : childrenOf(scene, level, 'roof')
}
