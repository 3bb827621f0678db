import { leftOf, type Point, scale } from '../../geometry/point.ts'
import { boxOf, centroid } from '../../geometry/polygon.ts'
import type { Point3 } from '../../geometry/vector.ts'
import { wallSides } from '../../kernel/rooms.ts'
import { type WallShape, wallShapes } from '../../kernel/walls/wall-shapes.ts'
import type { SceneNode } from '../../scene/nodes.ts'
import { nodesOf, type Scene } from '../../scene/scene.ts'
import type { DrawnScene } from '../drawn-scene.ts'
import { drawableName } from '../letters.ts'
import { ViewError } from '../view-error.ts'
import { type FullViewRequest, VIEW_SIDES } from '../view-request.ts'

const WINDS = ['north', 'east', 'south', 'west'] as const
type Wind = (typeof WINDS)[number]

/** The plane of the sheet in the world. */
export interface Stand {
  forward: Point3
  title: string
  /** Distance of the cut along `forward` from the origin, in metres; absent in elevations. */
  cutAt?: number
}

export type UprightRequest = FullViewRequest & { view: 'elevation' | 'section' }

/** Where elevations and sections look from. Throws `ViewError` for a target of another kind. */
export const STANDS: Record<
  UprightRequest['view'],
  (scene: Scene, shown: DrawnScene, request: FullViewRequest) => Stand
> = { elevation: elevationStand, section: sectionStand }

function windOf({ from = 'south' }: FullViewRequest): Wind {
  const wind = WINDS.find((each) => each === from)
  if (wind) return wind
  const known = `\`from\` is one of ${WINDS.join(', ')} here`
  throw new ViewError('invalid_view', `The view cannot be made: ${known}.`, 'from')
}

const across = ([x, z]: Point): Point3 => [-x, 0, -z]

function elevationStand(scene: Scene, _: DrawnScene, request: FullViewRequest): Stand {
  const { targetId } = request
  if (targetId === undefined) {
    const wind = windOf(request)
    return { forward: across(VIEW_SIDES[wind]), title: `Elevation from the ${wind}` }
  }
  const wall = wallNamed(scene, targetId)
  const { left, right } = wallSides(scene, targetId)
  // From outside where the sides decide it: the side without a room.
  const side = left !== undefined && right === undefined ? -1 : 1
  const { path, label } = wall
  const [x, z] = scale(leftOf(path.direction(path.length / 2)), side)
  return { forward: [-x, 0, -z], title: `Elevation of ${drawableName(label, targetId)}` }
}

function wallNamed(scene: Scene, id: string): WallShape & { label?: string } {
  const node: SceneNode | undefined = Object.hasOwn(scene.nodes, id) ? scene.nodes[id] : undefined
  if (!node) throw new ViewError('node_not_found', `There is no node \`${id}\`.`, 'targetId')
  const shape = node.kind === 'wall' ? wallShapes(scene, node.parent!).get(id) : undefined
  if (shape) return { ...shape, label: node.label }
  const message = `An elevation is of a wall, and \`${id}\` is a ${node.kind}.`
  throw new ViewError('wrong_kind', message, 'targetId')
}

function sectionStand(scene: Scene, shown: DrawnScene, request: FullViewRequest): Stand {
  const wind = windOf(request)
  const forward = across(VIEW_SIDES[wind])
  const axis = wind === 'east' || wind === 'west' ? 0 : 2
  const middle = clearOfWalls(scene, axis, (shown.low[axis] + shown.high[axis]) / 2)
  const at = request.cutAt ?? targetMiddle(scene, shown, request.targetId)?.[axis] ?? middle
  const looking = { north: 'south', south: 'north', east: 'west', west: 'east' }[wind]
  const plane = `${axis === 0 ? 'x' : 'z'} = ${at.toFixed(2)} m`
  return {
    forward,
    title: `Section at ${plane}, looking ${looking}`,
    // `forward` is 1 or -1 along the axis.
    cutAt: at * forward[axis],
  }
}

/** Step and number of moves of a plane away from a wall that it would run along. */
const MOVED_M = 0.25
const MOVES_MAX = 12

/** The place nearest to `at` where an upright plane does not run along a wall. */
function clearOfWalls(scene: Scene, axis: 0 | 2, at: number): number {
  const along = nodesOf(scene, 'wall').filter(({ start, end }) => {
    const [x, z] = [Math.abs(end[0] - start[0]), Math.abs(end[1] - start[1])]
    return axis === 0 ? x < z / 20 : z < x / 20
  })
  for (let move = 0; move <= MOVES_MAX; move++) {
    const tried = at + MOVED_M * Math.ceil(move / 2) * (move % 2 === 0 ? 1 : -1)
    const isIn = ({ start, thickness }: (typeof along)[number]): boolean =>
      Math.abs(start[axis / 2] - tried) < thickness / 2 + 0.05
    if (!along.some(isIn)) return tried
  }
  return at
}

function targetMiddle(
  scene: Scene,
  { drawn }: DrawnScene,
  targetId: string | undefined,
): Point3 | null {
  if (targetId === undefined) return null
  const node = Object.hasOwn(scene.nodes, targetId) ? scene.nodes[targetId] : undefined
  if (!node) throw new ViewError('node_not_found', `There is no node \`${targetId}\`.`, 'targetId')
  if (node.kind === 'zone') {
    const [x, z] = centroid(node.polygon)
    return [x, 0, z]
  }
  const corners: Point[] = []
  for (let t = 0; t < drawn.count; t++) {
    if (drawn.nodeIds[drawn.node[t]] !== targetId) continue
    for (let k = t * 9; k < t * 9 + 9; k += 3)
      corners.push([drawn.corners[k], drawn.corners[k + 2]])
  }
  if (corners.length === 0) {
    const message = `A ${node.kind} has no body to cut: \`${targetId}\`.`
    throw new ViewError('wrong_kind', message, 'targetId')
  }
  const { minX, minZ, maxX, maxZ } = boxOf(corners)
  return [(minX + maxX) / 2, 0, (minZ + maxZ) / 2]
}

/** The box of the nodes in which `isIn` is true: along `right` and upright. Throws `ViewError`. */
export function boxAlong({ drawn }: DrawnScene, right: Point3, isIn: (node: number) => boolean) {
  const wanted = drawn.nodeIds.map((_, node) => isIn(node))
  const box = { left: Infinity, right: -Infinity, low: Infinity, high: -Infinity }
  for (let t = 0; t < drawn.count; t++) {
    if (!wanted[drawn.node[t]]) continue
    for (let k = t * 9; k < t * 9 + 9; k += 3) {
      const u = drawn.corners[k] * right[0] + drawn.corners[k + 2] * right[2]
      box.left = Math.min(box.left, u)
      box.right = Math.max(box.right, u)
      box.low = Math.min(box.low, drawn.corners[k + 1])
      box.high = Math.max(box.high, drawn.corners[k + 1])
    }
  }
  if (box.left < box.right) return box
  throw new ViewError('nothing_to_see', 'Nothing is built yet.')
}
