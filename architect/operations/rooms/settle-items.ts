import { assetNamed } from '../../assets/catalog.ts'
import { checkCollisions } from '../../checks/collisions.ts'
import type { Point } from '../../geometry/point.ts'
import { contains } from '../../geometry/polygon.ts'
import type { Issue } from '../../scene/issue.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, nodeOf, type Scene } from '../../scene/scene.ts'
import { furnishRoom } from '../furnish-room.ts'
import { readInput } from '../input/read-input.ts'
import { type ItemRequest, resolvePlacement } from '../placing/item-placement.ts'
import { type ItemPlacement, LevelFloor } from '../placing/level-floor.ts'
import { nearestFit } from '../placing/nearest-fit.ts'
import { Refusal } from '../refusal.ts'
import { SceneEdit } from '../scene-edit.ts'
import type { ItemsMode } from './items-mode.ts'

type Item = NodeOf<'item'>

/** What became of furniture that an edit left without its wall, or in the way of something. */
export interface SettledItems {
  movedItems: { id: string; from: number[]; to: number[] }[]
  /** Ids of items that fit nowhere near, or that gave way to new furniture. */
  removedItems: string[]
  addedItems: string[]
  issues: Issue[]
}

/**
 * Looks for items of a level that lost the wall or ceiling that carried them, or that stand in
 * something in which they did not stand before. `refuse` refuses the edit with all of them;
 * `shift` moves each to the nearest position that fits, and removes it with an issue where there is
 * none; `refurnish` furnishes their rooms anew. An item stays in its room, or goes into another of
 * `rooms` where it has no space there.
 */
export function settleItems(
  before: Scene,
  edit: SceneEdit,
  levelId: string,
  mode: ItemsMode,
  rooms: readonly string[] = [],
): SettledItems {
  const ids = troubledItems(before, edit.scene, levelId)
  const settled: SettledItems = { movedItems: [], removedItems: [], addedItems: [], issues: [] }
  if (ids.length === 0) return settled
  switch (mode) {
    case 'refuse':
      throw troubleRefusal(edit.scene, ids)
    case 'shift':
      for (const id of ids) shiftItem(edit, id, rooms, settled)
      return settled
    case 'refurnish':
      refurnishRooms(edit, levelId, ids, settled)
      return settled
    default:
      return mode satisfies never
  }
}

/** Collisions that grow by less are rounding, in metres. */
const DEEPER_M = 0.002

function troubledItems(before: Scene, after: Scene, levelId: string): string[] {
  const items = childrenOf(after, levelId, 'item')
  const lost = items.filter(({ host }) => host !== undefined && !after.nodes[host])
  const old = new Map(
    checkCollisions(before, { levelId }).collisions.map((one) => [
      `${one.aId} ${one.bId}`,
      one.depth,
    ]),
  )
  const fresh = checkCollisions(after, { levelId }).collisions.filter(
    ({ aId, bId, depth }) => depth > (old.get(`${aId} ${bId}`) ?? 0) + DEEPER_M,
  )
  const met = new Set(fresh.flatMap(({ aId, bId }) => [aId, bId]))
  return [
    ...new Set([...lost, ...items.filter(({ id }) => met.has(id))].map(({ id }) => id)),
  ].sort()
}

function troubleRefusal(scene: Scene, ids: readonly string[]): Refusal {
  const names = ids.map((id) => `${nodeOf(scene, id, 'item')?.label ?? 'a thing'} (${id})`)
  return new Refusal(
    'collides',
    `${ids.length === 1 ? 'A thing hangs or stands' : `${ids.length} things hang or stand`} where this changes something: ${names.join(', ')}. The argument items decides what becomes of them: shift or refurnish.`,
    { param: 'items', nodeIds: [...ids], details: { blockers: [...ids] } },
  )
}

