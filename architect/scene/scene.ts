import {
  isOpening,
  type Kind,
  LABEL_CHARACTERS_MAX,
  NODE_SCHEMAS,
  type NodeOf,
  type OpeningNode,
  type SceneNode,
} from './nodes.ts'
import { safeText } from './safe-text.ts'
import { quantize } from './units.ts'

/** Name and version of the file format. */
export const SCENE_FORMAT = 'plat-scene/1'
/** Nodes of one scene: ten times the largest school drawn so far. */
export const SCENE_NODES_MAX = 20_000
/**
 * The highest number of an id: far more than edits make, and far below the limit of exact integers.
 */
export const LAST_ID_MAX = 1e12

/**
 * A building project: a flat map of nodes that name their parents. Neither the scene nor a node is
 * ever changed in place: an edit makes new ones, so that derived values can be cached by identity.
 * All numbers are on the grid of 0.1 mm (`quantized`).
 */
export interface Scene {
  readonly format: typeof SCENE_FORMAT
  /** The highest number used in an id, so that no id is used twice. Not part of the hash. */
  readonly lastId: number
  readonly nodes: Readonly<Record<string, SceneNode>>
}

/**
 * A site with one building and its ground floor. The label of the site is the name, cut to the
 * length of labels. `token` makes the id of the site unique among projects.
 */
export function newScene(name: string, token: string): Scene {
  // Not through a character of two code units.
  const label = safeText(name)
    .slice(0, LABEL_CHARACTERS_MAX)
    .replace(/[\ud800-\udbff]$/, '')
  const site = fullNode({
    id: `site_${token}`,
    kind: 'site',
    label,
    parent: null,
  })
  const building = fullNode({ id: 'building_1', kind: 'building', parent: site.id })
  const level = fullNode({
    id: 'level_2',
    kind: 'level',
    label: 'Ground floor',
    parent: building.id,
    index: 0,
  })
  return {
    format: SCENE_FORMAT,
    lastId: 2,
    nodes: { [site.id]: site, [building.id]: building, [level.id]: level },
  }
}

/** A complete node: validated, with usual values filled in, on the grid. Throws zod's error. */
export function fullNode<K extends Kind>(node: { kind: K; [field: string]: unknown }): NodeOf<K> {
  return NODE_SCHEMAS[node.kind].parse(quantized(node)) as unknown as NodeOf<K>
}

/** A copy of the value with every number on the grid. */
export function quantized<Value>(value: Value): Value {
  if (typeof value === 'number') return quantize(value) as Value
  if (Array.isArray(value)) return value.map(quantized) as Value
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(fields.map(([name, field]) => [name, quantized(field)])) as Value
}

export function nodesOf<K extends Kind>(scene: Scene, kind: K): NodeOf<K>[] {
  return (byKind(scene).get(kind) as NodeOf<K>[] | undefined) ?? []
}

/** The children of `parent`, all or those of one kind, in the order of the scene. */
export function childrenOf(scene: Scene, parent: string): SceneNode[]
export function childrenOf<K extends Kind>(scene: Scene, parent: string, kind: K): NodeOf<K>[]
export function childrenOf(scene: Scene, parent: string, kind?: Kind): SceneNode[] {
  const children = byParent(scene).get(parent) ?? []
  if (kind === undefined || children.length === 0) return children
  const known = kindsUnder.get(children) ?? new Map<Kind, SceneNode[]>()
  kindsUnder.set(children, known)
  const ofKind = known.get(kind) ?? children.filter((node) => node.kind === kind)
  known.set(kind, ofKind)
  return ofKind
}

/** The doors, windows and openings of a wall, from its start to its end. */
export function openingsOf(scene: Scene, wall: string): OpeningNode[] {
  return childrenOf(scene, wall)
    .filter(isOpening)
    .sort((a, b) => a.offset - b.offset || (a.id < b.id ? -1 : 1))
}

/** The node of this id and kind, or null. */
export function nodeOf<K extends Kind>(scene: Scene, id: string, kind: K): NodeOf<K> | null {
  const node = Object.hasOwn(scene.nodes, id) ? scene.nodes[id] : undefined
  return node?.kind === kind ? (node as NodeOf<K>) : null
}

/**
 * The highest number in an id of the scene. The token in the id of a site may look like a number
 * and is left out.
 */
export const highestId = ({ nodes }: Scene): number =>
  Object.values(nodes).reduce((most, { id, kind }) => {
    const number = kind === 'site' ? undefined : /_(\d{1,15})$/.exec(id)?.[1]
    return Math.max(most, Number(number ?? 0))
  }, 0)

/** The level of the node, or of the wall that the node is in; null above levels. */
export function levelIdOf(scene: Scene, node: SceneNode): string | null {
  for (let at: SceneNode | undefined = node, depth = 0; at && depth < 6; depth++) {
    if (at.kind === 'level') return at.id
    at = at.parent === null ? undefined : scene.nodes[at.parent]
  }
  return null
}

const kinds = new WeakMap<Scene['nodes'], Map<Kind, SceneNode[]>>()
/** Children of one kind, by the list of all children: the slabs of a level are read once a wall. */
const kindsUnder = new WeakMap<SceneNode[], Map<Kind, SceneNode[]>>()
const parents = new WeakMap<Scene['nodes'], Map<string, SceneNode[]>>()

function byKind({ nodes }: Scene): Map<Kind, SceneNode[]> {
  return grouped(kinds, nodes, (node) => node.kind)
}

function byParent({ nodes }: Scene): Map<string, SceneNode[]> {
  return grouped(parents, nodes, (node) => node.parent ?? '')
}

/** The nodes in lists by key, built once per map of nodes: readers need them thousands of times. */
function grouped<Key>(
  lists: WeakMap<Scene['nodes'], Map<Key, SceneNode[]>>,
  nodes: Scene['nodes'],
  keyOf: (node: SceneNode) => Key,
): Map<Key, SceneNode[]> {
  const known = lists.get(nodes)
  if (known) return known
  const sorted = new Map<Key, SceneNode[]>()
  for (const node of Object.values(nodes)) {
    const key = keyOf(node)
    const list = sorted.get(key)
    if (list) list.push(node)
    else sorted.set(key, [node])
  }
  lists.set(nodes, sorted)
  return sorted
}
