import type { Scene } from '../../scene/scene.ts'
import type { ItemsMode } from '../fit/items-mode.ts'
import { type ResolvedItems, resolveItems } from '../fit/resolve-items.ts'
import type { SceneEdit } from '../scene-edit.ts'

/**
 * Resolves what a new door or passage makes wrong for furniture around it. Null where the caller
 * forces it into place and does not choose what becomes of furniture: then it stays as it is.
 */
export const resolveAround = (
  before: Scene,
  edit: SceneEdit,
  { force, items }: { force: boolean; items?: ItemsMode },
): ResolvedItems | null => (force && items === undefined ? null : resolveItems(before, edit, items))