function shiftItem(
  edit: SceneEdit,
  id: string,
  rooms: readonly string[],
  settled: SettledItems,
): void {
  const item = nodeOf(edit.scene, id, 'item')
  if (!item) return
  const placement = newPlace(edit.scene, item, rooms)
  if (!placement) {
    removeItem(edit, item, rooms, settled)
    return
  }
  const { position, rotation, host } = placement
  edit.change(id, { position, rotation, host })
  settled.movedItems.push({ id, from: [...item.position], to: [...position] })
}

/** The nearest place of an item in its room, or else in one of the others; null for none. */
function newPlace(scene: Scene, item: Item, rooms: readonly string[]): ItemPlacement | null {
  const asset = assetNamed(item.asset)
  if (!asset) return null
  const without = new SceneEdit(scene)
  without.remove([item.id])
  const floor = new LevelFloor(without.scene, item.parent!)
  const own = zoneAt(scene, item)?.id
  const [x, y, z] = item.position
  for (const zone of new Set([own, ...rooms])) {
    const request: ItemRequest = {
      asset,
      at: [x, z],
      y: asset.attach === 'wall' ? y : undefined,
      rotation: item.rotation,
      size: item.size as ItemRequest['size'],
      ...(zone !== undefined && { target: { id: zone, kind: 'zone' } }),
    }
    const fit = nearestFit(request, floor)
    if (!fit) continue
    const at: Point = [fit.position[0], fit.position[2]]
    const placement = resolvePlacement({ ...request, at, rotation: fit.rotation }, floor)
    if (!('code' in placement)) return placement
  }
  return null
}

function removeItem(
  edit: SceneEdit,
  item: Item,
  rooms: readonly string[],
  settled: SettledItems,
): void {
  edit.remove([item.id])
  settled.removedItems.push(item.id)
  settled.issues.push({
    code: 'item.removed',
    severity: 'warning',
    nodeIds: [item.id],
    message: `${item.label ?? item.asset} (${item.id}) was removed: it fits nowhere near in its room.`,
  })
  // Things that stood on it fall to the same rule.
  for (const other of childrenOf(edit.scene, item.parent!, 'item'))
    if (other.host === item.id) shiftItem(edit, other.id, rooms, settled)
}

function refurnishRooms(
  edit: SceneEdit,
  levelId: string,
  ids: readonly string[],
  settled: SettledItems,
): void {
  const zones = new Set(
    ids.flatMap((id) => zoneAt(edit.scene, nodeOf(edit.scene, id, 'item')!) ?? []),
  )
  const loose = ids.filter((id) => !zoneAt(edit.scene, nodeOf(edit.scene, id, 'item')!))
  for (const id of loose) shiftItem(edit, id, [], settled)
  for (const zone of zones) {
    const own = itemsIn(edit.scene, levelId, zone.id)
    edit.remove(own)
    settled.removedItems.push(...own)
    settled.addedItems.push(...furnishAgain(edit, zone.id))
  }
}

/** Furnishes a room for its use; returns the ids of the new items. */
export function furnishAgain(edit: SceneEdit, zoneId: string): string[] {
  try {
    const { scene, result } = furnishRoom.run(
      edit.scene,
      readInput(furnishRoom, { zoneId }, edit.scene) as never,
    )
    edit.restore(scene)
    return result.itemIds as string[]
  } catch (error) {
    if (error instanceof Refusal && error.code === 'no_space') return []
    throw error
  }
}

/** Ids of the items in a room, with those that hang on its walls, and those that stand on them. */
export function itemsIn(scene: Scene, levelId: string, zoneId: string): string[] {
  const { polygon } = nodeOf(scene, zoneId, 'zone')!
  return childrenOf(scene, levelId, 'item')
    .filter(({ position: [x, , z] }) => contains(polygon, [x, z]))
    .map(({ id }) => id)
}

const zoneAt = (scene: Scene, { parent, position: [x, , z] }: Item): NodeOf<'zone'> | null =>
  childrenOf(scene, parent!, 'zone').find(({ polygon }) => contains(polygon, [x, z])) ?? null
