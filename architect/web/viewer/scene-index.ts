/** A node of the scene, as the file of the model names it. */
export interface IndexedNode {
  id: string
  kind: string
  label: string
  /** Id of the node above it; null of the site. */
  parentId: string | null
  /** Id of its level; null of what stands on no level, such as the site. */
  levelId: string | null
  /** Metres of its origin above that of the building. */
  height: number
  /** Of zones: corners `[x, z]`. */
  polygon?: readonly (readonly [number, number])[]
  color?: string
}

/** What a node of a glTF file has in its `extras`. */
export interface Extras {
  svcId?: unknown
  kind?: unknown
  label?: unknown
  polygon?: unknown
  color?: unknown
}

/** A node of a tree of three.js, or a stand-in of it. */
export interface TreeNode {
  userData: Extras
  /** Its frame in the world, current. */
  matrixWorld: { elements: readonly number[] }
  children: readonly TreeNode[]
}

/** Nodes of a tree that are indexed: those of the largest scene. */
const NODES_MAX = 20_000

/** The nodes of the scene in a loaded model, each after those above it. */
export function indexNodes(root: TreeNode): Map<string, IndexedNode> {
  const found = new Map<string, IndexedNode>()
  const visit = (node: TreeNode, parentId: string | null, levelId: string | null): void => {
    if (found.size >= NODES_MAX) return
    const { svcId, kind, label, polygon, color } = node.userData
    let [parent, level] = [parentId, levelId]
    if (typeof svcId === 'string' && typeof kind === 'string') {
      if (kind === 'level') level = svcId
      found.set(svcId, {
        id: svcId,
        kind,
        label: typeof label === 'string' && label !== '' ? label : svcId,
        parentId,
        levelId: level,
        height: node.matrixWorld.elements[13],
        ...(isOutline(polygon) && { polygon }),
        ...(typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color) && { color }),
      })
      parent = svcId
    }
    for (const child of node.children) visit(child, parent, level)
  }
  visit(root, null, null)
  return found
}

/** The levels of a building from the lowest up: files have them in the order of their ids. */
export function levelsOf(nodes: ReadonlyMap<string, IndexedNode>): IndexedNode[] {
  return [...nodes.values()]
    .filter(({ kind }) => kind === 'level')
    .sort((a, b) => a.height - b.height)
}

/** The level on the ground, whose plan the service draws for none; null without levels. */
export function groundLevelOf(nodes: ReadonlyMap<string, IndexedNode>): IndexedNode | null {
  const [nearest] = levelsOf(nodes).sort((a, b) => Math.abs(a.height) - Math.abs(b.height))
  return nearest ?? null
}

function isOutline(value: unknown): value is [number, number][] {
  return (
    Array.isArray(value) &&
    value.length >= 3 &&
    value.every(
      (corner) => Array.isArray(corner) && corner.length === 2 && corner.every(Number.isFinite),
    )
  )
}

/** True for a point `[x, z]` inside of a ring. */
export function isInside(
  ring: readonly (readonly [number, number])[],
  x: number,
  z: number,
): boolean {
  let isIn = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = [ring[i], ring[j]]
    if (a[1] > z !== b[1] > z && x < ((b[0] - a[0]) * (z - a[1])) / (b[1] - a[1]) + a[0])
      isIn = !isIn
  }
  return isIn
}

/** The room of a level at a point of the plan; null outside of rooms. */
export function roomAt(
  nodes: Iterable<IndexedNode>,
  levelId: string | null,
  x: number,
  z: number,
): IndexedNode | null {
  for (const node of nodes)
    if (node.levelId === levelId && node.polygon && isInside(node.polygon, x, z)) return node
  return null
}

/** Characters that a person searches in labels, kinds and ids; all must occur. */
export function findNodes(nodes: Iterable<IndexedNode>, text: string): IndexedNode[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return [...nodes].filter(({ id, kind, label }) => {
    const target = `${label} ${kind} ${id}`.toLowerCase()
    return words.every((word) => target.includes(word))
  })
}
