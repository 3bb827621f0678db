import type { County } from '../../../sample/county.ts'
import type { RollRow } from '../../../sample/land/roll.ts'
import { middleOf } from '../../../sample/plan/box.ts'
import { pickSaleScenarios } from '../../../sample/sales/sale-scenarios.ts'
import { type KnownLocation, locationAt } from './known-location.ts'

/** Parcels whose sales or estimates are a scenario. */
export function taxLocations(county: County): KnownLocation[] {
  const scenarios = pickSaleScenarios(county.roll)
  const at = (name: string, row: RollRow, what: string): KnownLocation => {
    const parcel = county.parcels.find(({ id }) => id === row.PARCEL_ID)
    if (parcel === undefined) throw new Error(`${name} is not on the map`)
    return locationAt(county, name, county.terrain.place(middleOf(parcel.lot.box)), what)
  }
  return [
    at('sold_since_roll', scenarios.soldSinceRoll, 'sold after the sale that the roll has'),
    at('title_moved', scenarios.titleMoved, 'deeds for 100 dollars and for nothing after a sale'),
    at('sold_often', scenarios.soldOften, 'six sales in a year'),
    at('twice_in_a_month', scenarios.twiceInAMonth, 'two sales in one month'),
    at('never_sold', scenarios.neverSold, 'no sale in roll or sales file'),
    at('sold_together', scenarios.soldTogether[1], 'one deed and one price for three lots'),
    at('estimate_and_roll', withEstimate(county), 'estimated, and on the roll'),
  ]
}

/** A house whose estimate differs from the roll. */
function withEstimate({ roll, parcels, estimates }: County): RollRow {
  const plain = new Set(
    parcels.flatMap(({ id, lot, oddity }) =>
      oddity === 'plain' && lot.bank === null && lot.use === 'house' ? [id] : [],
    ),
  )
  const values = new Map(estimates.map((estimate) => [estimate.parcelId, estimate]))
  const found = roll.find((row) => {
    const estimate = values.get(String(row.PARCEL_ID))
    const isOther = estimate?.annualTax && estimate.assessedValue !== row.AV_NSD
    return isOther && estimate.yearBuilt !== row.ACT_YR_BLT && plain.has(String(row.PARCEL_ID))
  })
  if (found === undefined) throw new Error('no house has an estimate')
  return found
}
