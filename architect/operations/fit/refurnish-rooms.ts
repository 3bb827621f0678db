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
 * Replaces the items of rooms by as many of the same kinds or fewer, placed anew room by room, with
 * their labels and looks. Returns the ids of the new items, and the old items without a like.
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
  const left = [...items]
  const ids = new Map<number, string>()
  for (const [index, { assetId, placement, wallId, on, shape }] of found.placed.entries()) {
    const own = left.findIndex(({ asset }) => asset === assetId)
    // No more of a kind than there were; what would stand on such a thing goes with it.
    if (own < 0 || (on !== undefined && !ids.has(on))) continue
    const [{ label, finishes }] = left.splice(own, 1)
    const { position, rotation, size } = placement
    const host = on === undefined ? wallId : ids.get(on)
    const fields = { asset: assetId, label, finishes, position, rotation, size, host }
    const { id } = edit.add('item', zone.parent!, fields)
    ids.set(index, id)
    const { isWalkable } = shape.asset
    around.push(obstacle(id, 'item', [shape.prism], { isWalkable, host }))
  }
  return { added: [...ids.values()], missing: left }
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
