import { KINDS, type Kind, type NodeOf, type SceneNode } from '../scene/nodes.ts'
import { levelIdOf, type Scene } from '../scene/scene.ts'
import { nearestName } from './nearest-name.ts'

/** A node that a caller may have meant. */
export interface NodeCandidate {
  id: string
  kind: Kind
  /** Absent where it has none. */
  label?: string
  /** The label of its level, or the id of one without; absent above levels. */
  level?: string
}

/** Why a name stands for no node. */
export interface NameFault {
  code: 'node_not_found' | 'ambiguous_name' | 'wrong_kind'
  message: string
  /** The nodes that have the name. */
  nodeIds: string[]
  /** What the caller may have intended, the most likely first. */
  candidates: NodeCandidate[]
}

/** Candidates of one fault: more are no help. */
const CANDIDATES_MAX = 10
/** Candidates for an unknown name: each takes a pass over all names. */
const NEAREST_MAX = 3

/**
 * The node with this id, or the only one of these kinds with this label, or else why there is none.
 * Labels are compared letter by letter, and where none is the same, but for capitals and spaces
 * around them; with `levelId`, those of other levels only where none on it has the label. A node of
 * another kind is named only in the fault.
 */
export function nodeNamed<K extends Kind>(
  scene: Scene,
  name: string,
  kinds: readonly K[],
  levelId?: string,
): { node: NodeOf<K> } | { fault: NameFault } {
  const own = withName(scene, name, kinds)
  const here = own.filter((node) => levelId !== undefined && levelIdOf(scene, node) === levelId)
  const named = here.length > 0 ? here : own.length > 0 ? own : withName(scene, name, KINDS)
  const [node] = named
  if (named.length > 1) return { fault: ambiguous(scene, name, named) }
  if (!node) return { fault: unknown(scene, name, kinds) }
  if ((kinds as readonly Kind[]).includes(node.kind)) return { node: node as NodeOf<K> }
  const message = `${name} is a ${node.kind}, not a ${kinds.join(' or ')}.`
  return { fault: { code: 'wrong_kind', message, nodeIds: [node.id], candidates: [] } }
}

/** The node with this id, of any kind, or the nodes of these kinds with this label. */
function withName(scene: Scene, name: string, kinds: readonly Kind[]): SceneNode[] {
  if (Object.hasOwn(scene.nodes, name)) return [scene.nodes[name]]
  const plain = plainOf(name)
  if (plain === '') return []
  const alike = Object.values(scene.nodes).filter(
    ({ kind, label }) => label !== undefined && kinds.includes(kind) && plainOf(label) === plain,
  )
  const same = alike.filter(({ label }) => label === name)
  return same.length > 0 ? same : alike
}

const plainOf = (name: string): string => name.trim().toLowerCase()

function ambiguous(scene: Scene, name: string, named: readonly SceneNode[]): NameFault {
  const candidates = named.slice(0, CANDIDATES_MAX).map((node) => candidateOf(scene, node))
  const more = named.length > candidates.length ? ' and more' : ''
  return {
    code: 'ambiguous_name',
    message: `${named.length} nodes are labelled ${name}: ${candidates.map(formatCandidate).join(', ')}${more}. Give the id of one.`,
    nodeIds: named.map(({ id }) => id),
    candidates,
  }
}

function unknown(scene: Scene, name: string, kinds: readonly Kind[]): NameFault {
  const near = nearestNodes(scene, name, kinds)
  const candidates = near.length > 0 ? near : nearestNodes(scene, name, KINDS)
  const [first] = candidates
  return {
    code: 'node_not_found',
    message: `No node has the id or the label ${name}${first ? `; did you mean ${formatCandidate(first)}?` : '.'}`,
    nodeIds: [],
    candidates,
  }
}

/** The nodes of these kinds whose ids or labels are most like a name, the nearest first. */
function nearestNodes(scene: Scene, name: string, kinds: readonly Kind[]): NodeCandidate[] {
  const left = new Map<string, SceneNode>()
  for (const node of Object.values(scene.nodes)) {
    if (!kinds.includes(node.kind)) continue
    for (const each of [node.id, node.label]) if (each && !left.has(each)) left.set(each, node)
  }
  const found: SceneNode[] = []
  while (found.length < NEAREST_MAX) {
    const near = nearestName(name, [...left.keys()])
    if (near === null) break
    const node = left.get(near)!
    found.push(node)
    for (const [each, other] of left) if (other === node) left.delete(each)
  }
  return found.map((node) => candidateOf(scene, node))
}

function candidateOf(scene: Scene, node: SceneNode): NodeCandidate {
  const levelId = node.kind === 'level' ? null : levelIdOf(scene, node)
  return {
    id: node.id,
    kind: node.kind,
    ...(node.label !== undefined && { label: node.label }),
    ...(levelId !== null && { level: scene.nodes[levelId].label ?? levelId }),
  }
}

/** `zone_7 (Kitchen on Ground floor)`; a node without a label by its id alone. */
const formatCandidate = ({ id, label, level }: NodeCandidate): string =>
  label === undefined ? id : `${id} (${level === undefined ? label : `${label} on ${level}`})`
