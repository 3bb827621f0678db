import type { Accessor, Document, Material, Mesh, Node } from '@gltf-transform/core'
import type { Volume } from '@gltf-transform/extensions'

/** What meets edge to edge, in the frame of its level: it has one grid for a building. */
const MEETING = ['wall', 'slab', 'ceiling', 'roof']
/** Steps of grids are so many parts of a metre, which single precision has as they are. */
const SHARES = 2 ** 16
/** The finest step, 0.24 mm: what is smaller than 16 m has it. */
const FINE_STEP = 16 / SHARES
/** Steps to either side of the middle of a grid that two bytes hold. */
const STEPS_ASIDE = 2 ** 15 - 1

/** The places that corners of a mesh may have: at whole steps from a point of its frame. */
interface Grid {
  step: number
  middle: [number, number, number]
}

/**
 * Puts the corners of all meshes on grids, as numbers of two bytes. The step of a grid is the
 * finest one, or what its own meshes need by their size. Each mesh goes into a node without a name,
 * which is scaled by its grid, so that the named node over it stands where it stood.
 */
export function putPositionsOnGrids(document: Document): void {
  const onGrid = cornersOnGrids()
  const deepened = depthsOnGrids()
  for (const [meshes, nodes] of groupsOf(document)) {
    const grid = gridOf([...meshes])
    for (const primitive of [...meshes].flatMap((mesh) => mesh.listPrimitives())) {
      primitive.setAttribute('POSITION', onGrid(primitive.getAttribute('POSITION')!, grid))
      primitive.setMaterial(deepened(primitive.getMaterial()!, grid))
    }
    for (const node of nodes) {
      const { step, middle } = grid
      const child = document.createNode().setMesh(node.getMesh()).setScale([step, step, step])
      node.setMesh(null).addChild(child.setTranslation(middle))
    }
  }
}

/** Meshes that have one grid, with the nodes that draw them. */
function groupsOf(document: Document): (readonly [Set<Mesh>, Node[]])[] {
  const groups = new Map<unknown, readonly [Set<Mesh>, Node[]]>()
  const keys = new Map<Mesh, unknown>()
  const visit = (node: Node, building: unknown): void => {
    const { kind } = node.getExtras()
    const house = kind === 'building' ? node : building
    const mesh = node.getMesh()
    if (mesh) {
      // A mesh of two buildings has the grid of the first.
      const key = keys.get(mesh) ?? (MEETING.includes(`${kind}`) ? house : mesh)
      keys.set(mesh, key)
      const group = groups.get(key) ?? [new Set<Mesh>(), []]
      group[0].add(mesh)
      group[1].push(node)
      groups.set(key, group)
    }
    for (const child of node.listChildren()) visit(child, house)
  }
  for (const node of document.getRoot().getDefaultScene()!.listChildren()) visit(node, null)
  return [...groups.values()]
}

function gridOf(meshes: readonly Mesh[]): Grid {
  const corners = meshes
    .flatMap((mesh) => mesh.listPrimitives())
    .map((primitive) => primitive.getAttribute('POSITION')!)
  const lows = corners.map((each) => each.getMin([]))
  const highs = corners.map((each) => each.getMax([]))
  const low = [0, 1, 2].map((k) => Math.min(...lows.map((at) => at[k])))
  const high = [0, 1, 2].map((k) => Math.max(...highs.map((at) => at[k])))
  const size = Math.max(...high.map((value, k) => value - low[k]))
  // Two steps more than that: rounding may take the middle and a corner apart.
  const step = Math.max(FINE_STEP, Math.ceil((size * SHARES) / (2 * STEPS_ASIDE - 2)) / SHARES)
  const middle = [0, 1, 2].map((k) => {
    const isNear = Math.max(-low[k], high[k]) <= STEPS_ASIDE * step
    return isNear ? 0 : Math.round((low[k] + high[k]) / 2 / step) * step
  }) as [number, number, number]
  return { step, middle }
}

/** Each list of corners on a grid, once. */
function cornersOnGrids() {
  const known = new Map<string, Map<Accessor, Accessor>>()
  return (corners: Accessor, { step, middle }: Grid): Accessor => {
    const key = `${step} ${middle}`
    const made = known.get(key) ?? new Map<Accessor, Accessor>()
    known.set(key, made)
    const values = corners.getArray()!
    const moved =
      made.get(corners) ??
      corners
        .clone()
        .setArray(Int16Array.from(values, (value, i) => Math.round((value - middle[i % 3]) / step)))
    made.set(corners, moved)
    return moved
  }
}

/** Each glass for a grid, once: the depth of a pane is in the measure of its mesh. */
function depthsOnGrids() {
  const known = new Map<string, Map<Material, Material>>()
  return (material: Material, { step }: Grid): Material => {
    const volume = material.getExtension<Volume>('KHR_materials_volume')
    if (!volume || volume.getThicknessFactor() === 0) return material
    const made = known.get(`${step}`) ?? new Map<Material, Material>()
    known.set(`${step}`, made)
    const deep = volume.clone().setThicknessFactor(volume.getThicknessFactor() / step)
    const changed =
      made.get(material) ?? material.clone().setExtension('KHR_materials_volume', deep)
    made.set(material, changed)
    return changed
  }
}
