import type { Scene } from '../scene/scene.ts'

/**
 * Calls `make` once for each level of a scene and caches the result. Scenes never change, and the
 * cache is freed with its scene.
 */
export function cachedByLevel<Value>(
  make: (scene: Scene, levelId: string) => Value,
): (scene: Scene, levelId: string) => Value {
  const scenes = new WeakMap<Scene['nodes'], Map<string, Value>>()
  return (scene, levelId) => {
    const levels = scenes.get(scene.nodes) ?? new Map<string, Value>()
    scenes.set(scene.nodes, levels)
    const known = levels.get(levelId)
    if (known !== undefined) return known
    const made = make(scene, levelId)
    levels.set(levelId, made)
    return made
  }
}
