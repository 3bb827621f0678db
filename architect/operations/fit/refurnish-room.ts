import { assetNamed } from '../../assets/catalog.ts'
import { zoneRegions } from '../../kernel/rooms.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { nodeOf } from '../../scene/scene.ts'
import { furnish } from '../furnishing/furnish.ts'
import type { Recipe } from '../furnishing/recipe.ts'
import { RECIPES } from '../furnishing/recipes/index.ts'
import type { SceneEdit } from '../scene-edit.ts'

type Item = NodeOf<'item'>

/**
 * Replaces the items of a room by the same kinds of things, placed anew. Returns the ids of the new
 * items, and the old items of which there is no like any more.
 */
export function refurnishRoom(
  edit: SceneEdit,
  zoneId: string,
  items: readonly Item[],
): { added: string[]; missing: Item[] } {
  const zone = nodeOf(edit.scene, zoneId, 'zone')!
  edit.remove(items.map(({ id }) => id))
  const kinds = new Set(items.map(({ asset }) => asset).filter((name) => assetNamed(name)))
  const found =
    zoneRegions(edit.scene, zoneId).length === 0
      ? { placed: [] }
      : furnish(edit.scene, zone, ofKinds(RECIPES[zone.roomType], kinds), 'full', [...kinds])
  const ids: string[] = []
  for (const { assetId, placement, wallId, on, shape } of found.placed) {
    const { position, rotation, size } = placement
    const { label } = items.find(({ asset }) => asset === assetId) ?? shape.asset
    const host = on === undefined ? wallId : ids[on]
    const fields = { asset: assetId, label, position, rotation, size, host }
    ids.push(edit.add('item', zone.parent!, fields).id)
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
