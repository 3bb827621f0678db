import { z } from 'zod'
import { type Finish, MATERIAL_NAMES, type MaterialName } from '../scene/materials.ts'
import { IDS_MAX } from './delete-node.ts'
import { facesOf } from './nodes/faces.ts'
import { requireNode } from './nodes/require-node.ts'
import type { Operation } from './operation.ts'
import { Refusal } from './refusal.ts'
import { SceneEdit } from './scene-edit.ts'

const input = z.strictObject({
  ids: z.array(z.string()).min(1).max(IDS_MAX),
  face: z.string().max(20).optional(),
  preset: z.enum(MATERIAL_NAMES as [MaterialName, ...MaterialName[]]).optional(),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/)
    .optional(),
})

export const setMaterial: Operation<z.infer<typeof input>> = {
  name: 'set_material',
  description:
    'Gives nodes, or one face of each, a material or a colour; without, the usual look. A colour alone leaves the material as it is.',
  input,
  refusals: ['invalid_input', 'node_not_found', 'wrong_kind'],
  run(scene, { ids, face = 'body', preset, color }) {
    const edit = new SceneEdit(scene)
    for (const [index, id] of ids.entries()) {
      const node = requireNode(edit.scene, id, undefined, `ids.${index}`)
      const faces = facesOf(node)
      if (faces.length === 0)
        throw new Refusal('wrong_kind', `${id} is a ${node.kind}, which has no surface.`, {
          param: `ids.${index}`,
          nodeIds: [id],
        })
      if (!faces.includes(face))
        throw new Refusal(
          'invalid_input',
          `${id} has no face ${JSON.stringify(face)}; it has ${faces.join(', ')}.`,
          { param: 'face', nodeIds: [id], details: { faces } },
        )
      const { [face]: before, ...others } = node.finishes ?? {}
      const finish = mergeFinish(before, preset, color?.toLowerCase())
      const finishes = finish ? { ...others, [face]: finish } : others
      edit.change(id, { finishes: Object.keys(finishes).length > 0 ? finishes : undefined })
    }
    return { scene: edit.scene, result: { ids, face } }
  },
}

function mergeFinish(
  before: Finish | undefined,
  preset: MaterialName | undefined,
  color: string | undefined,
): Finish | null {
  if (preset !== undefined) return { preset, color }
  return color === undefined ? null : { ...before, color }
}
