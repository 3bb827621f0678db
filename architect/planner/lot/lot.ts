import type { Polygon } from '../../geometry/polygon.ts'
import type { Side } from '../../layout/room-program.ts'
import type { SurveyZoning } from '../../scene/survey.ts'

/**
 * What is known of the lot of a project, as its site data state it, in the frame of the project:
 * metres, x east, z south. Null is what nobody has mapped or stated, which is not "no limit".
 */
export interface Lot {
  /** Corners of the parcel. */
  parcel: Polygon
  /** Side at the street, from which the front setback is measured; null where unknown. */
  front: Side | null
  zoning: LotZoning | null
  flood: LotFlood | null
}

export type LotZoning = Omit<SurveyZoning, 'jurisdiction'>

export interface LotFlood {
  /** Of the highest risk on the parcel: `AE`. */
  zone: string
  isHighRisk: boolean
  /** Share of the parcel in that zone, 0 to 1. */
  share: number
}
