import { nearestName } from '../../input/nearest-name.ts'
import { KINDS, type Kind, type SceneNode } from '../../scene/nodes.ts'
import { levelIdOf, type Scene } from '../../scene/scene.ts'
import { Refusal } from '../refusal.ts'

/** A node that a caller may have meant. */
export interface NodeCandidate {
  id: string
  kind: Kind
  /** Absent where it has none. */
  label?: string
  /** The label of its level, or the id of one without; absent above levels. */
  level?: string
}

/** Candidates in one refusal: more are no help. */
const CANDIDATES_MAX = 10

/**
 * The node with this id, or else the one of these kinds whose label it is, in the same letters or
 * but for capitals; null for none. Refuses a label of several.
 */
export function namedNode(
  scene: Scene,
  name: string,
  kinds: readonly Kind[],
  param?: string,
): SceneNode | null {
  if (Object.hasOwn(scene.nodes, name)) return scene.nodes[name]
  const labelled = labelledNodes(scene, name, kinds)
  if (labelled.length <= 1) return labelled[0] ?? null
  const candidates = labelled.slice(0, CANDIDATES_MAX).map((node) => candidateOf(scene, node))
  throw new Refusal(
    'ambiguous_name',
    `${labelled.length} nodes are labelled ${name}: ${candidates.map(formatCandidate).join(', ')}${labelled.length > candidates.length ? ' and more' : ''}. Give the id of one.`,
    { param, nodeIds: labelled.map(({ id }) => id), details: { candidates } },
  )
}

/** Nodes with this label; where no label has the same letters, but for capitals and spaces. */
function labelledNodes(scene: Scene, name: string, kinds: readonly Kind[]): SceneNode[] {
  const plain = plainOf(name)
  if (plain === '') return []
  const alike = Object.values(scene.nodes).filter(
    ({ kind, label }) => label !== undefined && kinds.includes(kind) && plainOf(label) === plain,
  )
  const same = alike.filter(({ label }) => label === name)
  return same.length > 0 ? same : alike
}

const plainOf = (name: string): string => name.trim().toLowerCase()

/** The nodes of these kinds whose ids or labels are most like a name, the nearest first. */
export function nearestNodes(
  scene: Scene,
  name: string,
  kinds: readonly Kind[] = KINDS,
): NodeCandidate[] {
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

/** Candidates for an unknown name: each takes a pass over all names. */
const NEAREST_MAX = 3

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
export const formatCandidate = ({ id, label, level }: NodeCandidate): string =>
  label === undefined ? id : `${id} (${level === undefined ? label : `${label} on ${level}`})`
