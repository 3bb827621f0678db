import { z } from 'zod'
import { area, counterClockwise } from '../geometry/polygon.ts'
import { lengthIn, polygonIn } from '../input/input-units.ts'
import type { Fix } from '../scene/issue.ts'
import type { Scene } from '../scene/scene.ts'
import { quantize } from '../scene/units.ts'
import { firstFix, orFix } from './fit/first-fix.ts'
import { itemsField } from './fit/items-mode.ts'
import { resolveItems } from './fit/resolve-items.ts'
import { buildingSizes } from './levels/building-sizes.ts'
import { requireLevel } from './nodes/require-node.ts'
import { openingsBelow } from './openings/openings-below.ts'
import type { Operation, Outcome } from './operation.ts'
import type { Refusal } from './refusal.ts'
import { layFloor } from './rooms/lay-floor.ts'
import { centreOutline, outlineFields } from './rooms/outline-request.ts'
import { SceneEdit } from './scene-edit.ts'
import { outlineFix } from './walls/outline-fix.ts'
import { outlineWalls } from './walls/outline-walls.ts'

const input = z.strictObject({
  footprint: polygonIn().describe('Corners [x, z]'),
  ...outlineFields,
  levelId: z.string().optional(),
  wallHeight: lengthIn(0.3, 60).optional(),
  wallThickness: lengthIn(0.02, 2)
    .optional()
    .describe('That of the building, or 0.3 m, where absent'),
  createSlab: z.boolean().default(true),
  createCeiling: z.boolean().default(true),
  items: itemsField(),
})
type Given = z.infer<typeof input>
type Input = Given & { wallThickness: number }

/**
 * Makes the outer walls of a storey, to be divided into rooms. Superseded by `create_room` without
 * its zone; files of calls still use it.
 */
export const createStoryShell: Operation<Given> = {
  name: 'create_story_shell',
  isSuperseded: true,
  description:
    'Makes the outer walls, the floor slab and the ceiling of a storey in one call, without rooms. Rooms drawn along them use these walls.',
  input,
  refusals: [
    'invalid_input',
    'node_not_found',
    'wrong_kind',
    'invalid_polygon',
    'wall_too_short',
    'wall_overlaps',
    'wall_curved',
    'opening_overlap',
    'collides',
    'limit_exceeded',
  ],
  run(scene, request) {
    const level = requireLevel(scene, request.levelId)
    const { outerWallThickness, wallHeight } = buildingSizes(scene, level.id)
    const given = {
      ...request,
      wallThickness: request.wallThickness ?? outerWallThickness,
      wallHeight: request.wallHeight ?? wallHeight,
    }
    return orFix(
      () => makeShell(scene, given, level.id),
      (refusal) => ({ fix: shellFix(scene, given, level.id, refusal) }),
    )
  },
}

function shellFix(scene: Scene, given: Input, levelId: string, refusal: Refusal): Fix | null {
  const tool = createStoryShell.name
  const make = (_: Scene, call: Input) => makeShell(scene, call, levelId)
  if (refusal.param === 'items') return firstFix(tool, make, scene, [{ ...given, items: 'shift' }])
  const { footprint: outline, wallThickness: thickness } = given
  return outlineFix(
    { tool, scene, levelId, outline, refusal, thickness },
    (footprint) => ({ ...given, footprint }),
    make,
  )
}

function makeShell(scene: Scene, given: Input, levelId: string): Outcome {
  const request = { ...given, polygon: given.footprint, thickness: given.wallThickness }
  const drawn = centreOutline(scene, levelId, request, 'footprint')
  const { corners, snapped } = drawn
  const outline = counterClockwise(drawn.outline)
  const edit = new SceneEdit(scene)
  const looks = { thickness: given.wallThickness, height: given.wallHeight }
  const { wallIds, issues, ...laid } = outlineWalls(edit, levelId, corners, looks, drawn.sagittas)
  const slabIds = given.createSlab ? layFloor(edit, levelId, 'slab', outline) : []
  const ceilingIds = given.createCeiling ? layFloor(edit, levelId, 'ceiling', outline) : []
  const resolved = resolveItems(scene, edit, given.items)
  return {
    scene: edit.scene,
    result: {
      wallIds: [...new Set(wallIds.flat())],
      wallIdsByEdge: wallIds,
      slabId: slabIds[0],
      ceilingId: ceilingIds[0],
      ...laid,
      snapped,
      ...resolved.items,
      grossArea: quantize(area(outline)),
    },
    issues: [...resolved.issues, ...issues, ...openingsBelow(scene, edit.scene, levelId)],
  }
}
