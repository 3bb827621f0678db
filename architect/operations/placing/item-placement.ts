import type { Asset } from '../../assets/asset.ts'
import type { Obstacle } from '../../checks/obstacles.ts'
import { metres } from '../../checks/places.ts'
import { isAtWall } from '../../checks/wall-gap.ts'
import {
  add,
  degreesOf,
  dot,
  leftOf,
  nearestOnSegment,
  type Point,
  scale,
  subtract,
} from '../../geometry/point.ts'
import { boxOf, contains } from '../../geometry/polygon.ts'
import { cachedByObject } from '../../kernel/cached-by-object.ts'
import { type Placement, placedShape, sizeOf } from '../../kernel/item-shape.ts'
import { TOUCH_M } from '../../kernel/prism.ts'
import type { WallShape } from '../../kernel/walls/wall-shapes.ts'
import { quantize } from '../../scene/units.ts'
import { type Misfit, misfitOf } from '../furnishing/misfit.ts'
import type { ItemPlacement, LevelFloor } from './level-floor.ts'

/** A requested placement of an item. */
export interface ItemRequest {
  asset: Asset
  /** Position in plan; `y` is the height of its underside, where one was requested. */
  at: Point
  y?: number
  rotation?: number
  size?: Placement['size']
  /** A room to stay in, a wall to hang on, or a thing to stand on. */
  target?: { id: string; kind: 'zone' | 'wall' | 'item' }
}

/** Greatest distance from a wall at which a requested item still hangs on it, in metres. */
const TO_WALL_M = 1.5
/** Where along a thing that hangs on a wall the wall must be behind it. */
const BACK_SHARES = [0.05, 0.5, 0.95]

/**
 * Lowers an item onto the surface that carries it, or returns the reason why it does not fit there.
 */
export function resolvePlacement(request: ItemRequest, floor: LevelFloor): ItemPlacement | Misfit {
  const placement = uncheckedPlacement(request, floor)
  if ('code' in placement) return placement
  return misfitAt(placement, request, floor) ?? placement
}

/** The placement before it is checked against everything else on the level. */
function uncheckedPlacement(request: ItemRequest, floor: LevelFloor): ItemPlacement | Misfit {
  const { asset, at, target } = request
  const { height } = sizeOf(asset, request.size)
  if (target?.kind === 'wall') return onWall(request, floor)
  if (target?.kind === 'item') return onTop(request, floor)
  switch (asset.attach) {
    case 'wall':
      return onWall(request, floor)
    case 'surface':
      return onTop(request, floor)
    case 'ceiling': {
      const y = request.y ?? floor.ceilingHeightAt(at) - height
      return placementOf(request, at, y, request.rotation, floor.ceilingOver(at) ?? undefined)
    }
    case 'floor':
      return placementOf(request, at, request.y ?? 0, request.rotation)
  }
}

function placementOf(
  { asset, size }: ItemRequest,
  [x, z]: Point,
  y: number,
  rotation = 0,
  host?: string,
): ItemPlacement {
  const placement: Placement = {
    position: [quantize(x), quantize(y), quantize(z)],
    rotation: quantize(rotation),
    size,
  }
  return { ...placement, shape: placedShape(asset, placement), host }
}

/** Hangs the item with its back at the nearest face of a wall, at the usual height of its kind. */
function onWall(
  request: ItemRequest,
  { walls, ceiling, obstacles }: LevelFloor,
): ItemPlacement | Misfit {
  const { asset, at, target } = request
  let near: Face | undefined
  for (const wall of walls) {
    if (target?.kind === 'wall' && wall.id !== target.id) continue
    // A search for a place looks at hundreds of walls for thousands of points.
    if (near && isFartherThan(near.away, wall, at)) continue
    const face = faceAt(wall, at)
    if (!near || face.away < near.away) near = face
  }
  if (!near || (target?.kind !== 'wall' && near.away > TO_WALL_M))
    return {
      code: 'no_space',
      message: `The ${asset.label.toLowerCase()} hangs on a wall, and there is no wall within ${metres(TO_WALL_M)}.`,
      nodeIds: [],
    }
  const { depth, height } = sizeOf(asset, request.size)
  const y = request.y ?? Math.min(asset.mountHeight ?? 0, Math.max(0, ceiling - height))
  const middle = add(near.at, scale(near.out, depth / 2))
  const placement = placementOf(request, middle, y, (degreesOf(near.out) + 90) % 360, near.wallId)
  if (y <= 0 || hasWallBehind(placement, near, obstacles)) return placement
  return {
    code: 'no_space',
    message: `The ${asset.label.toLowerCase()} would hang at ${near.wallId} with an opening or nothing behind a part of it.`,
    nodeIds: [near.wallId],
  }
}

