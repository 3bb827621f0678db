import { assetNamed } from '../../assets/catalog.ts'
import { type Obstacle, obstacle } from '../../checks/obstacles.ts'
import { zoneRegions } from '../../kernel/rooms.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import { furnish } from '../furnishing/furnish.ts'
import type { Recipe } from '../furnishing/recipe.ts'
import { RECIPES } from '../furnishing/recipes/index.ts'
import type { SceneEdit } from '../scene-edit.ts'

type Item = NodeOf<'item'>

/** A room to furnish anew, with the items that it had. */
export interface FurnishedRoom {
  zoneId: string
  items: readonly Item[]
}

/**
 * Replaces the items of rooms by the same kinds of things, placed anew, room by room. Returns the
 * ids of the new items, and the old items of which there is no like any more.
 */
export function refurnishRooms(
  edit: SceneEdit,
  rooms: readonly FurnishedRoom[],
): { added: string[]; missing: Item[] } {
  edit.remove(rooms.flatMap(({ items }) => items.map(({ id }) => id)))
  // One scene for all rooms: each new one would derive its walls and borders again.
  const empty = edit.scene
  const around: Obstacle[] = []
  const anew = rooms.map((room) => refurnishRoom(edit, empty, room, around))
  return {
    added: anew.flatMap(({ added }) => added),
    missing: anew.flatMap(({ missing }) => missing),
  }
}

/** Furnishes one room of the emptied scene clear of `around`, and adds what it placed to that. */
function refurnishRoom(
  edit: SceneEdit,
  empty: Scene,
  { zoneId, items }: FurnishedRoom,
  around: Obstacle[],
): { added: string[]; missing: Item[] } {
  const zone = nodeOf(empty, zoneId, 'zone')!
  const kinds = new Set(items.map(({ asset }) => asset).filter((name) => assetNamed(name)))
  const recipe = ofKinds(RECIPES[zone.roomType], kinds)
  const found =
    zoneRegions(empty, zoneId).length === 0
      ? { placed: [] }
      : furnish(empty, zone, recipe, 'full', [...kinds], around)
  const ids: string[] = []
  for (const { assetId, placement, wallId, on, shape } of found.placed) {
    const { position, rotation, size } = placement
    const { label } = items.find(({ asset }) => asset === assetId) ?? shape.asset
    const host = on === undefined ? wallId : ids[on]
    const fields = { asset: assetId, label, position, rotation, size, host }
    const { id } = edit.add('item', zone.parent!, fields)
    ids.push(id)
    const { isWalkable } = shape.asset
    around.push(obstacle(id, 'item', [shape.prism], { isWalkable, host }))
  }
  const left = found.placed.map(({ assetId }) => assetId)
  const missing = items.filter(({ asset }) => {
    const index = left.indexOf(asset)
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
  return { added: ids, missing }
}

/** The steps of a recipe with the settings of which all things are of these kinds. */
const ofKinds = (recipe: Recipe, kinds: ReadonlySet<string>): Recipe =>
  recipe.map((step) => ({
    ...step,
    settings: (view) => {
      const settings = typeof step.settings === 'function' ? step.settings(view) : step.settings
      return settings.filter(({ members }) => members.every(({ asset }) => kinds.has(asset)))
    },
  }))
