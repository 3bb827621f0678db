import type { Camera, Group, Intersection, Material, Object3D, Plane, Vector2 } from 'three'
import { Box3, Raycaster, Vector3 } from 'three'
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import { GLASS_LAYER } from './ambient-occlusion.ts'
import { nameBoards } from './board-names.ts'
import { type Doors, openDoors } from './doors.ts'
import { isCover, isShown, levelBelow, type Shown } from './level-filter.ts'
import { type Merged, type MergedRange, mergeMeshes, removeRange } from './merged-meshes.ts'
import { type DrawnMesh, meshesBelow, newModelMaterials } from './model-materials.ts'
import type { Bounds, Vec3 } from './orbit.ts'
import { type IndexedNode, indexNodes, type TreeNode } from './scene-index.ts'

/** The layer of the meshes of the file, which are picked; merged ones are drawn. */
const PICKED_LAYER = 1
/** Above every building, in metres. */
const ABOVE_M = 10_000

/** A point of the building under a pointer. */
export interface Hit {
  id: string
  point: Vec3
  /** Metres from the eye. */
  distance: number
  /** In the world. */
  normal: Vec3
}

/** A loaded model: what is drawn of it, and where its nodes are. */
export interface Building {
  root: Object3D
  nodes: ReadonlyMap<string, IndexedNode>
  /** The house, without its plot. */
  bounds: Bounds
  /** The plot with its fences; that of the house where there is no other. */
  plot: Bounds
  doors: Doors
  show(shown: Shown): void
  setClip(planes: Plane[]): void
  /** What is first in a direction; `isCounted` leaves nodes out. Null where there is nothing. */
  pick(raycaster: Raycaster, isCounted?: (node: IndexedNode) => boolean): Hit | null
  /** The box around a node and all below it; null without a shape. */
  boundsOf(id: string): Bounds | null
  meshesOf(id: string): DrawnMesh[]
  /** Frees what the graphics card has of it. */
  dispose(): void
}

/** Reads a GLB file. `isPlain` draws it with the cheapest shading. */
export async function loadBuilding(bytes: ArrayBuffer, isPlain: boolean): Promise<Building> {
  const gltf = await new GLTFLoader().parseAsync(bytes, '')
  return newBuilding(gltf, isPlain)
}

/** The building of a loaded file. */
export function newBuilding(gltf: GLTF, isPlain: boolean): Building {
  const root: Group = gltf.scene
  root.updateMatrixWorld(true)
  const nodes = indexNodes(root as TreeNode)
  const objects = new Map<string, Object3D>()
  root.traverse((object) => {
    object.matrixAutoUpdate = false
    const { svcId } = object.userData
    if (typeof svcId === 'string') objects.set(svcId, object)
  })
  const materials = newModelMaterials(isPlain)
  const owners = ownersOf(root, nodes)
  for (const mesh of owners.keys()) mesh.layers.set(PICKED_LAYER)
  const meshesOf = (id: string): DrawnMesh[] => {
    const object = objects.get(id)
    return object ? meshesBelow(object).filter((mesh) => owners.get(mesh)?.id === id) : []
  }
  const parts = mergedParts(owners, materials)
  const moved = new Map<string, MergedRange[]>()
  for (const { meshes, merged } of parts) {
    root.add(merged.mesh)
    meshes.forEach((mesh, i) => {
      const { id } = owners.get(mesh)!
      moved.set(id, [...(moved.get(id) ?? []), merged.ranges[i]])
    })
  }
  nameBoards(nodes, (id, x, z) => {
    const down = new Raycaster(new Vector3(x, ABOVE_M, z), new Vector3(0, -1, 0))
    down.layers.set(PICKED_LAYER)
    return down.intersectObjects(meshesOf(id), false).length > 0
  })
  const doors = openDoors(gltf, objects, {
    // From now on the leaves are drawn by themselves, where the clip moves them.
    onFirstMove(id, leaves) {
      for (const leaf of leaves.flatMap(meshesBelow)) {
        const own = parts.find(({ meshes }) => meshes.includes(leaf))!
        removeRange(own.merged.ranges[own.meshes.indexOf(leaf)])
        leaf.material = own.merged.mesh.material
        const isGlass = materials.isGlass(leaf.material)
        leaf.layers.set(isGlass ? GLASS_LAYER : 0)
        leaf.layers.enable(PICKED_LAYER)
        leaf.castShadow = !isGlass
        leaf.receiveShadow = true
        leaf.visible = isDrawn(nodes.get(id)!)
      }
    },
  })
  const house = boxOf([...owners.keys()].filter((mesh) => isPartOfHouse(owners.get(mesh))))
  const bounds = boundsOfBox(house) ?? { min: [-5, 0, -5], max: [5, 3, 5] }
  const others = boxOf([...owners.keys()].filter((mesh) => !isPartOfHouse(owners.get(mesh))))
  const plot = boundsOfBox(others) ?? bounds
  let shown: Shown = { level: null, covers: true }
  let below: string | null = null
  const isDrawn = (node: IndexedNode) => isShown(node, shown, below)
  let pickable: DrawnMesh[] = [...owners.keys()]
  let planes: Plane[] = []
  return {
    root,
    nodes,
    bounds,
    plot,
    doors,
    show(next) {
      shown = next
      below = levelBelow(nodes, next.level)
      for (const { merged, node } of parts) merged.mesh.visible = isDrawn(node)
      for (const [mesh, node] of owners) mesh.visible = isDrawn(node)
      pickable = [...owners].filter(([, node]) => isShown(node, shown)).map(([mesh]) => mesh)
    },
    setClip(next) {
      planes = next
      materials.setClip(next)
    },
    pick(raycaster, isCounted = () => true) {
      raycaster.layers.set(PICKED_LAYER)
      const meshes = pickable.filter((mesh) => isCounted(owners.get(mesh)!))
      const hit = raycaster
        .intersectObjects(meshes, false)
        .find(({ point }) => planes.every((plane) => plane.distanceToPoint(point) >= 0))
      return hit ? hitOf(hit, owners.get(hit.object as DrawnMesh)!) : null
    },
    boundsOf(id) {
      const object = objects.get(id)
      if (!object) return null
      const box = boxOf(meshesBelow(object).filter((mesh) => owners.has(mesh)))
      return boundsOfBox(box) ?? outlineBounds(object, nodes.get(id))
    },
    meshesOf,
    dispose() {
      for (const { geometry } of meshesBelow(root)) geometry.dispose()
      materials.dispose()
    },
  }
}

