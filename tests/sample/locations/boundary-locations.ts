import type { County } from '../../../sample/county.ts'
import type { Lot } from '../../../sample/land/lots.ts'
import { middleOf } from '../../../sample/plan/box.ts'
import { GENERALISED_SHORE, STRAY } from '../../../sample/tiger/county-line.ts'
import { type KnownLocation, locationAt } from './known-location.ts'

/** Where counties and tabulation areas end. */
export function boundaryLocations(county: County): KnownLocation[] {
  const { terrain, parcels } = county
  const inLot = (name: string, fits: (lot: Lot) => boolean, what: string): KnownLocation => {
    const found = parcels.find(
      ({ lot, oddity }) => oddity === 'plain' && lot.bank === null && fits(lot),
    )
    if (found === undefined) throw new Error(`the county has no lot for ${name}`)
    return locationAt(county, name, terrain.place(middleOf(found.lot.box)), what)
  }
  const isBeyond = ({ box }: Lot): boolean => middleOf(box)[0] > GENERALISED_SHORE + STRAY + 5
  const isWest = ({ box, use }: Lot): boolean => box[2] < 5200 && use === 'house'
  const isFlats = ({ box }: Lot): boolean => box[0] > 13520 && box[2] < 14900 && box[3] < -6720
  return [
    inLot('beyond_shore_line', isBeyond, 'a lot on the beach, outside the generalised county'),
    inLot('zcta_is_not_zip', isWest, 'its address has another ZIP than its tabulation area'),
    inLot('without_zcta', isFlats, 'tidal flats in no tabulation area'),
  ]
}
