import { z } from 'zod'
import { area } from '../geometry/polygon.ts'
import { lengthIn, polygonIn } from '../input/input-units.ts'
import { refuseWithoutFloor } from './fit/refuse-without-floor.ts'
import { cleanHoles, cleanPolygon } from './input/plan-input.ts'
import { levelOutline } from './levels/level-outline.ts'
import { requireLevel } from './nodes/require-node.ts'
import type { Operation } from './operation.ts'
import { guardIssues } from './railings/guard-issues.ts'
import { refuseLaidTwice } from './rooms/plan-overlap.ts'
import { SceneEdit } from './scene-edit.ts'

const input = z.strictObject({
  polygon: polygonIn().optional(),
  levelId: z.string().optional(),
  thickness: lengthIn(0.01, 3).optional(),
  top: lengthIn(-10, 10).optional(),
  holes: z.array(polygonIn()).max(64).optional(),
})

/** Superseded by `set_element`, which runs it; files of calls still use it. */
export const createSlab: Operation<z.infer<typeof input>> = {
  name: 'create_slab',
  isSuperseded: true,
  description:
    'Lays a floor slab, downward from `top` (0: the floor of the level). Without a polygon it covers the whole level, to the outer faces of its walls. Rooms made by create_room have theirs already.',
  input,
  refusals: [
    'invalid_input',
    'invalid_polygon',
    'node_not_found',
    'wrong_kind',
    'collides',
    'limit_exceeded',
  ],
  run(scene, { polygon, levelId, thickness, top, holes = [] }) {
    const level = requireLevel(scene, levelId)
    const outline = polygon ? cleanPolygon(polygon, 'polygon') : levelOutline(scene, level.id)
    const edit = new SceneEdit(scene)
    const slab = edit.add('slab', level.id, {
      polygon: outline,
      thickness,
      top,
      holes: cleanHoles(holes, outline, 'holes'),
    })
    refuseLaidTwice(scene, slab)
    refuseWithoutFloor(scene, edit.scene)
    const cut = slab.holes.reduce((sum, hole) => sum + area(hole), 0)
    return {
      scene: edit.scene,
      result: { slabId: slab.id, area: area(slab.polygon) - cut },
      issues: guardIssues(edit.scene, slab, slab.holes),
    }
  },
}
