import type { Fix, Issue } from '../scene/issue.ts'
import type { Kind, SceneNode } from '../scene/nodes.ts'
import type { Scene } from '../scene/scene.ts'
import { quantize } from '../scene/units.ts'
import type { Refusal, RefusalCode } from './refusal.ts'

/** A node that an edit made, changed or removed. */
export interface Change {
  id: string
  kind: Kind
  /** Its label, or its id where it has no label. */
  label: string
}

export interface Changes {
  created: Change[]
  updated: Change[]
  deleted: Change[]
}

/** The answer to a committed edit, together with fields of the operation's own. */
export interface Success {
  ok: true
  draftVersion: number
  changes: Changes
  issues: Issue[]
  [field: string]: unknown
}

/** The answer to an edit that was refused. */
export interface Refused {
  error: {
    code: RefusalCode
    message: string
    param?: string
    nodeIds?: string[]
    fix?: Fix
    mutationApplied: false
    [detail: string]: unknown
  }
}

export type Answer = Success | Refused

/**
 * True when the edit was refused. `'error' in` does not narrow the type, because a success may have
 * any field.
 */
export const isRefused = (answer: Answer): answer is Refused => !('ok' in answer)

export function refusalAnswer({ code, message, param, nodeIds, fix, details }: Refusal): Refused {
  const present = Object.entries({ param, nodeIds, fix }).filter(([, value]) => value !== undefined)
  return {
    error: {
      ...onGrid(details ?? {}),
      code,
      message,
      ...Object.fromEntries(present),
      mutationApplied: false,
    },
  }
}

/** The fields of an answer with every number on the grid of scenes: no 2.0549999999999997. */
export function onGrid(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, rounded(field)]))
}

function rounded(value: unknown): unknown {
  if (typeof value === 'number') return quantize(value)
  if (Array.isArray(value)) return value.map(rounded)
  return value !== null && typeof value === 'object'
    ? onGrid(value as Record<string, unknown>)
    : value
}

/** The nodes that differ, before and after; null where the node does not exist. */
export type NodeStates = Record<string, SceneNode | null>
export interface Difference {
  before: NodeStates
  after: NodeStates
}

/**
 * Compares nodes by identity first, so that an edit of a large scene costs one pass over its ids.
 */
export function differenceOf(from: Scene['nodes'], to: Scene['nodes']): Difference {
  const before: NodeStates = {}
  const after: NodeStates = {}
  const differs = (a: SceneNode, b: SceneNode) => a !== b && JSON.stringify(a) !== JSON.stringify(b)
  for (const id in to) {
    const old = from[id]
    if (old && !differs(old, to[id])) continue
    before[id] = old ?? null
    after[id] = to[id]
  }
  for (const id in from) {
    if (to[id]) continue
    before[id] = from[id]
    after[id] = null
  }
  return { before, after }
}

export function changesOf({ before, after }: Difference): Changes {
  const changes: Changes = { created: [], updated: [], deleted: [] }
  for (const id of Object.keys(before)) {
    const [old, now] = [before[id], after[id]]
    if (old && now) changes.updated.push(change(now))
    else if (now) changes.created.push(change(now))
    else if (old) changes.deleted.push(change(old))
  }
  return changes
}

const change = ({ id, kind, label }: SceneNode): Change => ({ id, kind, label: label ?? id })

/**
 * The nodes with some of them added, replaced or removed, in the order of their ids. A scene file
 * has the same order, so an edited, an undone and a parsed scene derive the same geometry.
 */
export function withStates(nodes: Scene['nodes'], states: NodeStates): Scene['nodes'] {
  return inFileOrder({ ...nodes, ...states } as NodeStates)
}

export function inFileOrder(nodes: NodeStates | Scene['nodes']): Scene['nodes'] {
  const all = Object.keys(nodes)
  const isOrdered = all.every((id, at) => nodes[id] !== null && (at === 0 || all[at - 1] < id))
  // The same object: what is derived from the nodes is cached by it.
  if (isOrdered) return nodes as Scene['nodes']
  const ids = all.filter((id) => nodes[id] !== null)
  return Object.fromEntries(ids.sort().map((id) => [id, nodes[id]])) as Scene['nodes']
}
