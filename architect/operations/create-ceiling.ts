import { z } from 'zod'
import { area } from '../geometry/polygon.ts'
import { lengthIn, polygonIn } from '../input/input-units.ts'
import { cleanHoles, cleanPolygon } from './input/plan-input.ts'
import { levelOutline } from './levels/level-outline.ts'
import { requireLevel } from './nodes/require-node.ts'
import type { Operation } from './operation.ts'
import { refuseLaidTwice } from './rooms/plan-overlap.ts'
import { SceneEdit } from './scene-edit.ts'

const input = z.strictObject({
  polygon: polygonIn().optional(),
  levelId: z.string().optional(),
  height: lengthIn(0.5, 60).optional(),
  holes: z.array(polygonIn()).max(64).optional(),
})

/** Superseded by `set_element`, which runs it; files of calls still use it. */
export const createCeiling: Operation<z.infer<typeof input>> = {
  name: 'create_ceiling',
  isSuperseded: true,
  description:
    'Hangs a ceiling with its lower face at `height` above the floor, or else just under the tops of the walls. Without a polygon it covers the whole level. Rooms made by create_room have theirs already.',
  input,
  refusals: [
    'invalid_input',
    'invalid_polygon',
    'node_not_found',
    'wrong_kind',
    'collides',
    'limit_exceeded',
  ],
  run(scene, { polygon, levelId, height, holes = [] }) {
    const level = requireLevel(scene, levelId)
    const outline = polygon ? cleanPolygon(polygon, 'polygon') : levelOutline(scene, level.id)
    const edit = new SceneEdit(scene)
    const ceiling = edit.add('ceiling', level.id, {
      polygon: outline,
      height,
      holes: cleanHoles(holes, outline, 'holes'),
    })
    refuseLaidTwice(scene, ceiling)
    const cut = ceiling.holes.reduce((sum, hole) => sum + area(hole), 0)
    const result = { ceilingId: ceiling.id, area: area(ceiling.polygon) - cut }
    return { scene: edit.scene, result }
  },
}
