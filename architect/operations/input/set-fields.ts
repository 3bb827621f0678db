import { z } from 'zod'
import { sitePolygon } from '../../kernel/site-polygon.ts'
import type { Kind, SceneNode } from '../../scene/nodes.ts'
import { fullNode } from '../../scene/scene.ts'
import { movedFields, rotatedFields } from '../nodes/pose.ts'
import { Refusal } from '../refusal.ts'
import type { SceneEdit } from '../scene-edit.ts'
import { checkedFields, type NodeFields, withCleanHoles } from './node-fields.ts'

/** Changes to one node alone; nodes on it or joined to it do not move along. */
export interface NodeChange {
  set?: NodeFields
  unset?: readonly string[]
  /** `[x, y, z]` to move the node by, in metres. */
  shift?: readonly number[]
  rotate?: number
}

/** Sets, moves and turns a node, in this order. `param` is the argument that holds `set`. */
export function setFields(
  edit: SceneEdit,
  node: SceneNode,
  { set = {}, unset = [], shift, rotate }: NodeChange,
  param: string,
): void {
  let now = { ...node, ...checkedFields(node.kind, set, unset, param) } as SceneNode
  // A plot that is moved before it was ever set is set where it was derived.
  if (now.kind === 'site' && (shift || rotate))
    now = {
      ...now,
      polygon: sitePolygon(edit.scene, now).map(([x, z]): [number, number] => [x, z]),
    }
  if (shift) now = { ...now, ...movedFields(edit.scene, now, shift) } as SceneNode
  if (rotate) now = { ...now, ...rotatedFields(now, rotate) } as SceneNode
  // Removed fields must be present as undefined, or `change` would leave them.
  const blank = Object.fromEntries(Object.keys(node).map((name) => [name, undefined]))
  edit.change(node.id, { ...blank, ...parseNode(withCleanHoles(now, param), param) })
}

/** Adds a node with the fields that a caller gives. */
export function addWithFields(
  edit: SceneEdit,
  kind: Kind,
  parent: string,
  set: NodeFields,
  param: string,
): SceneNode {
  const node = { ...checkedFields(kind, set, [], param), id: `${kind}_0`, kind, parent }
  const {
    id: _,
    kind: __,
    parent: ___,
    ...fields
  } = parseNode(withCleanHoles(node as unknown as SceneNode, param), param)
  return edit.add(kind, parent, fields) as SceneNode
}

/**
 * The node with default values, on the grid. Refuses values out of range, which a move may produce.
 */
function parseNode(node: SceneNode, param: string): Record<string, unknown> {
  try {
    return fullNode(node) as Record<string, unknown>
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    const [issue] = error.issues
    const name = issue.path.join('.')
    throw new Refusal('invalid_input', `The ${name} of a ${node.kind}: ${issue.message}.`, {
      param: `${param}.${name}`,
    })
  }
}
