import { obstacle } from '../../checks/obstacles.ts'
import type { Issue } from '../../scene/issue.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, nodeOf, type Scene } from '../../scene/scene.ts'
import type { ItemPlacement } from '../placing/level-floor.ts'
import { LevelFloor } from '../placing/level-floor.ts'
import { Refusal, type RefusalCode } from '../refusal.ts'
import { changedLevels } from '../rooms/zone-changes.ts'
import { SceneEdit } from '../scene-edit.ts'
import { blockedDoorIssues } from './blocked-doors.ts'
import type { ItemsMode } from './items-mode.ts'
import { refurnishRooms } from './refurnish-rooms.ts'
import { refuseInvalid } from './refuse-invalid.ts'
import { refuseMisfits } from './refuse-misfits.ts'
import { riddenPlacement, shiftedPlacement } from './shifted-placement.ts'
import { type TroubledItem, troubledItems, zoneOf } from './troubled-items.ts'

type Item = NodeOf<'item'>

/** What became of furniture that an edit made wrong. */
export interface ResolvedItems {
  /** Ids, as fields of an answer. */
  items: { movedItems: string[]; removedItems: string[]; addedItems: string[] }
  /** One for each item that is gone, and for each door that something else blocks now. */
  issues: Issue[]
}

/** Codes with which `resolveItems` refuses. */
export const RESOLVE_ITEMS_CODES = ['collides', 'limit_exceeded'] as const satisfies RefusalCode[]

/**
 * Resolves what an edit makes wrong for items on the levels that it changed, as the caller chose.
 * `refuse` refuses the edit with all of them. `shift` moves each to the nearest free pose in its
 * room, at the wall at which it stood, with the things that stand on it; where there is none it is
 * removed. `refurnish` furnishes their rooms anew with the same kinds of things. What is removed is
 * listed as issues, as are doors that walls, columns or stairs block now. `rooms` are those into
 * which items of a divided or deleted room may go: where they stand now, or else the first that has
 * a place. Call it once, after the edit and before `refuseMisfits`.
 */
export function resolveItems(
  before: Scene,
  edit: SceneEdit,
  mode: ItemsMode = 'refuse',
  rooms: readonly string[] = [],
): ResolvedItems {
  const items = { movedItems: [], removedItems: [], addedItems: [] }
  const resolved: ResolvedItems = { items, issues: [] }
  if (mode !== 'refuse') {
    // What refuses the edit anyway costs less than to look for places for furniture.
    refuseInvalid(edit.scene, 'item')
    refuseMisfits(before, edit.scene, { isFurnished: false })
  }
  const levels = [...changedLevels(before, edit.scene)].filter(
    (id) => before.nodes[id] && edit.scene.nodes[id],
  )
  for (const levelId of levels) {
    const troubled = troubledItems(before, edit.scene, levelId, rooms)
    if (mode === 'refuse' && troubled.length > 0) throw refusalOf(edit.scene, troubled)
    resolved.issues.push(...blockedDoorIssues(before, edit.scene, levelId))
    if (troubled.length === 0) continue
    switch (mode) {
      case 'refuse':
        break
      case 'shift':
        shiftItems(before, edit, levelId, troubled, resolved, rooms)
        break
      case 'refurnish':
        refurnish(before, edit, levelId, troubled, resolved)
        break
      default:
        mode satisfies never
    }
  }
  return resolved
}

function refusalOf(scene: Scene, troubled: readonly TroubledItem[]): Refusal {
  const [first] = troubled
  const more =
    troubled.length > 1
      ? ` ${troubled.length - 1} more ${troubled.length === 2 ? 'is' : 'are'} in the way.`
      : ''
  return new Refusal(
    'collides',
    `${nameOf(scene, first.id)} ${first.reason}.${more} The argument items decides what becomes of them: shift or refurnish.`,
    {
      param: 'items',
      nodeIds: [...new Set(troubled.flatMap(({ id, nodeIds }) => [id, ...nodeIds]))],
      details: { items: troubled.map(({ id, reason }) => ({ id, reason })) },
    },
  )
}

function nameOf(scene: Scene, id: string): string {
  const label = nodeOf(scene, id, 'item')?.label
  return label ? `${label} (${id})` : id
}

