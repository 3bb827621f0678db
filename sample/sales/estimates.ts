import { between, wholeBetween } from '../../random/choices.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { lotId, type Parcel } from '../land/parcels.ts'
import type { RollRow } from '../land/roll.ts'

/** A provider's estimates for one parcel, null where it has none. Never the recorded values. */
export interface TaxEstimate {
  parcelId: string
  assessedValue: number | null
  taxRatePercent: number | null
  annualTax: number | null
  yearBuilt: number | null
  /** YYYY-MM-DD. */
  asOf: string
}

/** Share of the roll's parcels with an estimate. */
const SHARE = 0.33

/**
 * Estimates of about a third of the roll, of every parcel of the map that is not on the roll, and
 * of a few ids that no other file has.
 */
export function buildEstimates(
  seed: number,
  parcels: readonly Parcel[],
  roll: readonly RollRow[],
): TaxEstimate[] {
  const random = seededRandom(seed, 'tax estimates')
  const rolled = new Set(roll.map((row) => String(row.PARCEL_ID)))
  const estimate = (parcelId: string, worth: number, year: number | null): TaxEstimate => {
    const isShort = random() < 0.06
    const assessedValue = Math.round((worth * between(random, 0.75, 1.25)) / 1000) * 1000
    const taxRatePercent = wholeBetween(random, 85, 165) / 100
    return {
      parcelId,
      assessedValue,
      taxRatePercent: isShort ? null : taxRatePercent,
      annualTax: isShort ? null : Math.round((assessedValue * taxRatePercent) / 100),
      yearBuilt: year === null ? null : year + wholeBetween(random, -3, 3),
      asOf: `2025-${String(wholeBetween(random, 1, 6)).padStart(2, '0')}-15`,
    }
  }
  const estimates: TaxEstimate[] = []
  for (const row of roll) {
    if (random() >= SHARE) continue
    const year = row.ACT_YR_BLT === undefined ? null : Number(row.ACT_YR_BLT)
    estimates.push(estimate(String(row.PARCEL_ID), Number(row.JV), year))
  }
  const seen = new Set<string>()
  for (const { id, lot, area } of parcels) {
    if (id === null || id !== lotId(lot) || rolled.has(id) || seen.has(id)) continue
    seen.add(id)
    estimates.push(estimate(id, Math.min(40 * area, 400000), 1999))
  }
  for (const number of [1, 2, 3]) estimates.push(estimate(`9999-0000-${number}000`, 300000, 1985))
  return estimates
}
