import {
  depthOver,
  type FloorHole,
  floorHoles,
  PAST_EDGE_M,
  stairHole,
  stepOnOf,
} from '../../checks/floor-holes.ts'
import { headroomUnder, isTooLow, lowStairMessage } from '../../checks/stair-headroom.ts'
import { convexPieces, overlapDepth } from '../../geometry/convex.ts'
import type { Point } from '../../geometry/point.ts'
import { type Box, boxOf, contains, type Polygon } from '../../geometry/polygon.ts'
import { difference, offset, type Region, regionArea } from '../../geometry/regions.ts'
import { columnOutline } from '../../kernel/column-body.ts'
import { itemShape } from '../../kernel/item-shape.ts'
import { doorSwing } from '../../kernel/openings/door-swing.ts'
import { TOUCH_M } from '../../kernel/prism.ts'
import {
  HEADROOM_M,
  type StairShape,
  stairShape,
  stairShapeOf,
} from '../../kernel/stairs/stair-shape.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import { type NodeOf, STAIR_SHAPES } from '../../scene/nodes.ts'
import { childrenOf, nodeOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'
import { levelRegions } from '../levels/level-outline.ts'
import type { RefusalCode } from '../refusal.ts'

type Stair = NodeOf<'stair'>

/** Something that a stair must not run into. */
interface Obstacle {
  id: string
  outline: Polygon
  code: RefusalCode
  /**
   * Convex parts of the outline and its bounding box, computed once because thousands of positions
   * are tried.
   */
  pieces: Polygon[]
  box: Box
}

/** The surroundings of a stair: everything that stands on its level, and on the level above. */
export interface StairSpace {
  scene: Scene
  /**
   * Floor of the lower level, to the outer faces of its walls; empty where the level has no walls
   * or rooms.
   */
  floor: Region[]
  /** The same, wider by the tolerance for touching, with bounding boxes. */
  around: { ring: Polygon; box: Box }[]
  below: Obstacle[]
  above: Obstacle[]
  /** Holes in the floor on which it starts. */
  holes: FloorHole[]
}

export interface StairMisfit {
  code: RefusalCode
  message: string
  nodeIds: string[]
}

/** Area of a stair that may be outside the floor, in square metres: a millimetre along its side. */
const OUTSIDE_M2 = 0.005
/** How far the search for another position goes to each side, in metres. */
const SEARCH_M = 2
/**
 * Steps of the search, in metres: fine for the requested direction and shape, coarse for others.
 */
const FINE_M = 0.25
const COARSE_M = 0.5
/** Positions that are checked completely, with their holes, before the search ends. */
const PLACES_MAX = 24

export function stairSpace(scene: Scene, stair: Stair): StairSpace {
  const floor = levelRegions(scene, stair.parent!)
  const wider = offset(
    floor.map((region) => region.outer),
    TOUCH_M,
  )
  return {
    scene,
    floor,
    around: wider.map(({ outer }) => ({ ring: outer, box: boxOf(outer) })),
    below: obstaclesOn(scene, stair.parent!, stair.id),
    // Stairs that start above may stand over the hole; `stairsMisfit` looks at them.
    above: obstaclesOn(scene, stair.toLevel, stair.id).filter(
      ({ id }) => !nodeOf(scene, id, 'stair'),
    ),
    holes: floorHoles(scene, stair.parent!).filter(({ id }) => id !== stair.id),
  }
}

function obstaclesOn(scene: Scene, level: string, except: string): Obstacle[] {
  return outlinesOn(scene, level, except).map((found) => ({
    ...found,
    pieces: convexPieces(found.outline),
    box: boxOf(found.outline),
  }))
}

function outlinesOn(scene: Scene, level: string, except: string) {
  const obstacles: Pick<Obstacle, 'id' | 'outline' | 'code'>[] = []
  for (const { id, footprint } of wallShapes(scene, level).values())
    obstacles.push({ id, outline: footprint, code: 'collides' })
  for (const node of childrenOf(scene, level)) {
    if (node.id === except) continue
    switch (node.kind) {
      case 'item': {
        const prism = itemShape(scene, node.id)?.prism
        // People walk under things that hang high, and over a rug.
        if (prism && prism.bottom < HEADROOM_M && prism.top > 0.05)
          obstacles.push({ id: node.id, outline: prism.outline, code: 'collides' })
        break
      }
      case 'stair': {
        const outline = stairShape(scene, node.id)?.outline
        if (outline) obstacles.push({ id: node.id, outline, code: 'collides' })
        break
      }
      case 'column':
        obstacles.push({ id: node.id, outline: columnOutline(node), code: 'collides' })
        break
      case 'wall':
        for (const { id } of childrenOf(scene, node.id)) {
          const swing = doorSwing(scene, id)
          for (const outline of swing ? [...swing.keepOut, ...swing.leaf] : [])
            obstacles.push({ id, outline, code: 'blocks_door' })
        }
        break
      case 'site':
      case 'building':
      case 'level':
      case 'door':
      case 'window':
      case 'opening':
      case 'zone':
      case 'slab':
      case 'ceiling':
      case 'roof':
      case 'beam':
      case 'fence':
      case 'railing':
      case 'annotation':
        break
      default:
        node satisfies never
    }
  }
  return obstacles
}

/** The first reason why the stair does not fit, or null. */
export function stairMisfit(space: StairSpace, stair: Stair): StairMisfit | null {
  const shape = stairShapeOf(space.scene, stair)!
  return floorMisfit(space, shape) ?? headMisfit(space, shape) ?? stairsMisfit(space, stair, shape)
}

/** Where it starts over a hole, or it and a stair of the storey above or below are too near. */
function stairsMisfit(
  { scene, holes }: StairSpace,
  stair: Stair,
  shape: StairShape,
): StairMisfit | null {
  const before = stepOnOf(stair, shape)
  const over = holes.find((hole) => depthOver(before, hole) > PAST_EDGE_M)
  if (over)
    return {
      code: 'collides',
      message: `The stair would start over the hole of ${over.id}.`,
      nodeIds: [over.id],
    }
  const own = shape.opening.length > 0 ? stairHole(stair.id, shape, shape.opening) : null
  for (const other of nodesOf(scene, 'stair')) {
    const met = other.id === stair.id ? null : stairShape(scene, other.id)
    if (!met) continue
    if (other.parent === stair.toLevel && own && depthOver(stepOnOf(other, met), own) > PAST_EDGE_M)
      return {
        code: 'collides',
        message: `The hole in the floor above would open the floor before ${other.id}.`,
        nodeIds: [other.id],
      }
    const headroom =
      other.parent === stair.toLevel
        ? headroomUnder(stair, shape, met)
        : other.toLevel === stair.parent
          ? headroomUnder(other, met, shape)
          : null
    if (!isTooLow(headroom)) continue
    const [upper, lower] =
      other.toLevel === stair.parent ? ['The stair', other.id] : [other.id, 'the stair']
    return {
      code: 'headroom',
      message: lowStairMessage(upper, lower, headroom),
      nodeIds: [other.id],
    }
  }
  return null
}

function floorMisfit(space: StairSpace, { outline }: StairShape): StairMisfit | null {
  if (space.floor.length > 0) {
    const outside = regionArea(
      difference(
        [outline],
        space.floor.map((region) => region.outer),
      ),
    )
    if (outside > OUTSIDE_M2)
      return {
        code: 'outside_room',
        message: `The stair would reach out of the outline of its level by ${outside.toFixed(2)} m².`,
        nodeIds: [],
      }
  }
  return obstacleMisfit(outline, space.below, 'The stair would')
}

function headMisfit(space: StairSpace, shape: StairShape): StairMisfit | null {
  if (shape.headroom !== undefined && shape.headroom < HEADROOM_M)
    return {
      code: 'headroom',
      message: `The stair would leave ${shape.headroom.toFixed(2)} m over a step; ${HEADROOM_M} m are needed.`,
      nodeIds: [],
    }
  return shape.opening.length === 0
    ? null
    : obstacleMisfit(shape.opening, space.above, 'The hole in the floor above would')
}

function obstacleMisfit(outline: Polygon, obstacles: Obstacle[], what: string): StairMisfit | null {
  const pieces = convexPieces(outline)
  const hit = obstacles.filter((obstacle) => isIn(outline, pieces, obstacle))
  if (hit.length === 0) return null
  const nodeIds = [...new Set(hit.map(({ id }) => id))]
  const code = hit.find((obstacle) => obstacle.code === 'collides')?.code ?? hit[0].code
  const does = code === 'blocks_door' ? 'be before' : 'run into'
  return { code, message: `${what} ${does} ${nodeIds.join(', ')}.`, nodeIds }
}

function isIn(outline: Polygon, pieces: Polygon[], obstacle: Obstacle): boolean {
  const [own, other] = [boxOf(outline), obstacle.box]
  if (own.maxX <= other.minX || other.maxX <= own.minX) return false
  if (own.maxZ <= other.minZ || other.maxZ <= own.minZ) return false
  return pieces.some((a) => obstacle.pieces.some((b) => overlapDepth(a, b) > TOUCH_M))
}

/** The stair at the nearest position where it fits, if need be turned or with another shape. */
export function nearestFit(space: StairSpace, stair: Stair): Stair | null {
  let tries = 0
  const shapes = [stair.shape, ...STAIR_SHAPES.filter((shape) => shape !== stair.shape)]
  for (const shape of shapes)
    for (const quarter of [0, 90, 180, 270]) {
      const turned = { ...stair, shape, direction: (stair.direction + quarter) % 360 }
      const { outline, opening } = stairShapeOf(space.scene, turned)!
      const pieces = convexPieces(outline)
      // The hole is derived anew at each place that is checked; as it is here, it sorts out most.
      const holes = opening.length > 0 ? convexPieces(opening) : []
      const isAsRequested = shape === stair.shape && quarter === 0
      for (const step of isAsRequested ? FINE : COARSE) {
        const moved = translate(outline, step)
        if (!isOnFloor(space, moved)) continue
        const placed = pieces.map((piece) => translate(piece, step))
        if (space.below.some((obstacle) => isIn(moved, placed, obstacle))) continue
        const hole = translate(opening, step)
        const cut = holes.map((piece) => translate(piece, step))
        if (cut.length > 0 && space.above.some((obstacle) => isIn(hole, cut, obstacle))) continue
        const [dx, dz] = step
        if (++tries > PLACES_MAX) return null
        const [x, z] = stair.position
        const candidate: Stair = { ...turned, position: [quantize(x + dx), quantize(z + dz)] }
        if (!stairMisfit(space, candidate)) return candidate
      }
    }
  return null
}

const translate = (polygon: Polygon, [dx, dz]: Point): Polygon =>
  polygon.map(([x, z]): Point => [x + dx, z + dz])

/** A quick check of the corners only; `stairMisfit` checks completely. */
function isOnFloor({ around }: StairSpace, outline: Polygon): boolean {
  if (around.length === 0) return true
  const own = boxOf(outline)
  return around.some(({ ring, box }) => {
    const isInBox =
      own.minX >= box.minX && own.maxX <= box.maxX && own.minZ >= box.minZ && own.maxZ <= box.maxZ
    return isInBox && outline.every((corner) => contains(ring, corner))
  })
}

/** Steps away from the requested position, the nearest first. */
function offsets(step: number): Point[] {
  const steps = SEARCH_M / step
  const side = 2 * steps + 1
  return Array.from({ length: side ** 2 }, (_, index): Point => {
    return [((index % side) - steps) * step, (Math.floor(index / side) - steps) * step]
  }).sort((a, b) => Math.hypot(...a) - Math.hypot(...b) || a[0] - b[0] || a[1] - b[1])
}

const FINE = offsets(FINE_M)
const COARSE = offsets(COARSE_M)