/** Each mesh of the file with the node that it belongs to. */
function ownersOf(
  root: Object3D,
  nodes: ReadonlyMap<string, IndexedNode>,
): Map<DrawnMesh, IndexedNode> {
  const owners = new Map<DrawnMesh, IndexedNode>()
  const visit = (object: Object3D, owner: IndexedNode | undefined): void => {
    const own = nodes.get(object.userData.svcId) ?? owner
    if ((object as DrawnMesh).isMesh && own) owners.set(object as DrawnMesh, own)
    for (const child of object.children) visit(child, own)
  }
  visit(root, undefined)
  return owners
}

interface Part {
  /** Any of its nodes: all are shown and hidden together. */
  node: IndexedNode
  meshes: DrawnMesh[]
  merged: Merged
}

/** The meshes that are shown together and look alike, as one each. */
function mergedParts(
  owners: ReadonlyMap<DrawnMesh, IndexedNode>,
  materials: ReturnType<typeof newModelMaterials>,
): Part[] {
  const groups = new Map<string, { node: IndexedNode; material: Material; meshes: DrawnMesh[] }>()
  for (const [mesh, node] of owners) {
    const material = materials.of(mesh.material)
    const key = `${node.levelId} ${isCover(node)} ${node.kind === 'slab'} ${material.uuid}`
    const group = groups.get(key) ?? { node, material, meshes: [] }
    group.meshes.push(mesh)
    groups.set(key, group)
  }
  return [...groups.values()].map(({ node, material, meshes }) => {
    const merged = mergeMeshes(meshes, material)
    const isGlass = materials.isGlass(material)
    merged.mesh.castShadow = !isGlass
    merged.mesh.receiveShadow = true
    merged.mesh.layers.set(isGlass ? GLASS_LAYER : 0)
    return { node, meshes, merged }
  })
}

/** The plot may be far larger than the house. */
const isPartOfHouse = (node: IndexedNode | undefined): boolean =>
  node !== undefined && node.kind !== 'site' && node.kind !== 'fence'

function hitOf({ point, distance, face, object }: Intersection, { id }: IndexedNode): Hit {
  const normal = face ? face.normal.clone().transformDirection(object.matrixWorld) : null
  return {
    id,
    point: [point.x, point.y, point.z],
    distance,
    normal: normal ? [normal.x, normal.y, normal.z] : [0, 1, 0],
  }
}

function boxOf(meshes: readonly DrawnMesh[]): Box3 {
  const box = new Box3()
  for (const mesh of meshes) box.expandByObject(mesh)
  return box
}

function boundsOfBox(box: Box3): Bounds | null {
  return box.isEmpty()
    ? null
    : { min: [box.min.x, box.min.y, box.min.z], max: [box.max.x, box.max.y, box.max.z] }
}

/** Height of a room that is framed, in metres. */
const ROOM_M = 2.4

/** A zone has an outline and no mesh. */
function outlineBounds(object: Object3D, node: IndexedNode | undefined): Bounds | null {
  if (!node?.polygon) return null
  const floor = object.matrixWorld.elements[13]
  const [xs, zs] = [node.polygon.map(([x]) => x), node.polygon.map(([, z]) => z)]
  return {
    min: [Math.min(...xs), floor, Math.min(...zs)],
    max: [Math.max(...xs), floor + ROOM_M, Math.max(...zs)],
  }
}

/** A ray through a point of the picture, from -1 to 1 each way. */
export function rayThrough(at: Vector2, camera: Camera): Raycaster {
  const raycaster = new Raycaster()
  raycaster.setFromCamera(at, camera)
  return raycaster
}
