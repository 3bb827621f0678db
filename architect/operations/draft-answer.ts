import type { Fix, Issue } from '../scene/issue.ts'
import type { Kind, SceneNode } from '../scene/nodes.ts'
import type { Scene } from '../scene/scene.ts'
import type { Refusal, RefusalCode } from './refusal.ts'

/** A node that an edit made, changed or removed. */
export interface Change {
  id: string
  kind: Kind
  /** What people call it; its id where nobody named it. */
  label: string
}

export interface Changes {
  created: Change[]
  updated: Change[]
  deleted: Change[]
}

/** What a committed edit answers, with the operation's own fields beside these. */
export interface Success {
  ok: true
  draftVersion: number
  changes: Changes
  issues: Issue[]
  [field: string]: unknown
}

/** What an edit answers that was not made. */
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

/** Whether the edit was not made: `'error' in` cannot tell, since an operation's own fields are open. */
export const isRefused = (answer: Answer): answer is Refused => !('ok' in answer)

export function refused({ code, message, param, nodeIds, fix, details }: Refusal): Refused {
  const told = Object.entries({ param, nodeIds, fix }).filter(([, value]) => value !== undefined)
  return {
    error: { ...details, code, message, ...Object.fromEntries(told), mutationApplied: false },
  }
}

/** The nodes that differ, as they were and as they are; null where there is none. */
export type NodeStates = Record<string, SceneNode | null>
export interface Difference {
  before: NodeStates
  after: NodeStates
}

/** Nodes are compared by identity first, so an edit of a large scene costs one walk over its ids. */
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
 * The nodes with some of them put in or taken out, in the order of their ids, which is the order of a
 * scene's file: what is derived is the same for a scene that was edited, undone or read.
 */
export function withStates(nodes: Scene['nodes'], states: NodeStates): Scene['nodes'] {
  return inFileOrder({ ...nodes, ...states } as NodeStates)
}

export function inFileOrder(nodes: NodeStates | Scene['nodes']): Scene['nodes'] {
  const ids = Object.keys(nodes).filter((id) => nodes[id] !== null)
  return Object.fromEntries(ids.sort().map((id) => [id, nodes[id]])) as Scene['nodes']
}
