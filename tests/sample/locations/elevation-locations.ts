import type { County } from '../../../sample/county.ts'
import { SEAWARD_END } from '../../../sample/heights/ground-heights.ts'
import { type PlanPoint, toLngLat } from '../../../sample/plan/plan.ts'
import { type KnownLocation, locationAt } from './known-location.ts'

/** Places with and without heights. */
export function elevationLocations(county: County): KnownLocation[] {
  const { terrain, floodPlan } = county
  const ground = (name: string, point: PlanPoint, what: string): KnownLocation =>
    locationAt(county, name, terrain.place(point), what)
  const flood = (name: string, point: PlanPoint, what: string): KnownLocation =>
    locationAt(county, name, toLngLat(floodPlan.warp.apply(point)), what)
  return [
    ground('river_level', [5000, 0], 'on the river, which the model makes level'),
    flood('below_the_sea', [15000, -4100], 'in the polder, below the sea'),
    ground('hill', [2000, 7000], 'high ground in the west'),
    ground('sea_level', [16300, 2000], 'on the sea, near the shore'),
    ground('sea_without_height', [SEAWARD_END + 300, 2000], 'on the sea, where 3DEP has no height'),
  ]
}
