import type { RollRow } from '../land/roll.ts'

/** Rows of the roll whose sales are a test scenario. */
export interface SaleScenarios {
  /** Sold again after the sale that the roll has. */
  soldSinceRoll: RollRow
  /** The newest transfers are deeds for 100 dollars and for nothing; a true sale is older. */
  titleMoved: RollRow
  /** Six sales in one year. */
  soldOften: RollRow
  /** Two sales in one month: the file has no day, so neither is the later one. */
  twiceInAMonth: RollRow
  neverSold: RollRow
  /** Three lots by one deed: each row has the price of all three. */
  soldTogether: RollRow[]
}

/** Chooses suburban houses for the scenarios by their position in the roll, none of them twice. */
export function pickSaleScenarios(roll: readonly RollRow[]): SaleScenarios {
  const houses = roll.filter(
    (row) => row.DOR_UC === '001' && /(DR|LN)$/.test(String(row.PHY_ADDR1)) && !isOdd(row),
  )
  const rolled = houses.filter((row) => row.SALE_YR1 !== undefined && row.QUAL_CD1 === '01')
  const quiet = houses.filter((row) => row.SALE_YR1 === undefined)
  const spread = (count: number, i: number): number =>
    Math.floor(((i + 0.5) * quiet.length) / count)
  return {
    soldSinceRoll: rolled[Math.floor(rolled.length / 2)],
    titleMoved: quiet[spread(5, 0)],
    soldOften: quiet[spread(5, 1)],
    twiceInAMonth: quiet[spread(5, 2)],
    neverSold: quiet[spread(5, 3)],
    soldTogether: quiet.slice(spread(5, 4), spread(5, 4) + 3),
  }
}

/** Units of a stack, and parcels that are not on the map. */
const isOdd = ({ PARCEL_ID, PHY_ADDR1 }: RollRow): boolean =>
  String(PARCEL_ID).includes('-U') || PHY_ADDR1 === 'RETIRED PARCEL'
