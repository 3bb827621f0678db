import { nodeNamed } from '../../input/named-node.ts'
import { KINDS, type Kind } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import { nameRefusal } from '../nodes/require-node.ts'

const OPENINGS: readonly Kind[] = ['door', 'window', 'opening']

/**
 * The arguments that name nodes, at any depth of a call, with the kinds that they may name. A name
 * of the plural holds a list.
 */
export const NODE_ARGUMENTS: Readonly<Record<string, readonly Kind[]>> = {
  id: KINDS,
  ids: KINDS,
  targetId: KINDS,
  parent: KINDS,
  host: KINDS,
  standing: ['zone'],
  into: ['zone'],
  siteId: ['site'],
  buildingId: ['building'],
  levelId: ['level'],
  levelIds: ['level'],
  fromLevelId: ['level'],
  toLevelId: ['level'],
  toLevel: ['level'],
  wallId: ['wall'],
  wallIds: ['wall'],
  zoneId: ['zone'],
  zoneIds: ['zone'],
  openingId: OPENINGS,
  openingIds: OPENINGS,
  doorId: ['door'],
  windowId: ['window'],
  itemId: ['item'],
  itemIds: ['item'],
  roofId: ['roof'],
  slabId: ['slab'],
  ceilingId: ['ceiling'],
  stairId: ['stair'],
}

/**
 * The arguments with labels of nodes replaced by their ids, wherever a node is named. What is not a
 * label stays as it is, for the edit to refuse. Throws `Refusal` for a label of several nodes.
 */
export function withNodeIds(scene: Scene, input: unknown, path = ''): unknown {
  if (Array.isArray(input))
    return input.map((entry, index) => withNodeIds(scene, entry, joined(path, `${index}`)))
  if (input === null || typeof input !== 'object') return input
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const kinds = Object.hasOwn(NODE_ARGUMENTS, name) ? NODE_ARGUMENTS[name] : null
      const param = joined(path, name)
      if (kinds === null) return [name, withNodeIds(scene, value, param)]
      const idOf = (each: unknown, at: string): unknown =>
        typeof each === 'string' ? idNamed(scene, each, kinds, at) : each
      return [
        name,
        Array.isArray(value)
          ? value.map((each, index) => idOf(each, joined(param, `${index}`)))
          : idOf(value, param),
      ]
    }),
  )
}

function idNamed(scene: Scene, name: string, kinds: readonly Kind[], param: string): string {
  const found = nodeNamed(scene, name, kinds)
  if ('node' in found) return found.node.id
  if (found.fault.code === 'ambiguous_name') throw nameRefusal(found.fault, param)
  return name
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)
