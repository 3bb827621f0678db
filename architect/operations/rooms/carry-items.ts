import { assetNamed } from '../../assets/catalog.ts'
import { obstacle } from '../../checks/obstacles.ts'
import { type Box, boxOf } from '../../geometry/polygon.ts'
import { ringsOf } from '../../geometry/regions.ts'
import { zoneRegions } from '../../kernel/rooms.ts'
import type { Issue } from '../../scene/issue.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import { type ItemRequest, resolvePlacement } from '../placing/item-placement.ts'
import { LevelFloor } from '../placing/level-floor.ts'
import { nearestFit } from '../placing/nearest-fit.ts'
import { Refusal } from '../refusal.ts'
import { SceneEdit } from '../scene-edit.ts'

type Zone = NodeOf<'zone'>
type Item = NodeOf<'item'>

/** Items of one room that go into another. */
export interface Carried {
  items: readonly Item[]
  from: Zone
  to: Zone
}

/**
 * Puts items of rooms into other rooms, where they were from the south-western corner and, in
 * larger or smaller rooms, as far from the nearer walls. `refuse` refuses the edit where one does
 * not fit there; `shift` puts it at the nearest position that fits and removes it, with an issue,
 * where there is none. Large things go first; things that stand on others follow them.
 */
export function carryItems(
  edit: SceneEdit,
  moves: readonly Carried[],
  mode: 'refuse' | 'shift',
): {
  movedItems: string[]
  removedItems: string[]
  issues: Issue[]
} {
  const before = edit.scene
  const empty = new SceneEdit(before)
  empty.remove(moves.flatMap(({ items }) => items.map(({ id }) => id)))
  const floors = new Map<string, LevelFloor>()
  for (const { to } of moves)
    if (!floors.has(to.parent!)) floors.set(to.parent!, new LevelFloor(empty.scene, to.parent!))
  const movedItems: string[] = []
  const removedItems: string[] = []
  const issues: Issue[] = []
  for (const { items, from, to } of moves) {
    const ids = items.map(({ id }) => id)
    const floor = floors.get(to.parent!)!
    const [old, now] = [from, to].map((zone) => insideOf(before, zone))
    for (const item of inOrder(items)) {
      const request = requestOf(before, item, to, old, now, ids)
      const placement = request && placed(request, floor, mode)
      if (!placement || 'code' in placement) {
        if (mode === 'refuse') throw misfit(item, to, placement)
        edit.remove([item.id])
        removedItems.push(item.id)
        issues.push(removedIssue(item))
        continue
      }
      const { position, rotation, host, shape } = placement
      edit.change(item.id, { parent: to.parent, position, rotation, host })
      const { isWalkable } = shape.asset
      floor.add(item.id, placement, obstacle(item.id, 'item', [shape.prism], { isWalkable, host }))
      movedItems.push(item.id)
    }
  }
  return { movedItems, removedItems, issues }
}

/** Things that carry others come before them, and then the larger before the smaller. */
function inOrder(items: readonly Item[]): Item[] {
  const own = new Set(items.map(({ id }) => id))
  const depth = (item: Item): number => (item.host !== undefined && own.has(item.host) ? 1 : 0)
  const size = ({ asset, size }: Item) => {
    const { width = 0, depth: deep = 0 } = assetNamed(asset)?.dimensions ?? {}
    return size ? size[0] * size[2] : width * deep
  }
  return items.toSorted(
    (a, b) => depth(a) - depth(b) || size(b) - size(a) || (a.id < b.id ? -1 : 1),
  )
}

function insideOf(scene: Scene, zone: Zone): Box {
  const rings = ringsOf(zoneRegions(scene, zone.id))
  return boxOf(rings.length > 0 ? rings.flat() : zone.polygon)
}

function requestOf(
  scene: Scene,
  item: Item,
  to: Zone,
  old: Box,
  now: Box,
  ids: readonly string[],
): ItemRequest | null {
  const asset = assetNamed(item.asset)
  if (!asset) return null
  const [x, y, z] = item.position
  const isOnOther = item.host !== undefined && ids.includes(item.host)
  const carrier = isOnOther ? nodeOf(scene, item.host!, 'item') : null
  return {
    asset,
    at: [
      along(x, old.minX, old.maxX, now.minX, now.maxX),
      along(z, old.minZ, old.maxZ, now.minZ, now.maxZ),
    ],
    y: asset.attach === 'wall' ? y : undefined,
    rotation: item.rotation,
    size: item.size as ItemRequest['size'],
    target: carrier ? { id: carrier.id, kind: 'item' } : { id: to.id, kind: 'zone' },
  }
}

/** A coordinate as far from the nearer side as before; the middle third stays in the middle. */
function along(value: number, low: number, high: number, newLow: number, newHigh: number): number {
  const share = (value - low) / (high - low)
  if (share < 1 / 3) return newLow + (value - low)
  if (share > 2 / 3) return newHigh - (high - value)
  return newLow + share * (newHigh - newLow)
}

type Placed = ReturnType<typeof resolvePlacement>

function placed(request: ItemRequest, floor: LevelFloor, mode: 'refuse' | 'shift'): Placed {
  const there = resolvePlacement(request, floor)
  if (!('code' in there) || mode === 'refuse') return there
  const fit = nearestFit(request, floor)
  if (!fit) return there
  const at: ItemRequest['at'] = [fit.position[0], fit.position[2]]
  return resolvePlacement({ ...request, at, rotation: fit.rotation }, floor)
}

const nameOf = ({ id, label, asset }: Item): string => `${label ?? asset} (${id})`

const misfit = (item: Item, to: Zone, found: Placed | null): Refusal =>
  new Refusal(
    found && 'code' in found ? found.code : 'no_space',
    `${nameOf(item)} does not fit in ${to.label ?? to.id}.${found && 'code' in found ? ` ${found.message}` : ''} The argument items decides what becomes of it: shift or refurnish.`,
    { param: 'items', nodeIds: [item.id] },
  )

/** An issue for an item that had to go. */
export const removedIssue = (item: Item): Issue => ({
  code: 'item.removed',
  severity: 'warning',
  nodeIds: [item.id],
  message: `${nameOf(item)} was removed: the other room has no place for it.`,
})
