import { assetNamed } from '../assets/catalog.ts'
import { rotate } from '../geometry/point.ts'
import { type ItemMesh, type ItemPlacement, itemMeshes } from '../kernel/item-meshes.ts'
import { nodeOf, nodesOf } from '../scene/scene.ts'
import { type Frame, WORLD } from './frame.ts'
import type { IfcDraft } from './ifc-draft.ts'
import { looksOf } from './look-writer.ts'
import type { Containers } from './spatial.ts'
import { enumeration, label, list, NONE, type Token } from './step-text.ts'

/** The furniture of an asset, a size and finishes: its type, and its triangles for all of them. */
interface FurnitureType {
  ref: Token
  /** Null where nothing of it has an area. */
  map: Token | null
  users: Token[]
  key: string
}

/** Adds all items. Those of one asset, size and look share a type and its triangles. */
export function addItems(draft: IfcDraft, containers: Containers): void {
  const { meshes, placements } = itemMeshes(draft.scene)
  const types = meshes.map((mesh) => addType(draft, mesh))
  const placedIds = new Set<string>()
  for (const placement of placements) {
    placedIds.add(placement.itemId)
    addItem(draft, containers, placement.itemId, placement, types[placement.mesh])
  }
  for (const type of types.filter(({ users }) => users.length > 0))
    draft.relate('IFCRELDEFINESBYTYPE', `${type.key}/users`, list(type.users), type.ref)
  // An item of an unknown asset has no shape, and is in the file all the same.
  for (const { id } of nodesOf(draft.scene, 'item'))
    if (!placedIds.has(id)) addItem(draft, containers, id, null, null)
}

function addType(draft: IfcDraft, { asset, size, parts }: ItemMesh): FurnitureType {
  const { step, shapes } = draft
  const shape = draft.tessellation(parts, WORLD)
  const map = shape && step.add('IFCREPRESENTATIONMAP', shapes.axes([0, 0, 0]), shape)
  const looks = parts.map(({ material }) => material)
  const key = `type/${JSON.stringify([asset, size.width, size.height, size.depth, looks])}`
  const ref = step.add(
    'IFCFURNITURETYPE',
    draft.idOf(key),
    NONE,
    label(assetNamed(asset)?.label ?? asset),
    ...[NONE, NONE, NONE],
    map ? list([map]) : NONE,
    label(asset),
    NONE,
    enumeration('NOTDEFINED'),
    NONE,
  )
  draft.madeOf(ref, looksOf(parts))
  return { ref, map, users: [], key }
}

function addItem(
  draft: IfcDraft,
  containers: Containers,
  id: string,
  placement: ItemPlacement | null,
  type: FurnitureType | null,
): void {
  const item = nodeOf(draft.scene, id, 'item')!
  const storey = containers.get(item.parent ?? '')
  if (!storey) return
  const [x, y, z] = item.position
  const frame: Frame = placement
    ? { origin: placement.position, along: rotate([1, 0], placement.rotation) }
    : { origin: [x, y + storey.frame.origin[1], z], along: rotate([1, 0], item.rotation) }
  const ref = draft.element('IFCFURNITURE', item, storey, {
    objectType: item.asset,
    placed: draft.shapes.place(frame, storey),
    shape: type?.map ? mappedShape(draft, type.map) : NONE,
    rest: [NONE],
  })
  type?.users.push(ref)
}

/** The triangles of the type, as they are in the frame of the item. */
function mappedShape(draft: IfcDraft, map: Token): Token {
  const origin = draft.shapes.point([0, 0, 0])
  const target = draft.step.shared(
    'IFCCARTESIANTRANSFORMATIONOPERATOR3D',
    ...[NONE, NONE],
    origin,
    ...[NONE, NONE],
  )
  const item = draft.step.add('IFCMAPPEDITEM', map, target)
  return draft.shapeOf(draft.representation('body', 'Body', 'MappedRepresentation', [item]))
}
