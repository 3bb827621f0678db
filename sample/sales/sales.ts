import { between, weighted, wholeBetween } from '../../random/choices.ts'
import { type Random, seededRandom } from '../../random/seeded-random.ts'
import { COUNTY_NUMBER, ROLL_YEAR, type RollRow } from '../land/roll.ts'
import { pickSaleScenarios, type SaleScenarios } from './sale-scenarios.ts'

/** One recorded transfer of one parcel. A deed that names several parcels is a sale of each. */
export interface Sale {
  parcelId: string
  year: number
  /** 1 to 12. The file has no day. */
  month: number
  /** US dollars; 100 or 0 where a deed only moves a title. */
  price: number
  /** Florida's qualification code: 01 and 02 are sales at arm's length (SDF users' guide 2025). */
  qualification: string
  isVacant: boolean
  /** The clerk's number of the deed. */
  deed: string
  /** The price is for several parcels together. */
  isOfSeveral: boolean
  /** Why the sale's row was changed since last year's file, or empty. */
  change: string
  /** The parcel's row of the roll; null for a parcel that is not on the roll. */
  roll: RollRow | null
}

/** Parcels split and renumbered long ago: ids of digits alone, which neither map nor roll has. */
const RENUMBERED = ['990000000010', '990000000020', '990000000030', '990000000040']

/** Every sale of the file, by parcel in the order of the file. */
export function buildSales(seed: number, roll: readonly RollRow[]): Sale[] {
  const random = seededRandom(seed, 'sales')
  const scenarios = pickSaleScenarios(roll)
  const sales: Sale[] = RENUMBERED.map((parcelId) => ({
    ...drawSale(random, null),
    parcelId,
  }))
  for (const row of roll) {
    sales.push(...(scenarioSales(scenarios, row, random) ?? drawSales(random, row)))
  }
  return sales
}

/** The sales of a parcel, newest first; those of one month in the order of the file. */
export const salesOf = (sales: readonly Sale[], parcelId: string): Sale[] =>
  sales
    .filter((sale) => sale.parcelId === parcelId)
    .sort((a, b) => b.year - a.year || b.month - a.month)

/** The sale that the roll has, and now and then others. Public land is not sold. */
function drawSales(random: Random, row: RollRow): Sale[] {
  const sales = rolledSale(random, row)
  const isNever = row.TV_NSD === 0 && row.JV !== 0 && sales.length === 0
  const chance = sales.length > 0 ? 0.35 : 0.09
  if (!isNever && random() < chance) {
    const count = weighted(random, [
      [1, 12],
      [2, 4],
      [3, 1],
    ])
    for (let i = 0; i < count; i++) sales.push(drawSale(random, row))
  }
  // Rows of one parcel are not in order of time.
  return random() < 0.5 ? sales.reverse() : sales
}

/** The roll's own sale as the sales file has it. */
function rolledSale(random: Random, row: RollRow): Sale[] {
  if (row.SALE_YR1 === undefined) return []
  return [
    {
      ...drawSale(random, row),
      year: Number(row.SALE_YR1),
      month: Number(row.SALE_MO1),
      price: Number(row.SALE_PRC1),
      qualification: String(row.QUAL_CD1),
    },
  ]
}

/** A sale of the year before the roll or of its first half, as the file carries them. */
function drawSale(random: Random, row: RollRow | null): Sale {
  const isNew = random() < 0.4
  const qualification = weighted(random, [
    ['01', 46],
    ['02', 2],
    ['05', 3],
    ['11', 42],
    ['30', 3],
    ['37', 4],
  ])
  const worth = Number(row?.JV ?? 250000) * between(random, 0.7, 1.3)
  const isTitleOnly = qualification === '11'
  const price = isTitleOnly ? (random() < 0.12 ? 0 : 100) : Math.round(worth / 500) * 500
  return {
    parcelId: String(row?.PARCEL_ID ?? ''),
    year: isNew ? ROLL_YEAR : ROLL_YEAR - 1,
    month: wholeBetween(random, 1, isNew ? 6 : 12),
    price: Math.max(price, isTitleOnly ? 0 : 500),
    qualification,
    isVacant: row !== null && row.ACT_YR_BLT === undefined,
    deed: `${COUNTY_NUMBER}${String(wholeBetween(random, 0, 9999999)).padStart(7, '0')}`,
    isOfSeveral: false,
    change: random() < 0.01 ? String(wholeBetween(random, 2, 8)) : '',
    roll: row,
  }
}

/** The sales of a parcel that is a scenario; null for all others. */
function scenarioSales(scenarios: SaleScenarios, row: RollRow, random: Random): Sale[] | null {
  const at = (year: number, month: number, price: number, qualification: string): Sale => ({
    ...drawSale(random, row),
    ...{ year, month, price, qualification },
  })
  const last = ROLL_YEAR - 1
  if (row === scenarios.soldSinceRoll)
    return [...rolledSale(random, row), at(ROLL_YEAR, 6, 412500, '01')]
  if (row === scenarios.titleMoved)
    return [at(ROLL_YEAR, 3, 100, '11'), at(last, 8, 365000, '01'), at(ROLL_YEAR, 1, 0, '11')]
  if (row === scenarios.soldOften)
    return [4, 2, 6, 1, 5, 3].map((n) => at(last, 2 * n, 180000 + 9500 * n, '01'))
  if (row === scenarios.twiceInAMonth)
    return [at(ROLL_YEAR, 2, 298000, '01'), at(ROLL_YEAR, 2, 315500, '37')]
  if (row === scenarios.neverSold) return []
  if (!scenarios.soldTogether.includes(row)) return null
  const together = at(last, 11, 1250000, '05')
  return [{ ...together, deed: `${COUNTY_NUMBER}4000001`, isOfSeveral: true }]
}
