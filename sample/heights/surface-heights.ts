import type { PlanPoint } from '../plan/plan.ts'
import { ramp } from '../plan/wiggle.ts'
import { type GroundHeights, SEA_FEET } from './ground-heights.ts'

/** Height of the surface model's geoid above the ground model's datum, feet: made up. */
const DATUM_STEP_FEET = 1

/** The surface that a radar measures: canopy in woods, roofs in town, and the whole sea. */
export function surfaceFeet(ground: GroundHeights, place: PlanPoint, flood: PlanPoint): number {
  const feet = ground.feetAt(place, flood)
  if (feet === null || feet <= SEA_FEET) return 0
  const [u, v] = place
  const woods = Math.sin(u / 420 + 1) * Math.sin(v / 380) + 0.4 * Math.sin((u + v) / 170)
  const canopy = 38 * ramp(woods, 0.25, 0.6) * ramp(u, 14600, 12500)
  const isTown = u > 10300 && u < 12700 && Math.abs(v) < 1400
  const roofs = isTown ? 9 + 9 * Math.sin(u / 31) * Math.sin(v / 29) : 0
  return feet - DATUM_STEP_FEET + Math.max(canopy * (isTown ? 0.2 : 1), roofs)
}
