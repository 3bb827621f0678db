import { type GridCover, gridCover, piecesOf } from '../plan/grid-cover.ts'
import { HALF_HEIGHT, type LngLat, type PlanPoint } from '../plan/plan.ts'
import type { Terrain } from '../plan/terrain.ts'
import { ramp } from '../plan/wiggle.ts'
import { type CountyLine, GENERALISED_SHORE, SHORE_ROWS } from './county-line.ts'

/** A census tabulation area: not the same as a ZIP code, which is a list of delivery routes. */
export interface Zcta {
  code: string
  rings: LngLat[][]
}

/** East of this u the plan is shifted so that its last line is the generalised shore. */
const SHIFTED_FROM = 14300

/** The west has its own area, though on the roll its addresses have the ZIP of their river side. */
export const ZCTA_COVER: GridCover<string> = gridCover(
  [0, 5300, 13500, GENERALISED_SHORE],
  [...SHORE_ROWS, -HALF_HEIGHT, HALF_HEIGHT],
  ([u, v]) => {
    if (u < 5300) return '34597'
    // Tidal flats in the corner: nobody lives there.
    if (u > 13500 && v < -6700) return null
    return v > 0 ? '34598' : '34599'
  },
)

/** The areas, which end at the generalised shore with the county, and share its vertices. */
export function buildZctas(terrain: Terrain, line: CountyLine): Zcta[] {
  const place = ([u, v]: PlanPoint): LngLat => {
    const push = (line.shoreAt(v) - GENERALISED_SHORE) * ramp(u, SHIFTED_FROM, GENERALISED_SHORE)
    return terrain.place([u + push, v])
  }
  const isOnMap = ([u, v]: PlanPoint): boolean =>
    u < GENERALISED_SHORE || (SHORE_ROWS as readonly number[]).includes(v)
  return piecesOf(ZCTA_COVER).map(({ value, rings }) => ({
    code: value,
    rings: rings.map((ring) => ring.filter(isOnMap).map(place)),
  }))
}
