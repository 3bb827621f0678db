import { seededRandom } from '../../random/seeded-random.ts'
import { type LngLat, type PlanPoint, toLngLat } from './plan.ts'
import { composeWarps, floodWarp, groundWarp, type Warp } from './warp.ts'
import { ramp, type Wiggle, wiggle } from './wiggle.ts'

/** Plan u of the water's edge; the sea lies east of it. */
export const SHORE = 15500

/** The warps that bend the county, and its river. */
export interface Terrain {
  ground: Warp
  /** Flood lines wander more than the ground does: their own warp, then the ground's. */
  flood: Warp
  /** Half the river's width in metres at plan u; its axis is v = 0. Wider at the mouth. */
  bank: Wiggle
  /** Places a plan point of the ground (lots, streets, banks) on the globe. */
  place(point: PlanPoint): LngLat
}

export function buildTerrain(seed: number): Terrain {
  const ground = groundWarp(seededRandom(seed, 'ground'))
  const ripple = wiggle(seededRandom(seed, 'bank'), [
    [9, 900],
    [4, 230],
  ])
  return {
    ground,
    flood: composeWarps(floodWarp(seededRandom(seed, 'flood lines')), ground),
    bank: (u) => 38 + 50 * ramp(u, 0, 14000) + 130 * ramp(u, 13300, SHORE) + ripple(u),
    place: (point) => toLngLat(ground.apply(point)),
  }
}
