import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import type { Fix } from '../../scene/issue.ts'
import { quantize } from '../../scene/units.ts'
import { inSpace, metres } from '../places.ts'
import { type RoomWindow, roomWindows } from '../room-windows.ts'
import type { Rule } from '../rule.ts'

/** A millimetre under the ground is rounding. */
const ROUNDING_M = 0.001
/** How far over the ground walls keep dry, in metres: 6 in (IRC R404.1.6). */
const OVER_GROUND_M = 0.15
/** A window lower than this is a slit, in metres. */
const HEIGHT_MIN_M = 0.3

export const windowGround: Rule = {
  codes: { 'window.below_ground': 'warning' },
  about:
    'Windows of rooms whose sill is under the ground of the site, without a sunken terrace before them.',
  *run(scene, levels) {
    for (const { id, elevation } of levels) {
      const shapes = wallShapes(scene, id)
      for (const { window, beyond, at } of roomWindows(scene, id)) {
        if (window.kind === 'door') continue
        const under = -(elevation + window.sill)
        // A terrace of the level before the window is dug as deep as the level.
        if (under < ROUNDING_M || beyond !== null) continue
        const wall = shapes.get(window.parent!)
        const fix = wall ? raised(window, elevation, wall.top - wall.base) : null
        yield {
          code: 'window.below_ground',
          nodeIds: [window.id],
          message: `The sill of ${window.id} is ${metres(under)} under the ground.`,
          at: inSpace(at, elevation + window.sill),
          ...(fix && { fix }),
        }
      }
    }
  },
}

/** The window above the ground, as high as its wall lets it be; null where that is a slit. */
function raised(window: RoomWindow['window'], elevation: number, top: number): Fix | null {
  const sill = quantize(OVER_GROUND_M - elevation)
  const height = quantize(Math.min(window.height, top - sill))
  if (height < HEIGHT_MIN_M) return null
  return { tool: 'edit_opening', arguments: { id: window.id, sill, height } }
}
