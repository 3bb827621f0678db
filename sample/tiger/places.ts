import { gridCover, piecesOf } from '../plan/grid-cover.ts'
import { HALF_HEIGHT, type LngLat } from '../plan/plan.ts'
import type { Terrain } from '../plan/terrain.ts'
import type { ZoningPlan } from '../zoning/zoning-plan.ts'

/** A place of the census: an incorporated town or village. */
export interface Place {
  code: string
  name: string
  kind: 'town' | 'village'
  /** One polygon: the shell first. */
  rings: LngLat[][]
}

/** The village by the beach, between the last farms and the shore. */
const VILLAGE = { west: 15000, east: 15420, reach: 2100 }

const VILLAGE_COVER = gridCover(
  [VILLAGE.west, VILLAGE.east],
  [-HALF_HEIGHT, -VILLAGE.reach, VILLAGE.reach, HALF_HEIGHT],
  ([, v]) => (Math.abs(v) < VILLAGE.reach ? true : null),
)

/** The town within its limits, and a village that is not on the roll. */
export function buildPlaces({ limits }: ZoningPlan, terrain: Terrain): Place[] {
  const [town] = piecesOf(limits)
  const [village] = piecesOf(VILLAGE_COVER)
  const place = (rings: typeof town.rings) => rings.map((ring) => ring.map(terrain.place))
  return [
    { code: '70000', name: 'Sampleton', kind: 'town', rings: place(town.rings) },
    { code: '72000', name: 'Ternhaven', kind: 'village', rings: place(village.rings) },
  ]
}
