import { z } from 'zod'
import type { Asset } from '../assets/asset.ts'
import { obstacle } from '../checks/obstacles.ts'
import { overlapDepth } from '../geometry/convex.ts'
import { lengthIn } from '../input/input-units.ts'
import { TOUCH_M } from '../kernel/prism.ts'
import { REACH_M } from '../scene/length-schema.ts'
import { LABEL_CHARACTERS_MAX } from '../scene/nodes.ts'
import type { Scene } from '../scene/scene.ts'
import { formatPoint } from '../scene/units.ts'
import { requireAsset } from './input/require-asset.ts'
import { requireLevel, requireNode } from './nodes/require-node.ts'
import type { Operation } from './operation.ts'
import { type ItemRequest, resolvePlacement } from './placing/item-placement.ts'
import { type ItemPlacement, LevelFloor } from './placing/level-floor.ts'
import { type NearestFit, nearestFit } from './placing/nearest-fit.ts'
import { Refusal, type RefusalCode } from './refusal.ts'
import { SceneEdit } from './scene-edit.ts'

/** Most items in one call. */
const PLACED_ITEMS_MAX = 64

const length = () => lengthIn(0.01, 50).optional()
const item = z.strictObject({
  asset: z.string(),
  position: z.array(lengthIn(-REACH_M, REACH_M)).min(2).max(3),
  rotation: z.number().min(-360).max(360).optional(),
  targetId: z.string().optional(),
  width: length(),
  height: length(),
  depth: length(),
  label: z.string().min(1).max(LABEL_CHARACTERS_MAX).optional(),
})
const input = z.strictObject({
  items: z.array(item).min(1).max(PLACED_ITEMS_MAX),
  levelId: z.string().optional(),
})
type ItemInput = z.infer<typeof item>

interface RefusedItem {
  index: number
  code: RefusalCode
  message: string
  nodeIds: string[]
  nearestFit?: NearestFit
}

export const placeItem: Operation<z.infer<typeof input>> = {
  name: 'place_item',
  description:
    'Places up to 64 items; what does not fit is refused alone, with the nearest position. Each stands, hangs or rests as its kind does; things on walls take their rotation from the wall.',
  input,
  refusals: [
    'node_not_found',
    'wrong_kind',
    'asset_not_found',
    'invalid_input',
    'outside_room',
    'blocks_door',
    'collides',
    'no_space',
    'headroom',
    'limit_exceeded',
  ],
  run(scene, { items, levelId }) {
    const edit = new SceneEdit(scene)
    const floors = new Map<string, LevelFloor>()
    const refused: RefusedItem[] = []
    const placed: Record<string, unknown>[] = []
    for (const [index, given] of items.entries()) {
      const request = refusedAt(index, refused, () => itemRequest(edit.scene, given, levelId))
      if (!request) continue
      const floor = floors.get(request.levelId) ?? new LevelFloor(scene, request.levelId)
      floors.set(request.levelId, floor)
      const placement = resolvePlacement(request, floor)
      if ('code' in placement) {
        refused.push({ index, ...placement, nearestFit: nearestFit(request, floor) ?? undefined })
        continue
      }
      const clearance = clearanceOf(placement, floor)
      placed.push({ index, ...put(edit, floor, request, placement, given.label), ...clearance })
    }
    if (placed.length === 0) throw allRefused(refused, items)
    return { scene: edit.scene, result: { placed, refused } }
  },
}

function put(
  edit: SceneEdit,
  floor: LevelFloor,
  { asset }: ItemRequest,
  { shape, position, rotation, size, host }: ItemPlacement,
  label: string | undefined,
) {
  const { id } = edit.add('item', floor.levelId, {
    asset: asset.name,
    label: label ?? asset.label,
    position,
    rotation,
    size,
    host,
  })
  const { isWalkable } = asset
  floor.add(
    id,
    { shape, position, rotation, size, host },
    obstacle(id, 'item', [shape.prism], { isWalkable, host }),
  )
  return { id, asset: asset.name, position, rotation, ...(host && { host }) }
}

/**
 * Reports whether the floor from which the item is used is free; it may be placed there either way.
 */
function clearanceOf({ shape }: ItemPlacement, { obstacles }: LevelFloor) {
  const { prism, clearance, asset } = shape
  if (asset.isWalkable || clearance.length === 0) return {}
  const blockedBy = obstacles
    .filter(
      ({ kind, isWalkable, pieces }) =>
        kind !== 'swing' &&
        !isWalkable &&
        pieces.some(
          ({ outline, bottom, top }) =>
            bottom < prism.top &&
            top > prism.bottom &&
            clearance.some((ring) => overlapDepth(ring, outline) > TOUCH_M),
        ),
    )
    .map(({ id }) => id)
  return { clearance: { isFree: blockedBy.length === 0, blockedBy } }
}

function itemRequest(
  scene: Scene,
  given: ItemInput,
  levelId?: string,
): ItemRequest & { levelId: string } {
  const asset = requireAsset(given.asset, 'asset')
  const { targetId, position, rotation } = given
  const node =
    targetId === undefined
      ? undefined
      : requireNode(scene, targetId, ['zone', 'wall', 'item'], 'targetId')
  const level = node ? node.parent! : requireLevel(scene, levelId).id
  const [x, z] = position.length === 2 ? position : [position[0], position[2]]
  const { width, height, depth } = { ...asset.dimensions, ...requestedSize(given, asset) }
  const isOwn = given.width ?? given.height ?? given.depth
  return {
    asset,
    levelId: level,
    at: [x, z],
    y: position.length === 3 ? position[1] : undefined,
    rotation,
    size: isOwn === undefined ? undefined : [width, height, depth],
    target: node && { id: node.id, kind: node.kind },
  }
}

function requestedSize(given: ItemInput, { label, resizable = {} }: Asset) {
  const size: { width?: number; height?: number; depth?: number } = {}
  for (const side of ['width', 'height', 'depth'] as const) {
    const requested = given[side]
    if (requested === undefined) continue
    const range = resizable[side]
    if (!range || requested < range[0] || requested > range[1])
      throw new Refusal(
        'invalid_input',
        range
          ? `The ${side} of the ${label.toLowerCase()} must be from ${range[0]} to ${range[1]} m, got ${requested} m.`
          : `The ${side} of the ${label.toLowerCase()} cannot be changed; leave it out.`,
        { param: side },
      )
    size[side] = requested
  }
  return size
}

/**
 * The result of a step; where it is refused, records the refusal of this item, and the others go
 * on.
 */
function refusedAt<Answer>(
  index: number,
  refused: RefusedItem[],
  step: () => Answer,
): Answer | null {
  try {
    return step()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    refused.push({ index, code: error.code, message: error.message, nodeIds: error.nodeIds ?? [] })
    return null
  }
}

function allRefused(refused: RefusedItem[], items: ItemInput[]): Refusal {
  const [{ index, code, message, nodeIds, nearestFit: fit }] = refused
  const offer = fit && ` It fits at ${formatPoint(fit.position)}, turned by ${fit.rotation}°.`
  const others =
    refused.length > 1
      ? ` ${refused.length - 1} more ${refused.length === 2 ? 'was' : 'were'} refused.`
      : ''
  const again = fit && { ...items[index], position: fit.position, rotation: fit.rotation }
  return new Refusal(code, `${message}${offer ?? ''}${others}`, {
    param: `items.${index}`,
    nodeIds,
    // Positions of several items were found separately, so they may not fit together.
    ...(again &&
      items.length === 1 && { fix: { tool: 'place_item', arguments: { items: [again] } } }),
    details: { refused },
  })
}
