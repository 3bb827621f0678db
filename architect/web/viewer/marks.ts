import {
  ConeGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  type Scene,
  Shape,
  ShapeGeometry,
  SphereGeometry,
} from 'three'
import type { Building } from './building.ts'
import { meshesBelow } from './model-materials.ts'
import type { Vec3 } from './orbit.ts'

const SELECTED = '#1f7ae0'
const CREATED = '#1f9d55'
const CHANGED = '#d99a06'
const PIN = '#e4572e'
/** Above a floor, so that neither flickers. */
const LIFT_M = 0.03
/** Nodes that are marked at once: each has meshes of its own. */
const MARKED_MAX = 500

/** What is drawn over the building: the selection, changes of a comparison, a pin. */
export interface Marks {
  select(id: string | null): void
  compare(changes: { created: readonly string[]; changed: readonly string[] } | null): void
  pin(at: Vec3 | null): void
  /** Sizes the pin for an eye at this distance. */
  scale(distance: number): void
}

export function openMarks(scene: Scene, building: () => Building | null): Marks {
  const selected = new Group()
  const compared = new Group()
  const pin = newPin()
  pin.visible = false
  scene.add(selected, compared, pin)
  const clear = (group: Group) => {
    for (const { material, geometry } of meshesBelow(group)) {
      material.dispose()
      if (geometry instanceof ShapeGeometry) geometry.dispose()
    }
    group.clear()
  }
  const fill = (group: Group, ids: readonly string[], color: string) => {
    const model = building()
    if (!model) return
    const material = markMaterial(color)
    for (const id of ids.slice(0, MARKED_MAX))
      for (const overlay of overlays(model, id, material)) group.add(overlay)
  }
  return {
    select(id) {
      clear(selected)
      if (id !== null) fill(selected, [id], SELECTED)
    },
    compare(changes) {
      clear(compared)
      if (!changes) return
      fill(compared, changes.created, CREATED)
      fill(compared, changes.changed, CHANGED)
    },
    pin(at) {
      pin.visible = at !== null
      if (at) pin.position.set(...at)
    },
    scale(distance) {
      pin.scale.setScalar(Math.max(0.25, distance * 0.028))
    },
  }
}

function markMaterial(color: string): MeshBasicMaterial {
  return new MeshBasicMaterial({
    color,
    transparent: true,
    opacity: 0.42,
    depthWrite: false,
    toneMapped: false,
    side: DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: -2,
    polygonOffsetUnits: -2,
  })
}

/** Copies of the shapes of a node, or the floor of a room, which has no shape. */
function overlays(model: Building, id: string, material: MeshBasicMaterial): Object3D[] {
  const node = model.nodes.get(id)
  const bounds = model.boundsOf(id)
  if (node?.polygon && bounds) {
    const shape = new Shape()
    node.polygon.forEach(([x, z], i) => {
      if (i === 0) shape.moveTo(x, z)
      else shape.lineTo(x, z)
    })
    const floor = new Mesh(new ShapeGeometry(shape).rotateX(Math.PI / 2), material)
    floor.position.y = bounds.min[1] + LIFT_M
    return [floor]
  }
  return model.meshesOf(id).map((mesh) => {
    const copy = new Mesh(mesh.geometry, material)
    copy.matrixAutoUpdate = false
    copy.matrix.copy(mesh.matrixWorld)
    return copy
  })
}

/** A pin that stands on its point and is seen through walls. */
function newPin(): Group {
  const material = new MeshBasicMaterial({ color: PIN, depthTest: false, toneMapped: false })
  const head = new Mesh(new SphereGeometry(0.5, 20, 14), material)
  head.position.y = 1.5
  const tip = new Mesh(new ConeGeometry(0.36, 1.3, 20).rotateX(Math.PI), material)
  tip.position.y = 0.65
  const pin = new Group()
  pin.add(head, tip)
  for (const each of pin.children) each.renderOrder = 10
  return pin
}
