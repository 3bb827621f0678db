import type { LocatedRow, Row } from '../location.ts'

/** A price of this much or less is the stamp of a deed that moves a title, not a sale. */
export const NOMINAL_USD = 100

export interface LastSale {
  price: number
  year: number
  /** Null where only the roll records the sale. */
  month: number | null
  qualification: string | null
  isMultiParcel: boolean
}

/**
 * The latest recorded sale of a parcel, and the number of nominal transfers after it. Candidates
 * are the rows of the sales file and the one sale that the roll itself names. A transfer at a
 * nominal price is not a sale, whatever its date: in Broward's file of 2025 those are 45,082 of
 * 95,332. Of two in one month the qualified one is reported, then the dearer.
 */
export function lastSaleOf(
  sales: readonly LocatedRow[],
  roll: Row | null,
): { sale: LastSale | null; laterTransfers: number } {
  const all = sales.map(({ row }) => row)
  const real = all.filter(({ is_nominal, sale_price }) => !is_nominal && sale_price !== null)
  const [latest] = real.sort(latestFirst)
  let sale: LastSale | null = latest
    ? {
        price: latest.sale_price as number,
        year: latest.sale_year as number,
        month: latest.sale_month as number | null,
        qualification: latest.qualification as string,
        isMultiParcel: latest.is_multi_parcel as boolean,
      }
    : null
  const rolled = rollSale(roll)
  // A roll has no month of its sale: within one year the sales file is the finer record.
  if (rolled && (!sale || rolled.year > sale.year)) sale = rolled
  const after = all.filter((row) => row.is_nominal && isAfter(row, sale))
  return { sale, laterTransfers: after.length }
}

function rollSale(roll: Row | null): LastSale | null {
  const price = roll?.last_sale_price as number | null | undefined
  const year = roll?.last_sale_year as number | null | undefined
  if (!price || !year || price <= NOMINAL_USD) return null
  return { price, year, month: null, qualification: null, isMultiParcel: false }
}

function latestFirst(a: Row, b: Row): number {
  return (
    Number(b.sale_year) - Number(a.sale_year) ||
    Number(b.sale_month ?? 0) - Number(a.sale_month ?? 0) ||
    rank(a) - rank(b) ||
    Number(b.sale_price) - Number(a.sale_price) ||
    (`${a.sale_key}` < `${b.sale_key}` ? -1 : 1)
  )
}

function rank({ qualification }: Row): number {
  const order = ['qualified', 'qualified_excluded', 'pending', 'unknown', 'disqualified']
  return order.indexOf(`${qualification}`)
}

function isAfter(row: Row, sale: LastSale | null): boolean {
  if (!sale) return true
  const years = Number(row.sale_year) - sale.year
  return years > 0 || (years === 0 && Number(row.sale_month ?? 0) > (sale.month ?? 12))
}
