import { z } from 'zod'
import { counterClockwise, type Polygon } from '../geometry/polygon.ts'
import { difference, intersection, regionArea, ringsOf } from '../geometry/regions.ts'
import { lengthIn, polygonIn } from '../input/input-units.ts'
import { levelFrames } from '../kernel/levels.ts'
import { type RoofShape, roofShape } from '../kernel/roofs/roof-shape.ts'
import type { Issue } from '../scene/issue.ts'
import { type NodeOf, ROOF_TYPES } from '../scene/nodes.ts'
import { nodesOf, type Scene } from '../scene/scene.ts'
import { quantize } from '../scene/units.ts'
import { refuseRoof } from './fit/refuse-misfits.ts'
import { AREA_MIN_M2, cleanPolygon } from './input/plan-input.ts'
import { builtRegions, levelOutline, levelRegions } from './levels/level-outline.ts'
import { requireNode } from './nodes/require-node.ts'
import type { Operation } from './operation.ts'
import { Refusal } from './refusal.ts'
import { SceneEdit } from './scene-edit.ts'

const input = z.strictObject({
  roofType: z.enum(ROOF_TYPES),
  levelId: z.string().optional().describe('Absent: the uppermost'),
  polygon: polygonIn().optional(),
  pitch: z.number().min(0).max(75).optional(),
  overhang: lengthIn(0, 3).optional(),
  thickness: lengthIn(0.02, 1).optional(),
  ridge: z.number().min(-360).max(360).optional(),
})

export const createRoof: Operation<z.infer<typeof input>> = {
  name: 'create_roof',
  description:
    'Puts a roof on the walls of a level and adds its overhang. It covers a polygon or everything built there. Returns its heights and how much of the level it leaves uncovered.',
  input,
  refusals: [
    'invalid_input',
    'invalid_polygon',
    'node_not_found',
    'wrong_kind',
    'collides',
    'limit_exceeded',
  ],
  run(scene, { roofType, levelId, polygon, ...fields }) {
    const level = requireTopLevel(scene, levelId)
    const outline = polygon ? cleanPolygon(polygon, 'polygon') : levelOutline(scene, level.id)
    const edit = new SceneEdit(scene)
    const roof = edit.add('roof', level.id, {
      ...fields,
      roofType,
      polygon: outline,
    })
    refuseRoof(edit.scene, roof)
    const shape = roofShape(edit.scene, roof.id) as RoofShape
    const built = ringsOf(builtRegions(scene, level.id))
    const result = {
      roofId: roof.id,
      ridgeHeight: quantize(shape.ridgeHeight),
      eavesHeight: quantize(shape.eavesHeight),
      coveredArea: quantize(shape.coveredArea),
      uncoveredArea: quantize(regionArea(difference(built, [outline]))),
    }
    return { scene: edit.scene, result, issues: underLevel(scene, roof) }
  },
}

/**
 * The level with this id, or the uppermost of the only building. Throws `Refusal` where it is
 * ambiguous.
 */
function requireTopLevel(scene: Scene, id: string | undefined): NodeOf<'level'> {
  if (id !== undefined) return requireNode(scene, id, ['level'], 'levelId')
  const buildings = nodesOf(scene, 'building')
  const levels = nodesOf(scene, 'level').sort((a, b) => b.index - a.index)
  if (buildings.length === 1 && levels.length > 0) return levels[0]
  throw new Refusal(
    'invalid_input',
    'levelId is needed, because there is not exactly one building with levels.',
    {
      param: 'levelId',
      details: { levels: levels.map((level) => level.id) },
    },
  )
}

/**
 * A warning for a roof under rooms of the storey above. Next to them, as over a porch, a roof is
 * fine.
 */
function underLevel(scene: Scene, roof: NodeOf<'roof'>): Issue[] {
  const above = levelFrames(scene).get(roof.parent!)!.above
  if (above === undefined) return []
  const rings: Polygon[] = ringsOf(levelRegions(scene, above))
  const shared = regionArea(intersection([counterClockwise(roof.polygon)], rings))
  if (shared < AREA_MIN_M2) return []
  return [
    {
      code: 'roof.under_level',
      severity: 'warning',
      nodeIds: [roof.id, above],
      message: `${shared.toFixed(1)} m² of ${roof.id} are under the rooms of ${above}.`,
    },
  ]
}
