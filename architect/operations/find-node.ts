import type { Kind, NodeOf, SceneNode } from '../scene/nodes.ts'
import { nodeOf, nodesOf, type Scene } from '../scene/scene.ts'
import { Refusal } from './refusal.ts'

/** The node of this id. Throws `Refusal` where there is none. */
export function needNode(scene: Scene, id: string, param: string): SceneNode {
  if (Object.hasOwn(scene.nodes, id)) return scene.nodes[id]
  throw new Refusal('node_not_found', `No node has the id ${JSON.stringify(id)}.`, { param })
}

/** The node of this id and kind. Throws `Refusal` where there is none, or one of another kind. */
export function needKind<K extends Kind>(
  scene: Scene,
  id: string,
  kind: K,
  param: string,
): NodeOf<K> {
  const found = nodeOf(scene, id, kind)
  if (found) return found
  const node = needNode(scene, id, param)
  throw new Refusal('wrong_kind', `${id} is a ${node.kind}; ${param} takes a ${kind}.`, {
    param,
    nodeIds: [id],
  })
}

/** The building of this id, or the only one. */
export function needBuilding(scene: Scene, id: string | undefined): NodeOf<'building'> {
  if (id !== undefined) return needKind(scene, id, 'building', 'buildingId')
  const buildings = nodesOf(scene, 'building')
  if (buildings.length === 1) return buildings[0]
  const ids = buildings.map((building) => building.id).join(', ')
  throw new Refusal('invalid_input', `The project has several buildings: name one of ${ids}.`, {
    param: 'buildingId',
  })
}

/** The level of this id; without one the ground floor, where the project has just one. */
export function needLevel(scene: Scene, id: string | undefined): NodeOf<'level'> {
  if (id !== undefined) return needKind(scene, id, 'level', 'levelId')
  const levels = nodesOf(scene, 'level')
  const grounds = levels.filter((level) => level.index === 0)
  const usual = levels.length === 1 ? levels : grounds
  if (usual.length === 1) return usual[0]
  const ids = levels.map((level) => level.id).join(', ')
  throw new Refusal('invalid_input', `Which level is not clear: name one of ${ids}.`, {
    param: 'levelId',
  })
}
