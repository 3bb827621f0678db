import { type LngLat, MAPPED } from '../plan/plan.ts'
import type { DegreeBox } from './esri-shape.ts'

/** Ground north of Sample County that only the live services have, and no file of the sample. */
export const SHOALS: DegreeBox = [MAPPED.west, 30.12, MAPPED.east, 30.18]
/** Its low middle: flooded, and a marsh. */
export const SHOALS_FEN: DegreeBox = [-72.02, 30.14, -71.98, 30.16]

/** An open ring, counter-clockwise. */
export function boxRing([west, south, east, north]: DegreeBox): LngLat[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]
}
