import type { County } from '../../../sample/county.ts'
import type { Lot } from '../../../sample/land/lots.ts'
import type { Parcel } from '../../../sample/land/parcels.ts'
import { fromLngLat, type LngLat } from '../../../sample/plan/plan.ts'
import { type ExpectedSoils, soilsAt } from './expected-soils.ts'
import { type ExpectedStructures, structuresAt } from './expected-structures.ts'
import { type ExpectedWetlands, wetlandsAt } from './expected-wetlands.ts'
import { type LotCell, lotCells } from './lot-cells.ts'

/** Expected wetlands, soils and buildings at a location and on its parcel. */
export interface ExpectedGround {
  /** undefined: within 3 m of a wetland's line. */
  wetlands?: ExpectedWetlands
  /** undefined: within 3 m of a soil line. */
  soils?: ExpectedSoils
  structures: ExpectedStructures
}

/** `here` are the records at the location; a parcel of two pieces counts as a whole. */
export function groundAt(
  county: County,
  location: LngLat,
  here: readonly Parcel[],
): ExpectedGround {
  const { terrain, wetlandPlan, soilPlan, parcels } = county
  const point = terrain.ground.undo(fromLngLat(location))
  const lots = lotsOf(here, parcels)
  const cells: LotCell[] | null = lots.length === 0 ? null : lotCells(terrain, lots)
  return {
    wetlands: wetlandsAt(wetlandPlan, location, point, cells),
    soils: soilsAt(soilPlan, point, cells),
    structures: structuresAt(county, lots, point),
  }
}

/** The lots of the parcel at a location: several where it has two pieces. */
export function lotsOf(here: readonly Parcel[], parcels: readonly Parcel[]): Lot[] {
  if (here.length === 0) return []
  const [{ id, oddity, lot }] = here
  if (oddity !== 'two_pieces') return [lot]
  return parcels.filter((parcel) => parcel.id === id).map((parcel) => parcel.lot)
}
