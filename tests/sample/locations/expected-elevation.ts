import type { County } from '../../../sample/county.ts'
import { metresAt } from '../../../sample/heights/height-grid.ts'
import type { LngLat } from '../../../sample/plan/plan.ts'

/** Expected elevation section of a location, by the function that the heights come from. */
export interface ExpectedElevation {
  /** Bare earth, metres above NAVD88; null: off the shore, where the model has no height. */
  ground_m: number | null
  /**
   * Largest allowed error of an answer: heights are drawn every 20 m and rounded to 1/64 m, so it
   * is the largest difference of the ground within 28 m of the location.
   */
  tolerance_m: number
}

/** About 28 m: the diagonal between four drawn heights. */
const REACH_DEGREES = 2.8e-4
const ROUNDING_M = 0.05

/** The box of the bare-earth model (`files/elevation-files.ts`). */
const MODEL = { west: -72.108, south: 29.912, east: -71.892, north: 30.088 } as const

/** undefined: at the edge of the sea's heights, or of the model. null: outside the model. */
export function elevationAt(
  { terrain, groundHeights }: County,
  [lng, lat]: LngLat,
): ExpectedElevation | null | undefined {
  const inside = Math.min(lng - MODEL.west, MODEL.east - lng, lat - MODEL.south, MODEL.north - lat)
  if (Math.abs(inside) < REACH_DEGREES) return undefined
  if (inside < 0) return null
  const around = Array.from({ length: 16 }, (_, i): LngLat => {
    const angle = (i * Math.PI) / 8
    const reach = i % 2 === 0 ? REACH_DEGREES : REACH_DEGREES / 2
    return [lng + reach * Math.cos(angle), lat + reach * Math.sin(angle)]
  })
  const ground_m = metresAt(terrain, groundHeights, [lng, lat])
  const near = around.map((at) => metresAt(terrain, groundHeights, at))
  if (near.some((each) => (each === null) !== (ground_m === null))) return undefined
  if (ground_m === null) return { ground_m, tolerance_m: 0 }
  const off = near.map((each) => Math.abs(each! - ground_m))
  return { ground_m, tolerance_m: ROUNDING_M + Math.max(...off) }
}
