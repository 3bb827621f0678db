import { nodesOf, type Scene } from '../../scene/scene.ts'
import type { SurveyFloodZone } from '../../scene/survey.ts'
import type { Lot, LotFlood } from './lot.ts'

/** What is known of the lot of a project from the site data that were pulled; null without any. */
export function lotOf(scene: Scene): Lot | null {
  const survey = nodesOf(scene, 'site')[0]?.survey
  if (!survey?.parcel) return null
  const { parcel, front, zoning = null, flood } = survey
  return { parcel, front, zoning, flood: flood ? highestRisk(flood) : null }
}

/** The zone of the highest risk with its share of the lot; null where no share is known. */
function highestRisk(zones: readonly SurveyFloodZone[]): LotFlood | null {
  const { zone, isHighRisk } = zones.find((each) => each.isHighRisk) ?? zones[0]
  const same = zones.filter((each) => each.zone === zone && each.isHighRisk === isHighRisk)
  if (same.some(({ share }) => share === null)) return null
  // Zones that differ in their flood elevation are rows of their own.
  const shares = new Map(same.map(({ share, baseFloodElevation }) => [baseFloodElevation, share!]))
  return {
    zone,
    isHighRisk,
    share: Math.min(
      1,
      [...shares.values()].reduce((a, b) => a + b, 0),
    ),
  }
}
