import { levelFrames } from '../../kernel/levels.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import { PASSES_MIN_M } from '../../kernel/walls-from-below.ts'
import { childrenOf, nodesOf } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'
import { metres } from '../places.ts'
import type { Finding, Rule } from '../rule.ts'

/** A wall lower than this is low on purpose, in metres: a parapet, a counter, a balustrade. */
const LOW_WALL_M = 1.8
/** Least reported gap between a wall and the slab that it should carry, in metres. */
const MISS_MIN_M = 0.02

export const levelHeights: Rule = {
  codes: { 'level.empty': 'warning', 'level.height_mismatch': 'warning' },
  about:
    'Levels with nothing on them, and walls that end under the floor above, or stand up through it.',
  *run(scene, levels) {
    for (const { id, building, above, height, elevation } of levels) {
      if (childrenOf(scene, id).length === 0) {
        const others =
          nodesOf(scene, 'level').filter(({ parent }) => parent === building).length - 1
        const finding: Finding = {
          code: 'level.empty',
          nodeIds: [id],
          message: `Nothing is on ${id}.`,
        }
        if (others > 0) finding.fix = { tool: 'delete_node', arguments: { ids: [id] } }
        yield finding
      }
      if (above === undefined) continue
      const thickness = Math.max(
        0,
        ...childrenOf(scene, above, 'slab').map((slab) => slab.thickness),
      )
      const floor = levelFrames(scene).get(above)!.elevation
      const byTop = new Map<number, string[]>()
      for (const wall of childrenOf(scene, id, 'wall')) {
        // A wall without a height of its own follows the level.
        if (wall.height === undefined) continue
        const top = wallShapes(scene, id).get(wall.id)!.top
        if (top - elevation < LOW_WALL_M) continue
        if (top >= floor - thickness - MISS_MIN_M && top <= floor + MISS_MIN_M) continue
        // That of a tall hall goes up past a gallery.
        if (top >= floor + PASSES_MIN_M) continue
        const key = quantize(top - elevation)
        byTop.set(key, [...(byTop.get(key) ?? []), wall.id])
      }
      for (const [top, ids] of byTop) {
        const under = height - thickness
        yield {
          code: 'level.height_mismatch',
          nodeIds: [...ids, id],
          message:
            top < under
              ? `${named(ids)} ${metres(under - top)} under the floor above, which begins at ${metres(under)}.`
              : `${named(ids)} ${metres(top - height)} above the floor above, which is at ${metres(height)}.`,
          fix: { tool: 'edit_wall', arguments: { id: ids[0], height: quantize(under) } },
        }
      }
    }
  },
}

const named = (ids: string[]) =>
  ids.length === 1 ? `${ids[0]} ends` : `${ids.length} walls (${ids[0]} and others) end`