/** Shifts items one after the other, each clear of those shifted before. */
function shiftItems(
  before: Scene,
  edit: SceneEdit,
  levelId: string,
  troubled: readonly TroubledItem[],
  resolved: ResolvedItems,
  rooms: readonly string[] = [],
): void {
  const riders = new Map(troubled.map(({ id }) => [id, ridersOf(edit.scene, levelId, id)]))
  const own = new Set([...riders].flatMap(([id, on]) => [id, ...on.map((rider) => rider.id)]))
  const without = new SceneEdit(edit.scene)
  without.remove(own)
  const floor = new LevelFloor(without.scene, levelId)
  const isRider = new Set([...riders.values()].flat().map(({ id }) => id))
  for (const { id } of troubled) {
    const item = nodeOf(edit.scene, id, 'item')
    if (!item || isRider.has(id)) continue
    const places = placesOf(before, edit.scene, item, rooms)
    const placement = firstOf(places, (zoneId) =>
      shiftedPlacement(before, edit.scene, item, floor, zoneId),
    )
    const on = riders.get(id)!
    if (!placement) {
      remove(edit, [item, ...on], resolved)
      continue
    }
    put(edit, floor, item, placement, resolved)
    for (const rider of on) ride(edit, floor, rider, item, placement, resolved)
  }
}

/** The rooms in which a place is looked for, in this order; null for anywhere near. */
function placesOf(
  before: Scene,
  after: Scene,
  item: Item,
  rooms: readonly string[],
): Set<string | null> {
  const [was, now] = [before, after].map((scene) => zoneOf(scene, item))
  const here = rooms.filter((id) => id === now)
  const isGone = was !== null && !nodeOf(after, was, 'zone') && rooms.length > 0
  return new Set([...here, ...(isGone ? [] : [was]), ...rooms])
}

function firstOf<Key, Value>(keys: Iterable<Key>, find: (key: Key) => Value | null): Value | null {
  for (const key of keys) {
    const found = find(key)
    if (found !== null) return found
  }
  return null
}

/** Things that stand on an item, and things on these. */
function ridersOf(scene: Scene, levelId: string, id: string): Item[] {
  const all = childrenOf(scene, levelId, 'item')
  const riders: Item[] = []
  // Each item is found once: hosts make no circle.
  for (let hosts = new Set([id]); hosts.size > 0; ) {
    const next = all.filter(
      (item) => item.host !== undefined && hosts.has(item.host) && !riders.includes(item),
    )
    riders.push(...next)
    hosts = new Set(next.map((item) => item.id))
  }
  return riders
}

function put(
  edit: SceneEdit,
  floor: LevelFloor,
  { id }: Item,
  placement: ItemPlacement,
  resolved: ResolvedItems,
): void {
  const { position, rotation, host, shape } = placement
  edit.change(id, { position, rotation, host })
  const { isWalkable } = shape.asset
  floor.add(id, placement, obstacle(id, 'item', [shape.prism], { isWalkable, host }))
  resolved.items.movedItems.push(id)
}

/** A thing on a shifted item keeps its place on it. */
function ride(
  edit: SceneEdit,
  floor: LevelFloor,
  rider: Item,
  from: Item,
  to: ItemPlacement,
  resolved: ResolvedItems,
): void {
  const placement = riddenPlacement(rider, from, to)
  if (placement) put(edit, floor, rider, placement, resolved)
  else remove(edit, [rider], resolved)
}

function remove(edit: SceneEdit, items: readonly Item[], resolved: ResolvedItems): void {
  for (const { id, asset, label } of items) {
    resolved.items.removedItems.push(id)
    resolved.issues.push({
      code: 'item.removed',
      severity: 'warning',
      nodeIds: [id],
      message: `${label ? `${label} (${id})` : `${id}, a ${asset},`} was removed: its room has no free position for it.`,
    })
  }
  edit.remove(items.map(({ id }) => id))
}

/** Furnishes the rooms of the items anew; items in no room are shifted. */
function refurnish(
  before: Scene,
  edit: SceneEdit,
  levelId: string,
  troubled: readonly TroubledItem[],
  resolved: ResolvedItems,
): void {
  const zones = new Set<string>()
  const loose: TroubledItem[] = []
  for (const one of troubled) {
    const zone = zoneOf(before, nodeOf(before, one.id, 'item')!)
    if (zone !== null && nodeOf(edit.scene, zone, 'zone')) zones.add(zone)
    else loose.push(one)
  }
  if (loose.length > 0) shiftItems(before, edit, levelId, loose, resolved)
  const all = childrenOf(edit.scene, levelId, 'item').filter(({ id }) => nodeOf(before, id, 'item'))
  const rooms = [...zones].map((zoneId) => ({
    zoneId,
    items: all.filter(({ id }) => zoneOf(before, nodeOf(before, id, 'item')!) === zoneId),
  }))
  const { added, missing } = refurnishRooms(edit, rooms)
  resolved.items.addedItems.push(...added)
  resolved.items.removedItems.push(...rooms.flatMap(({ items }) => items.map(({ id }) => id)))
  for (const { id, asset, label } of missing)
    resolved.issues.push({
      code: 'item.removed',
      severity: 'warning',
      nodeIds: [id],
      message: `${label ? `${label} (${id})` : `${id}, a ${asset},`} was removed: the room furnished anew has no place for it.`,
    })
}
