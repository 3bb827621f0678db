import { HANGS_ON_WALL } from '../../assets/asset.ts'
import { assetNamed } from '../../assets/catalog.ts'
import {
  add,
  dot,
  leftOf,
  nearestOnSegment,
  type Point,
  rotate,
  scale,
  subtract,
} from '../../geometry/point.ts'
import { placedShape, sizeOf } from '../../kernel/item-shape.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'
import { type ItemRequest, resolvePlacement } from '../placing/item-placement.ts'
import type { ItemPlacement, LevelFloor } from '../placing/level-floor.ts'
import { nearestFit } from '../placing/nearest-fit.ts'

type Item = NodeOf<'item'>

/** An item stands at a wall when its back is this near to the wall's face, in metres. */
const AT_WALL_M = 0.3
/** How far an item slides along its wall, and in which steps, in metres. */
const SLIDE_M = 3
const STEP_M = 0.1

/**
 * The nearest free pose of an item in a room: at its wall, as far from it as before, or else
 * anywhere near. Null where there is none. `before` is the scene before the edit, in which the item
 * stood well.
 */
export function shiftedPlacement(
  before: Scene,
  after: Scene,
  item: Item,
  floor: LevelFloor,
  zoneId: string | null,
): ItemPlacement | null {
  const asset = assetNamed(item.asset)
  if (!asset) return null
  const [x, y, z] = item.position
  const target = zoneId !== null && nodeOf(after, zoneId, 'zone') ? zoneId : null
  const request: ItemRequest = {
    asset,
    at: [x, z],
    y: HANGS_ON_WALL[asset.attach] ? y : undefined,
    rotation: item.rotation,
    size: item.size as ItemRequest['size'],
    ...(target !== null && { target: { id: target, kind: 'zone' as const } }),
  }
  if (!HANGS_ON_WALL[asset.attach])
    for (const at of slides(before, after, nodeOf(before, item.id, 'item') ?? item)) {
      const placement = resolvePlacement({ ...request, at }, floor)
      if (!('code' in placement)) return placement
    }
  const fit = nearestFit(request, floor)
  if (!fit) return null
  const at: Point = [fit.position[0], fit.position[2]]
  const placement = resolvePlacement({ ...request, at, rotation: fit.rotation }, floor)
  return 'code' in placement ? null : placement
}

/** Positions of an item along the wall at which it stood, the nearest first. */
function slides(before: Scene, after: Scene, item: Item): Point[] {
  const backed = wallBehind(before, item)
  if (!backed) return []
  const { wallId, normal } = backed
  const [was, now] = [before, after].map((scene) => nodeOf(scene, wallId, 'wall'))
  if (!was || !now) return []
  // The face may have moved with the wall, and with its thickness.
  const moved = dot(subtract(now.start, was.start), normal) + (now.thickness - was.thickness) / 2
  const [x, , z] = item.position
  const base = add([x, z], scale(normal, moved))
  const along = leftOf(normal)
  const count = Math.round(SLIDE_M / STEP_M)
  const steps = Array.from({ length: 2 * count + 1 }, (_, i) => (i % 2 ? 1 : -1) * Math.ceil(i / 2))
  return steps.map((step) => {
    const [px, pz] = add(base, scale(along, step * STEP_M))
    return [quantize(px), quantize(pz)]
  })
}

/** The straight wall at the back of an item, and the direction from its face to the item. */
function wallBehind(scene: Scene, item: Item): { wallId: string; normal: Point } | null {
  const asset = assetNamed(item.asset)
  if (!asset) return null
  const { depth } = sizeOf(asset, item.size)
  // At rotation 0 the front faces south, +Z.
  const normal = rotate([0, 1], item.rotation)
  const [x, , z] = item.position
  const back = subtract([x, z], scale(normal, depth / 2))
  for (const { id, path, thickness } of wallShapes(scene, item.parent!).values()) {
    if (path.arc || Math.abs(dot(leftOf(path.direction(0)), normal)) < 0.999) continue
    const near = nearestOnSegment(back, path.at(0), path.at(path.length))
    const gap = dot(subtract(back, near.at), normal) - thickness / 2
    if (gap > -0.01 && near.distance - thickness / 2 <= AT_WALL_M) return { wallId: id, normal }
  }
  return null
}

/** The pose of a thing that stood on an item, on that item in its new pose. */
export function riddenPlacement(rider: Item, from: Item, to: ItemPlacement): ItemPlacement | null {
  const asset = assetNamed(rider.asset)
  if (!asset) return null
  const turned = to.rotation - from.rotation
  const [x, y, z] = rider.position
  const [fx, fy, fz] = from.position
  const [rx, rz] = rotate([x - fx, z - fz], turned)
  const placement = {
    position: [
      quantize(to.position[0] + rx),
      quantize(to.position[1] + y - fy),
      quantize(to.position[2] + rz),
    ] as [number, number, number],
    rotation: quantize((((rider.rotation + turned) % 360) + 360) % 360),
    size: rider.size,
  }
  return { ...placement, shape: placedShape(asset, placement), host: rider.host }
}
