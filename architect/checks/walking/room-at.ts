import type { Point } from '../../geometry/point.ts'
import { contains } from '../../geometry/polygon.ts'
import { spacesOf } from '../../kernel/spaces.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'

/**
 * The room in which a person at this point is, other than `except`; null in none. The walls decide
 * and not the drawing alone: a zone that is drawn over its wall is not behind it.
 */
export function roomAt(
  scene: Scene,
  levelId: string,
  point: Point,
  except?: string,
): string | null {
  const spaces = spacesOf(scene, levelId)
  const found = childrenOf(scene, levelId, 'zone').filter(
    ({ id, polygon }) => id !== except && contains(polygon, point),
  )
  if (found.length === 0) return null
  const space = spaces.at(point)
  return found.find((zone) => spaces.isOf(zone, space))?.id ?? null
}
