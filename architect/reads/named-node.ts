import { nearestName } from '../input/nearest-name.ts'
import { KINDS, type Kind, type NodeOf, type SceneNode } from '../scene/nodes.ts'
import type { Scene } from '../scene/scene.ts'
import { type Candidate, ReadError } from './read-error.ts'

/** Candidates in one error. */
const CANDIDATES_MAX = 8

/**
 * The node with this id, or the only one of these kinds with this label, in small letters or
 * capitals. Throws `ReadError` with candidates for an unknown id, a label of several nodes, and a
 * node of another kind.
 */
export function namedNode<K extends Kind>(
  scene: Scene,
  name: string,
  param: string,
  kinds: readonly K[] = KINDS as readonly Kind[] as readonly K[],
): NodeOf<K> {
  const isOfKind = (node: SceneNode) => (kinds as readonly Kind[]).includes(node.kind)
  if (Object.hasOwn(scene.nodes, name)) {
    const node = scene.nodes[name]
    if (isOfKind(node)) return node as NodeOf<K>
    throw new ReadError('wrong_kind', `${name} is a ${node.kind}, not a ${kinds.join(' or ')}.`, {
      param,
    })
  }
  const labelled = Object.values(scene.nodes).filter(
    (node) => isOfKind(node) && node.label?.toLowerCase() === name.toLowerCase(),
  )
  if (labelled.length === 1) return labelled[0] as NodeOf<K>
  if (labelled.length > 1)
    throw new ReadError(
      'ambiguous_name',
      `${labelled.length} nodes are labelled ${JSON.stringify(name)}: give the id of one, such as ${labelled[0].id}.`,
      { param, candidates: labelled.slice(0, CANDIDATES_MAX).map(candidateOf) },
    )
  throw notFound(scene, name, param, isOfKind)
}

function notFound(
  scene: Scene,
  name: string,
  param: string,
  isOfKind: (node: SceneNode) => boolean,
): ReadError {
  const nodes = Object.values(scene.nodes).filter(isOfKind)
  const near = nearestName(
    name,
    nodes.flatMap(({ id, label }) => (label ? [label, id] : [id])),
  )
  const candidates = nodes.filter(
    ({ id, label }) => near !== null && (id === near || label === near),
  )
  return new ReadError(
    'node_not_found',
    `No node has the id or label ${JSON.stringify(name)}${near ? `; did you mean ${near}?` : '.'}`,
    {
      param,
      ...(candidates.length > 0 && {
        candidates: candidates.slice(0, CANDIDATES_MAX).map(candidateOf),
      }),
    },
  )
}

const candidateOf = ({ id, kind, label }: SceneNode): Candidate => ({
  id,
  kind,
  ...(label !== undefined && { label }),
})
