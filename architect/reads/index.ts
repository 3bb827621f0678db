import { checkCollisionsRead } from './check-collisions.ts'
import { findNodes } from './find-nodes.ts'
import { getLevelSummary } from './get-level-summary.ts'
import { getNode } from './get-node.ts'
import { getScene } from './get-scene.ts'
import { getWalls } from './get-walls.ts'
import { getZones } from './get-zones.ts'
import { listLevels } from './list-levels.ts'
import { measureRead } from './measure.ts'
import { quantitiesRead } from './quantities.ts'
import type { Read } from './read.ts'
import { searchAssetsRead } from './search-assets.ts'
import { validateSceneRead } from './validate-scene.ts'
import { verifySceneRead } from './verify-scene.ts'

/** All reads, from the whole project to single figures. */
export const READS: readonly Read[] = [
  getScene,
  listLevels,
  getLevelSummary,
  getZones,
  getWalls,
  findNodes,
  getNode,
  measureRead,
  quantitiesRead,
  checkCollisionsRead,
  searchAssetsRead,
  validateSceneRead,
  verifySceneRead,
]