/** True for a thing with a wall behind its middle and near both of its sides. */
function hasWallBehind(
  { shape }: ItemPlacement,
  { out, isArc }: Face,
  obstacles: readonly Obstacle[],
): boolean {
  const { outline, bottom, top } = shape.prism
  const along = leftOf(out)
  const [low, high] = [Math.min, Math.max].map((of) => of(...outline.map((at) => dot(at, along))))
  const [back] = outline.toSorted((a, b) => dot(a, out) - dot(b, out))
  const shares = isArc ? [0.5] : BACK_SHARES
  return shares.every((share) => {
    const shift = low + share * (high - low) - dot(back, along)
    return isAtWall(obstacles, { outline: [add(back, scale(along, shift))], bottom, top })
  })
}

/** True where the whole wall is farther from the point than this many metres. */
function isFartherThan(away: number, { path, thickness }: WallShape, [x, z]: Point): boolean {
  const { minX, maxX, minZ, maxZ } = boxOfPath(path)
  const reach = away + thickness / 2
  return x < minX - reach || x > maxX + reach || z < minZ - reach || z > maxZ + reach
}

const boxOfPath = cachedByObject((path: WallShape['path']) =>
  boxOf(path.corners().map(({ at }) => at)),
)

interface Face {
  wallId: string
  at: Point
  out: Point
  isArc: boolean
  /** Distance from the face to the point, in metres; 0 in the wall. */
  away: number
}

/** The nearest point of a wall's face, on the side where the point is. */
function faceAt({ id, path, thickness }: WallShape, point: Point): Face {
  const corners = path.corners()
  let best = { s: 0, distance: Infinity }
  for (let i = 1; i < corners.length; i++) {
    const near = nearestOnSegment(point, corners[i - 1].at, corners[i].at)
    if (near.distance >= best.distance) continue
    const s = corners[i - 1].s + (corners[i].s - corners[i - 1].s) * near.share
    best = { s, distance: near.distance }
  }
  const left = leftOf(path.direction(best.s))
  const middle = path.at(best.s)
  const out = dot(subtract(point, middle), left) >= 0 ? left : scale(left, -1)
  const away = Math.max(0, best.distance - thickness / 2)
  return {
    wallId: id,
    at: add(middle, scale(out, thickness / 2)),
    out,
    away,
    isArc: path.arc !== undefined,
  }
}

/** Puts the item on the target, or else on the highest thing under the point. */
function onTop(request: ItemRequest, { tops }: LevelFloor): ItemPlacement | Misfit {
  const { asset, at, target } = request
  const under = tops
    .filter(({ id, placement }) =>
      target?.kind === 'item' ? id === target.id : contains(placement.shape.prism.outline, at),
    )
    .sort((a, b) => topOf(b.placement) - topOf(a.placement))
  const [top] = under
  const label = asset.label.toLowerCase()
  if (!top)
    return {
      code: 'no_space',
      message: `There is nothing that the ${label} could stand on.`,
      nodeIds: target ? [target.id] : [],
    }
  const placement = placementOf(request, at, topOf(top.placement), request.rotation, top.id)
  const isOn = placement.shape.prism.outline.every((corner) =>
    contains(top.placement.shape.prism.outline, corner, TOUCH_M),
  )
  if (isOn) return placement
  return {
    code: 'no_space',
    message: `The ${label} would stand over the edge of ${top.id}.`,
    nodeIds: [top.id],
  }
}

const topOf = ({ position, shape }: ItemPlacement): number =>
  position[1] + (shape.asset.surfaceHeight ?? 0)

function misfitAt(
  placement: ItemPlacement,
  request: ItemRequest,
  floor: LevelFloor,
): Misfit | null {
  const { asset, at, target } = request
  const isInRoom = floor.isInRoom(at)
  if (!isInRoom && !floor.isGroundFloor)
    return {
      code: 'outside_room',
      message: `The ${asset.label.toLowerCase()} would be outside all rooms, which is possible on the ground floor only.`,
      nodeIds: [],
    }
  const regions =
    target?.kind === 'zone' ? floor.regionsOf(target.id) : isInRoom ? floor.rooms : undefined
  const { obstacles, passages, ceiling } = floor
  const over = isInRoom ? ceiling : Infinity
  return misfitOf(placement.shape, { obstacles, passages, regions, ceiling: over }, placement.host)
}
