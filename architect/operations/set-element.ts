import { z } from 'zod'
import { lengthIn, pointIn, polygonIn } from '../input/input-units.ts'
import { valueFault } from '../input/parse-input.ts'
import { POLYGON_CORNERS_MAX, REACH_M } from '../scene/length-schema.ts'
import { COLUMN_OUTLINES, FENCE_STYLES, type Kind, LABEL_CHARACTERS_MAX } from '../scene/nodes.ts'
import type { Scene } from '../scene/scene.ts'
import { addAnnotation } from './add-annotation.ts'
import { createBeam } from './create-beam.ts'
import { createCeiling } from './create-ceiling.ts'
import { createColumn } from './create-column.ts'
import { createFence } from './create-fence.ts'
import { createSlab } from './create-slab.ts'
import { editOfKind, editToolOf } from './edit-kinds.ts'
import { editNode } from './edit-node.ts'
import { unknownField } from './input/node-fields.ts'
import { requireNode } from './nodes/require-node.ts'
import type { Operation, Outcome } from './operation.ts'
import { Refusal } from './refusal.ts'
import { SceneEdit } from './scene-edit.ts'
import { MOVE_MAX_M } from './walls/move-wall-by.ts'

const TOOL = 'set_element'

/** The kinds that it makes, and the edit that makes one. */
const MAKERS = {
  slab: createSlab,
  ceiling: createCeiling,
  column: createColumn,
  beam: createBeam,
  fence: createFence,
  railing: createFence,
  annotation: addAnnotation,
} as const satisfies Partial<Record<Kind, Pick<Operation, 'name' | 'refusals'>>>
type ElementKind = keyof typeof MAKERS
const ELEMENT_KINDS = Object.keys(MAKERS) as [ElementKind, ...ElementKind[]]

const length = lengthIn(-REACH_M, REACH_M)
const angle = z.number().min(-360).max(360)

/** The fields of all its kinds; each kind has its own bounds, which its edit checks. */
const input = z.strictObject({
  id: z.string().optional().describe('What to change; absent: a new one'),
  kind: z.enum(ELEMENT_KINDS).optional(),
  levelId: z.string().optional(),
  label: z.string().max(LABEL_CHARACTERS_MAX).optional(),
  polygon: polygonIn().optional(),
  holes: z.array(polygonIn()).max(64).optional(),
  path: z.array(pointIn()).min(2).max(POLYGON_CORNERS_MAX).optional(),
  start: pointIn().optional(),
  end: pointIn().optional(),
  position: pointIn().optional(),
  rotation: angle.optional(),
  outline: z.enum(COLUMN_OUTLINES).optional(),
  width: length.optional(),
  depth: length.optional(),
  height: length.optional(),
  thickness: length.optional(),
  top: length.optional(),
  style: z.enum(FENCE_STYLES).optional(),
  text: z.string().max(500).optional(),
  unset: z
    .array(z.enum(['polygon', 'height', 'top']))
    .max(3)
    .optional(),
  move: z.array(lengthIn(-MOVE_MAX_M, MOVE_MAX_M)).length(2).optional(),
  rotate: angle.optional(),
})
type Input = z.infer<typeof input>

/**
 * One tool for the kinds that are used less often than walls, rooms and openings: a list of tools
 * that has two for each of them would be longer by a fifth.
 */
export const setElement: Operation<Input> = {
  name: TOOL,
  description:
    'Makes an element of a kind, or changes one or the site (id). A slab without a polygon covers the whole level, downward from `top`; a ceiling has its underside at `height`; a column and a beam reach up to the tops of the walls. A fence without levelId stands on the ground of the site. Rooms have slabs and ceilings already. An annotation is a note in the plan.',
  input,
  refusals: [
    ...new Set([
      ...editNode.refusals,
      ...Object.values(MAKERS).flatMap(({ refusals }) => refusals),
    ]),
  ],
  run: (scene, given) => (given.id === undefined ? made(scene, given) : changed(scene, given)),
}

function made(scene: Scene, { kind, label, ...given }: Input): Outcome {
  if (kind === undefined)
    throw new Refusal('invalid_input', 'Give the kind of a new element, or the id of one.', {
      param: 'kind',
    })
  if (kind === 'railing' && given.style !== undefined) throw unknownField(kind, 'style', 'style')
  const fields = kind === 'railing' ? { ...given, style: 'railing' } : given
  const outcome = run(MAKERS[kind] as Operation<unknown>, kind, scene, fields)
  if (label === undefined) return outcome
  const edit = new SceneEdit(outcome.scene)
  edit.change(`${outcome.result[`${kind}Id`]}`, { label })
  return { ...outcome, scene: edit.scene }
}

function changed(scene: Scene, { kind, levelId, ...fields }: Input): Outcome {
  const node = requireNode(scene, fields.id!)
  if (editToolOf(node.kind) !== TOOL)
    throw new Refusal(
      'wrong_kind',
      `${node.id} is a ${node.kind}; use ${editToolOf(node.kind) ?? 'set_building'}.`,
      { param: 'id', nodeIds: [node.id] },
    )
  if (levelId !== undefined || (kind !== undefined && kind !== node.kind))
    throw new Refusal('invalid_input', `${node.id} stays a ${node.kind} on its level.`, {
      param: levelId === undefined ? 'kind' : 'levelId',
      nodeIds: [node.id],
    })
  return run(editOfKind(node.kind, TOOL) as Operation<unknown>, node.kind, scene, fields)
}

/** Makes the edit of one kind, which has fewer fields than this tool and bounds of its own. */
function run(
  operation: Operation<unknown>,
  kind: Kind,
  scene: Scene,
  fields: Record<string, unknown>,
): Outcome {
  const given = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  )
  const read = operation.input.safeParse(given)
  if (read.success) return operation.run(scene, read.data)
  const { issues } = read.error
  const [issue] = issues
  if (issue.code === 'unrecognized_keys') throw unknownField(kind, issue.keys[0], issue.keys[0])
  const { message, param } = valueFault(TOOL, issues)
  throw new Refusal('invalid_input', message, { param })
}
