import type { Polygon } from '../../geometry/polygon.ts'
import type { Side } from '../../layout/room-program.ts'

/**
 * What is known of the lot of a project, as its dossier states it, in the frame of the project:
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

export interface LotZoning {
  district: string
  /** From the borders of the parcel, in metres. */
  setbacks: { front: number | null; side: number | null; rear: number | null } | null
  /** Of the ridge above the ground, in metres. */
  heightMax: number | null
  /** Floor area of all storeys over the area of the parcel. */
  floorAreaRatioMax: number | null
  /** Share of the parcel that buildings may cover. */
  coverageMax: number | null
  /** Conditions that figures do not state, word for word. */
  note: string | null
}

export interface LotFlood {
  /** Of the highest risk on the parcel: `AE`. */
  zone: string
  isHighRisk: boolean
  /** Share of the parcel in that zone, 0 to 1. */
  share: number
}

/** Finds what is known of the lot of a project; null where the project has no place. */
export type FindLot = (projectId: string) => Promise<Lot | null>
