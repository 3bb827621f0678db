import Flatbush from 'flatbush'
import type { Box } from '../geometry/polygon.ts'
import { cachedByLevel } from '../kernel/cached-by-level.ts'
import type { Scene } from '../scene/scene.ts'
import { type Obstacle, obstaclesOf } from './obstacles.ts'

const indexes = cachedByLevel((scene, levelId): Flatbush | null => {
  const obstacles = obstaclesOf(scene, levelId)
  // Flatbush cannot index zero boxes.
  if (obstacles.length === 0) return null
  const index = new Flatbush(obstacles.length)
  for (const { box } of obstacles) index.add(box.minX, box.minZ, box.maxX, box.maxZ)
  index.finish()
  return index
})

/** Obstacles of a level at most `reach` metres from a box, in the order of `obstaclesOf`. */
export function nearObstacles(scene: Scene, levelId: string, box: Box, reach = 0): Obstacle[] {
  const index = indexes(scene, levelId)
  if (!index) return []
  const { minX, minZ, maxX, maxZ } = box
  const near = index.search(minX - reach, minZ - reach, maxX + reach, maxZ + reach)
  const obstacles = obstaclesOf(scene, levelId)
  return near.sort((a, b) => a - b).map((at) => obstacles[at])
}
