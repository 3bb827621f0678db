import { counterClockwise } from '../geometry/polygon.ts'
import { intersection, regionArea } from '../geometry/regions.ts'
import type { LevelFrame } from '../kernel/levels.ts'
import { standingParts } from '../kernel/site/standing-parts.ts'
import { childrenOf, type Scene } from '../scene/scene.ts'
import type { Survey, SurveyFloodZone } from '../scene/survey.ts'

/** Smaller areas in a zone are rounding of its outline, in square metres. */
const IN_ZONE_MIN_M2 = 0.1
/** The datum of base flood elevations. */
export const FLOOD_DATUM = 'NAVD88'

/** The highest flood that a building stands in, and its lowest floor, both above NAVD88. */
export interface BuildingFlood {
  levelId: string
  zone: string
  floor: number
  elevation: number
}

/** Null where no flood is known for the building, or how high it stands is not. */
export function floodOfBuilding(
  scene: Scene,
  survey: Survey | null,
  levels: readonly LevelFrame[],
): BuildingFlood | null {
  const { flood, ground } = survey ?? {}
  const lowest = lowestFloor(scene, levels)
  if (!flood || !lowest || ground?.datum !== FLOOD_DATUM) return null
  const [highest] = zonesUnder(scene, flood, levels)
    .filter(({ baseFloodElevation }) => baseFloodElevation !== null)
    .sort((a, b) => b.baseFloodElevation! - a.baseFloodElevation!)
  if (!highest) return null
  return {
    levelId: lowest.id,
    zone: highest.zone,
    floor: ground.zero + lowest.elevation,
    elevation: highest.baseFloodElevation!,
  }
}

/** The zones of high risk that a building stands in, where their outlines are known. */
export function zonesUnder(
  scene: Scene,
  flood: readonly SurveyFloodZone[],
  levels: readonly LevelFrame[],
): SurveyFloodZone[] {
  const parts = levels
    .flatMap(({ id }) => standingParts(scene, id))
    .map(({ polygon }) => counterClockwise(polygon))
  return flood.filter(
    ({ isHighRisk, rings }) =>
      isHighRisk && rings.length > 0 && regionArea(intersection(parts, rings)) > IN_ZONE_MIN_M2,
  )
}

/** The lowest level with a floor or a room; null where nothing is built. */
function lowestFloor(scene: Scene, levels: readonly LevelFrame[]): LevelFrame | null {
  const built = levels.filter(
    ({ id }) =>
      childrenOf(scene, id, 'slab').length > 0 || childrenOf(scene, id, 'zone').length > 0,
  )
  return built.sort((a, b) => a.elevation - b.elevation)[0] ?? null
}
