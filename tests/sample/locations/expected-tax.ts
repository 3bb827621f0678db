import type { County } from '../../../sample/county.ts'
import type { RollRow } from '../../../sample/land/roll.ts'
import type { TaxEstimate } from '../../../sample/sales/estimates.ts'
import { type Sale, salesOf } from '../../../sample/sales/sales.ts'

/** Rows of roll, sales file and estimates for the one parcel at a location. */
export interface ExpectedTax {
  /** null: not on the roll. */
  roll: RollRow | null
  /** Newest first. Sales of one month are in the order of the file: it has no day. */
  sales: Sale[]
  estimate: TaxEstimate | null
}

/** null: no parcel here. undefined: a stack, because the answer depends on the unit. */
export function taxAt(
  { sales, estimates }: County,
  parcel: { ids: (string | null)[]; roll: RollRow | null } | null,
): ExpectedTax | null | undefined {
  if (parcel === null) return null
  if (parcel.ids.length > 1) return undefined
  const [id] = parcel.ids
  // Nothing can be looked up for a parcel without an id.
  if (id === null) return { roll: null, sales: [], estimate: null }
  return {
    roll: parcel.roll,
    sales: salesOf(sales, id),
    estimate: estimates.find(({ parcelId }) => parcelId === id) ?? null,
  }
}
