import { ERROR_CODES, verifyScene } from '../../checks/verify.ts'
import { cachedByObject } from '../../kernel/cached-by-object.ts'
import type { Scene } from '../../scene/scene.ts'

/**
 * Messages of the errors of `verify`, by their codes and nodes. Checks that only warn are left out:
 * they take most of the time.
 */
export const sceneErrors: (scene: Scene) => ReadonlyMap<string, string> = cachedByObject(
  (scene: Scene) =>
    new Map(
      verifyScene(scene, { minSeverity: 'error', checks: [...ERROR_CODES] }).issues.map(
        ({ code, nodeIds, message }) => [`${code} ${nodeIds.join(' ')}`, message],
      ),
    ),
)

/** The message of an error that a scene has and the one before it has not; null without one. */
export function newError(before: Scene, after: Scene): string | null {
  if (after === before) return null
  const known = sceneErrors(before)
  return [...sceneErrors(after)].find(([key]) => !known.has(key))?.[1] ?? null
}
