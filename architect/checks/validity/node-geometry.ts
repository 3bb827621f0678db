import { distance, type Point } from '../../geometry/point.ts'
import { area, type Polygon, selfIntersection, signedArea } from '../../geometry/polygon.ts'
import { difference, intersection, regionArea } from '../../geometry/regions.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { NodeOf, SceneNode } from '../../scene/nodes.ts'
import { formatPoint } from '../../scene/units.ts'
import { type Fault, faultOf } from './fault.ts'

/** Least area, in square metres: 3 cm by 3 cm. */
const AREA_MIN_M2 = 0.001
/** Points nearer than this count as one, in metres: the grid of scenes. */
const GRID_M = 1e-4
/**
 * Area that clipping may leave along a shared border, in square metres: a millimetre of ten metres.
 */
const SLIVER_M2 = 1e-5

/** Faults in the shape of a single node, from which nothing could be derived. */
export function geometryFaults(node: SceneNode): Fault[] {
  switch (node.kind) {
    case 'site':
      return node.polygon ? polygonFaults(node, 'polygon', node.polygon) : []
    case 'zone':
    case 'roof':
      return polygonFaults(node, 'polygon', node.polygon)
    case 'slab':
    case 'ceiling':
      return [...polygonFaults(node, 'polygon', node.polygon), ...holeFaults(node)]
    case 'wall':
      return wallFaults(node)
    case 'beam':
      return pathFaults(node, [node.start, node.end], 'end')
    case 'fence':
    case 'railing':
      return pathFaults(node, node.path, 'path')
    case 'building':
    case 'level':
    case 'door':
    case 'window':
    case 'opening':
    case 'item':
    case 'stair':
    case 'column':
    case 'annotation':
      return []
  }
}

function polygonFaults(node: SceneNode, field: string, polygon: Polygon): Fault[] {
  const fault = (code: string, message: string) => [faultOf(code, node.id, field, message)]
  const twice = polygon.findIndex(
    (corner, index) => distance(corner, polygon[(index + 1) % polygon.length]) < GRID_M,
  )
  if (twice >= 0)
    return fault(
      'polygon.duplicate',
      `${node.id} has the corner ${formatPoint(polygon[twice])} twice.`,
    )
  const crossing = selfIntersection(polygon)
  if (crossing)
    return fault(
      node.kind === 'zone' ? 'room.self_intersection' : 'polygon.self_intersection',
      `The border of ${node.id} meets itself at ${formatPoint(crossing)}.`,
    )
  const size = area(polygon)
  if (size < AREA_MIN_M2)
    return fault('polygon.tiny', `${node.id} encloses ${size.toFixed(5)} m² only.`)
  if (signedArea(polygon) < 0)
    return fault('polygon.clockwise', `The corners of ${node.id} are in clockwise order.`)
  return []
}

function holeFaults(node: NodeOf<'slab'> | NodeOf<'ceiling'>): Fault[] {
  const faults: Fault[] = []
  for (const [index, hole] of node.holes.entries()) {
    const field = `holes.${index}`
    const own = polygonFaults(node, field, hole)
    faults.push(...own)
    if (own.length > 0) continue
    const outside = regionArea(difference([hole], [node.polygon]))
    if (outside > SLIVER_M2) {
      const message = `Hole ${index} of ${node.id} leaves it by ${outside.toFixed(3)} m².`
      faults.push(faultOf('slab.hole_outside', node.id, field, message))
    }
    const other = node.holes.findIndex(
      (earlier, at) => at < index && regionArea(intersection([hole], [earlier])) > SLIVER_M2,
    )
    if (other < 0) continue
    const message = `Holes ${other} and ${index} of ${node.id} overlap.`
    faults.push(faultOf('slab.hole_overlap', node.id, field, message))
  }
  if (faults.length > 0 || node.holes.length === 0) return faults
  if (area(node.polygon) - node.holes.reduce((sum, hole) => sum + area(hole), 0) >= AREA_MIN_M2)
    return faults
  return [faultOf('polygon.tiny', node.id, 'holes', `The holes of ${node.id} leave nothing of it.`)]
}

function wallFaults(wall: NodeOf<'wall'>): Fault[] {
  const chord = distance(wall.start, wall.end)
  if (chord < GRID_M) {
    const message = `${wall.id} starts and ends at ${formatPoint(wall.start)}.`
    return [faultOf('wall.zero_length', wall.id, 'end', message)]
  }
  const radius = Math.abs(wallPath(wall).arc?.radius ?? Infinity)
  if (radius > wall.thickness / 2) return []
  const message = `${wall.id} bends with a radius of ${radius.toFixed(3)} m, less than half its thickness of ${wall.thickness} m.`
  return [faultOf('wall.arc_too_tight', wall.id, 'sagitta', message)]
}

function pathFaults(node: SceneNode, path: readonly Point[], field: string): Fault[] {
  const twice = path.findIndex((at, index) => index > 0 && distance(at, path[index - 1]) < GRID_M)
  if (twice < 0) return []
  const message = `${node.id} has a stretch without length at ${formatPoint(path[twice])}.`
  return [faultOf('path.zero_length', node.id, field, message)]
}
