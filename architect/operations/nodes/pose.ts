import { add, mix, type Point, rotate, subtract } from '../../geometry/point.ts'
import { centroid } from '../../geometry/polygon.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import { isOpening, type SceneNode } from '../../scene/nodes.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import { Refusal } from '../refusal.ts'

type Fields = Record<string, unknown>
type Transform = (point: Point) => [number, number]

/**
 * The changed fields of a node that is moved by `[x, y, z]` metres. An opening moves along its
 * wall.
 */
export function movedFields(
  scene: Scene,
  node: SceneNode,
  [dx, dy, dz]: readonly number[],
): Fields {
  const transform: Transform = ([x, z]) => [x + dx, z + dz]
  if (node.kind === 'item') {
    const [x, y, z] = node.position
    return { position: [x + dx, y + dy, z + dz] }
  }
  if (dy !== 0)
    throw new Refusal(
      'invalid_input',
      `A ${node.kind} can be moved in plan only. Change its heights with set.`,
      { param: 'move', nodeIds: [node.id] },
    )
  if (isOpening(node)) {
    const wall = nodeOf(scene, node.parent!, 'wall')!
    const [x, z] = wallPath(wall).direction(node.offset)
    // An offset cannot be negative; the later check refuses an opening past the start of its wall.
    return { offset: Math.max(0, node.offset + dx * x + dz * z) }
  }
  return transformedFields(node, transform, 'moved')
}

/** The changed fields of a node that is turned counter-clockwise about its middle. */
export function rotatedFields(node: SceneNode, degrees: number): Fields {
  const turned = (angle: number): number => (((angle + degrees) % 360) + 360) % 360
  if (node.kind === 'item' || node.kind === 'column') return { rotation: turned(node.rotation) }
  if (node.kind === 'stair') return { direction: turned(node.direction) }
  const middle = middleOf(node)
  if (!middle || node.kind === 'annotation') throw cannot(node, 'turned')
  const transform: Transform = (point) => {
    const [x, z] = add(middle, rotate(subtract(point, middle), degrees))
    return [x, z]
  }
  const fields = transformedFields(node, transform, 'turned')
  return node.kind === 'roof' && node.ridge !== undefined
    ? { ...fields, ridge: turned(node.ridge) }
    : fields
}

function middleOf(node: SceneNode): Point | null {
  if ('polygon' in node) return node.polygon ? centroid(node.polygon) : null
  if ('start' in node) return mix(node.start, node.end, 0.5)
  if (!('path' in node)) return null
  const { path } = node
  return [
    path.reduce((sum, [x]) => sum + x, 0) / path.length,
    path.reduce((sum, [, z]) => sum + z, 0) / path.length,
  ]
}

function transformedFields(node: SceneNode, transform: Transform, done: string): Fields {
  switch (node.kind) {
    case 'wall':
    case 'beam':
      return { start: transform(node.start), end: transform(node.end) }
    case 'site':
      return { polygon: node.polygon?.map(transform) }
    case 'zone':
    case 'roof':
      return { polygon: node.polygon.map(transform) }
    case 'slab':
    case 'ceiling':
      return {
        polygon: node.polygon.map(transform),
        holes: node.holes.map((hole) => hole.map(transform)),
      }
    case 'fence':
    case 'railing':
      return { path: node.path.map(transform) }
    case 'column':
    case 'stair':
    case 'annotation':
      return { position: transform(node.position) }
    case 'building':
    case 'level':
    case 'door':
    case 'window':
    case 'opening':
    case 'item':
      throw cannot(node, done)
  }
}

const cannot = ({ id, kind }: SceneNode, done: string): Refusal =>
  new Refusal('wrong_kind', `${id} is a ${kind}, which cannot be ${done}.`, {
    param: done === 'moved' ? 'move' : 'rotate',
    nodeIds: [id],
  })
