import type { County } from '../../../sample/county.ts'
import type { Lot } from '../../../sample/land/lots.ts'
import type { Parcel } from '../../../sample/land/parcels.ts'
import { fromLngLat, type LngLat } from '../../../sample/plan/plan.ts'
import { type LotCell, lotCells } from './lot-cells.ts'
import { type SpotSoils, soilsAt } from './soil-truth.ts'
import { type SpotStructures, structuresAt } from './structure-truth.ts'
import { type SpotWetlands, wetlandsAt } from './wetland-truth.ts'

/** What lies on the ground at a spot and on its parcel: water, soil and buildings. */
export interface SpotGround {
  /** undefined: within 3 m of a wetland's line. */
  wetlands?: SpotWetlands
  /** undefined: within 3 m of a soil line. */
  soils?: SpotSoils
  structures: SpotStructures
}

/** `here` are the records at the spot; a parcel of two pieces is asked about as a whole. */
export function groundAt(county: County, spot: LngLat, here: readonly Parcel[]): SpotGround {
  const { terrain, wetlandPlan, soilPlan, parcels } = county
  const point = terrain.ground.undo(fromLngLat(spot))
  const lots = lotsOf(here, parcels)
  const cells: LotCell[] | null = lots.length === 0 ? null : lotCells(terrain, lots)
  return {
    wetlands: wetlandsAt(wetlandPlan, spot, point, cells),
    soils: soilsAt(soilPlan, point, cells),
    structures: structuresAt(county, lots, point),
  }
}

/** The lots of the parcel at a spot: several where it is of two pieces. */
export function lotsOf(here: readonly Parcel[], parcels: readonly Parcel[]): Lot[] {
  if (here.length === 0) return []
  const [{ id, oddity, lot }] = here
  if (oddity !== 'two_pieces') return [lot]
  return parcels.filter((parcel) => parcel.id === id).map((parcel) => parcel.lot)
}
