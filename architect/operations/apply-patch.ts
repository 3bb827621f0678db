import { z } from 'zod'
import { KINDS, PARENTS } from '../scene/nodes.ts'
import { refuseContents, refuseWipe, removeNodes } from './delete-node.ts'
import { isRefusing, itemsField } from './fit/items-mode.ts'
import { INVALID_CODES, refuseInvalid } from './fit/refuse-invalid.ts'
import { MISFIT_CODES, refuseMisfits } from './fit/refuse-misfits.ts'
import { resolveItems } from './fit/resolve-items.ts'
import { nodeFields, unsetFields } from './input/node-fields.ts'
import { addWithFields, setFields } from './input/set-fields.ts'
import { requireNode } from './nodes/require-node.ts'
import type { Operation } from './operation.ts'
import { Refusal } from './refusal.ts'
import { SceneEdit } from './scene-edit.ts'

/** Most ops in one patch. */
const PATCH_OPS_MAX = 256

/** One object instead of a union by `op`, because some tool clients reject unions. */
const patchOp = z.strictObject({
  op: z.enum(['add', 'change', 'remove']),
  id: z.string().optional(),
  kind: z.enum(KINDS).optional(),
  as: z
    .string()
    .regex(/^[a-z0-9_]{1,30}$/)
    .optional(),
  parent: z.string().optional(),
  set: nodeFields.optional(),
  unset: unsetFields.optional(),
})
type PatchOp = z.infer<typeof patchOp>

const input = z.strictObject({
  ops: z.array(patchOp).min(1).max(PATCH_OPS_MAX),
  dryRun: z.boolean().optional(),
  items: itemsField(),
})

export const applyPatch: Operation<z.infer<typeof input>> = {
  name: 'apply_patch',
  description:
    'Adds, changes and removes nodes, all or nothing, where no other edit does it. The edit of a kind describes its fields (`edit_wall`, `edit_opening` and so on). The result must be as valid and fit as well as that of other edits. Nothing moves along with a changed wall: give each change. `dryRun` only checks whether it would work.',
  input,
  refusals: [
    ...new Set([
      'node_not_found' as const,
      'level_not_empty' as const,
      'scene_wipe_blocked' as const,
      ...INVALID_CODES,
      ...MISFIT_CODES,
    ]),
  ],
  isDestructive: true,
  run(scene, { ops, dryRun, items }) {
    const edit = new SceneEdit(scene)
    const names = new Map<string, string>()
    const deleted: string[] = []
    for (const [index, op] of ops.entries()) {
      const resolved = withIds(op, names, `ops.${index}`)
      switch (op.op) {
        case 'add':
          addNode(edit, resolved, names, `ops.${index}`)
          break
        case 'change':
          changeOne(edit, resolved, `ops.${index}`)
          break
        case 'remove':
          deleted.push(...removeOne(edit, resolved, `ops.${index}`))
          break
        default:
          op.op satisfies never
      }
    }
    refuseWipe(scene, edit.scene, deleted)
    refuseInvalid(edit.scene)
    // Furniture that stood before makes way; what the ops add is refused where it does not fit.
    if (isRefusing({ items })) refuseMisfits(scene, edit.scene)
    const resolved = resolveItems(scene, edit, items)
    if (!isRefusing({ items })) refuseMisfits(scene, edit.scene)
    const result = { ids: Object.fromEntries(names), ...resolved.items }
    if (dryRun) return { scene, result: { ...result, applied: 0, wouldApply: ops.length, ids: {} } }
    return {
      scene: edit.scene,
      result: { ...result, applied: ops.length },
      issues: resolved.issues,
    }
  },
}

/** The op with every `$name` replaced by the id of the node that an earlier op added. */
function withIds(op: PatchOp, names: Map<string, string>, param: string): PatchOp {
  const idOf = (reference: string | undefined, field: string) => {
    if (!reference?.startsWith('$')) return reference
    const name = reference.slice(1)
    const id = names.get(name)
    if (id !== undefined) return id
    throw new Refusal('node_not_found', `No op before this one adds a node as ${name}.`, {
      param: `${param}.${field}`,
    })
  }
  const set = op.set && {
    ...op.set,
    host: idOf(op.set.host, 'set.host'),
    toLevel: idOf(op.set.toLevel, 'set.toLevel'),
  }
  return { ...op, id: idOf(op.id, 'id'), parent: idOf(op.parent, 'parent'), set }
}

function addNode(edit: SceneEdit, op: PatchOp, names: Map<string, string>, param: string): void {
  const kind = requireField(op.kind, 'kind', 'add', param)
  if (PARENTS[kind].length === 0)
    throw new Refusal('wrong_kind', `A project has one ${kind}, which exists already.`, {
      param: `${param}.kind`,
    })
  const parent = requireField(op.parent, 'parent', 'add', param)
  requireNode(edit.scene, parent, PARENTS[kind], `${param}.parent`)
  if (op.id !== undefined || op.unset !== undefined)
    throw new Refusal('invalid_input', 'An op that adds a node takes neither id nor unset.', {
      param: `${param}.${op.id === undefined ? 'unset' : 'id'}`,
    })
  const { id } = addWithFields(edit, kind, parent, op.set ?? {}, `${param}.set`)
  if (op.as === undefined) return
  if (names.has(op.as))
    throw new Refusal('invalid_input', `Two ops add a node as ${op.as}.`, { param: `${param}.as` })
  names.set(op.as, id)
}

function changeOne(edit: SceneEdit, op: PatchOp, param: string): void {
  const node = requireNode(
    edit.scene,
    requireField(op.id, 'id', 'change', param),
    undefined,
    `${param}.id`,
  )
  if (op.parent !== undefined) {
    const parent = requireNode(edit.scene, op.parent, PARENTS[node.kind], `${param}.parent`)
    edit.change(node.id, { parent: parent.id })
  }
  setFields(edit, edit.scene.nodes[node.id], op, `${param}.set`)
}

function removeOne(edit: SceneEdit, op: PatchOp, param: string): string[] {
  const id = requireField(op.id, 'id', 'remove', param)
  requireNode(edit.scene, id, undefined, `${param}.id`)
  const before = edit.scene
  const { deleted } = removeNodes(edit, [id])
  refuseContents(before, [id], deleted)
  return deleted
}

function requireField<Value>(
  value: Value | undefined,
  field: string,
  op: string,
  param: string,
): Value {
  if (value !== undefined) return value
  throw new Refusal('invalid_input', `An op that ${op}s needs ${field}.`, {
    param: `${param}.${field}`,
  })
}
