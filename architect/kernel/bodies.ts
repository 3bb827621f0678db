import type { SceneNode } from '../scene/nodes.ts'
import type { Scene } from '../scene/scene.ts'
import { beamBody } from './beam-body.ts'
import type { Body } from './body.ts'
import { columnBody } from './column-body.ts'
import { fenceBody } from './fence-body.ts'
import { ceilingBody } from './floors/ceiling-body.ts'
import { slabBody } from './floors/slab-body.ts'
import { itemBody } from './item-body.ts'
import { doorBody } from './openings/door-body.ts'
import { windowBody } from './openings/window-body.ts'
import { railingBody } from './railing-body.ts'
import { roofBody } from './roofs/roof-body.ts'
import { siteBody } from './site-body.ts'
import { stairBody } from './stairs/stair-body.ts'
import { wallBody } from './walls/wall-body.ts'

/** The solids of a node; null for kinds without solids and for unknown ids. */
export function bodyOf(scene: Scene, id: string): Body | null {
  const node = Object.hasOwn(scene.nodes, id) ? scene.nodes[id] : undefined
  return node ? build(scene, node) : null
}

/** The solids of all nodes that have some, in the order of the scene. */
export function sceneBodies(scene: Scene): Body[] {
  return Object.keys(scene.nodes).flatMap((id) => {
    const body = bodyOf(scene, id)
    return body && body.parts.length > 0 ? [body] : []
  })
}

function build(scene: Scene, node: SceneNode): Body | null {
  switch (node.kind) {
    case 'site':
      return siteBody(scene, node)
    case 'item':
      return itemBody(scene, node.id)
    case 'stair':
      return stairBody(scene, node)
    case 'fence':
      return fenceBody(scene, node)
    case 'railing':
      return railingBody(scene, node)
    case 'wall':
      return wallBody(scene, node.id)
    case 'door':
      return doorBody(scene, node)
    case 'window':
      return windowBody(scene, node)
    case 'slab':
      return slabBody(scene, node)
    case 'ceiling':
      return ceilingBody(scene, node)
    case 'roof':
      return roofBody(scene, node)
    case 'column':
      return columnBody(scene, node)
    case 'beam':
      return beamBody(scene, node)
    case 'building':
    case 'level':
    case 'opening':
    case 'zone':
    case 'annotation':
      return null
    default:
      return node satisfies never
  }
}
