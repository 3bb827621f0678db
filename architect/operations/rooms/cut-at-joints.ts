import { distance, type Point } from '../../geometry/point.ts'
import { wallNetwork } from '../../kernel/walls/wall-network.ts'
import { Refusal } from '../refusal.ts'
import type { SceneEdit } from '../scene-edit.ts'
import { ON_LINE_M } from '../walls/wall-meeting.ts'
import { splitWall } from '../walls/wall-split.ts'

/** A wall that could not be cut where another ends at its side, and why. */
export interface UncutWall {
  wallId: string
  message: string
}

/**
 * Cuts these walls where others end at their sides, so that each has one neighbour on each side.
 * Edits that lay walls cut them already; files and patches may have walls that run on.
 */
export function cutAtJoints(
  edit: SceneEdit,
  levelId: string,
  wallIds: ReadonlySet<string>,
): UncutWall[] {
  const cuts = new Map<string, { points: Point[]; clear: number }>()
  for (const { at, ends, host } of wallNetwork(edit.scene, levelId).nodes) {
    const wall = host?.strip.wall
    if (!host || !wall || !wallIds.has(wall.id) || distance(at, host.at) > ON_LINE_M) continue
    const cut = cuts.get(wall.id) ?? { points: [], clear: 0 }
    cut.points.push(at)
    cut.clear = Math.max(cut.clear, ...ends.map(({ strip }) => strip.wall.thickness / 2))
    cuts.set(wall.id, cut)
  }
  return [...cuts].flatMap(([wallId, { points, clear }]): UncutWall[] => {
    const before = edit.scene
    try {
      splitWall(edit, wallId, points, clear)
      return []
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      edit.restore(before)
      return [{ wallId, message: error.message }]
    }
  })
}
