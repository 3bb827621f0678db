import { PARENTS, type SceneNode } from '../../scene/nodes.ts'
import {
  childrenOf,
  highestId,
  nodesOf,
  SCENE_FORMAT,
  SCENE_NODES_MAX,
  type Scene,
} from '../../scene/scene.ts'
import { type Fault, faultOf } from './fault.ts'

/** Depth of the tree: site, building, level, wall, opening. */
const DEPTH_MAX = 5

/** Faults of ids, parents, the root, and the counter of ids. */
export function structureFaults(scene: Scene): Fault[] {
  const faults = [...wholeFaults(scene)]
  for (const [key, node] of Object.entries(scene.nodes))
    faults.push(...placeFaults(scene, key, node))
  for (const building of nodesOf(scene, 'building')) {
    const taken = new Map<number, string>()
    for (const level of childrenOf(scene, building.id, 'level')) {
      const other = taken.get(level.index)
      if (other === undefined) taken.set(level.index, level.id)
      else
        faults.push(
          faultOf('level.index_taken', level.id, 'index', `${other} has index ${level.index} too.`),
        )
    }
  }
  return faults
}

function wholeFaults(scene: Scene): Fault[] {
  const faults: Fault[] = []
  const whole = (code: string, path: string, message: string) =>
    faults.push({ code, nodeId: '', path, message })
  if (scene.format !== SCENE_FORMAT)
    whole('scene.format', 'format', `The format is ${scene.format} and not ${SCENE_FORMAT}.`)
  const nodes = Object.values(scene.nodes)
  if (nodes.length > SCENE_NODES_MAX)
    whole('scene.limit', 'nodes', `${nodes.length} nodes are more than ${SCENE_NODES_MAX}.`)
  const sites = nodes.filter((node) => node.kind === 'site')
  if (sites.length !== 1)
    whole('site.count', 'nodes', `There are ${sites.length} sites, and a project has one.`)
  const highest = highestId(scene)
  if (!Number.isInteger(scene.lastId) || scene.lastId < highest)
    whole('scene.last_id', 'lastId', `lastId is ${scene.lastId}, and the id ${highest} is used.`)
  return faults
}

function placeFaults({ nodes }: Scene, key: string, node: SceneNode): Fault[] {
  if (key !== node.id) return [faultOf('node.id', key, 'id', `The id of ${key} is ${node.id}.`)]
  if (!node.id.startsWith(`${node.kind}_`))
    return [faultOf('node.id', key, 'id', `${key} is a ${node.kind} by its kind.`)]
  const allowed = PARENTS[node.kind]
  if (node.parent === null) return allowed.length === 0 ? [] : [orphan(node, 'is under nothing')]
  if (!Object.hasOwn(nodes, node.parent))
    return [orphan(node, `is under ${node.parent}, which is not there`)]
  const parent = nodes[node.parent]
  if (isInCircle(nodes, node))
    return [faultOf('node.cycle', key, 'parent', `${key} is under itself, by way of ${parent.id}.`)]
  if (allowed.includes(parent.kind)) return []
  const message = `${key} is under ${parent.id}, and a ${node.kind} belongs under ${allowed.join(' or ') || 'nothing'}.`
  return [faultOf('node.parent_kind', key, 'parent', message)]
}

const orphan = (node: SceneNode, why: string) =>
  faultOf(
    'node.orphan',
    node.id,
    'parent',
    `${node.id} ${why}, and belongs under a ${PARENTS[node.kind].join(' or ')}.`,
  )

function isInCircle(nodes: Scene['nodes'], node: SceneNode): boolean {
  let above: SceneNode | undefined = node
  for (let depth = 0; depth <= DEPTH_MAX && above?.parent != null; depth++) {
    above = nodes[above.parent]
    if (above === node) return true
  }
  return false
}
