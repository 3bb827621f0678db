import { formatUsd } from '../../values/us-dollars.ts'
import type { TaxData } from './data.ts'

/** One sentence: assessed and taxable value, and the last sale. */
export function summarise({ roll, estimated_fields, ...top }: TaxData, isOnRoll: boolean): string {
  const parts: string[] = []
  const isEstimate = estimated_fields.includes('assessed_value')
  const year = roll?.assessment_year ? ` on the roll of ${roll.assessment_year}` : ''
  if (top.assessed_value !== null)
    parts.push(
      isEstimate
        ? `an assessed value of ${formatUsd(top.assessed_value)} by a third party's estimate`
        : `assessed at ${formatUsd(top.assessed_value)}${year}`,
    )
  else if (roll?.just_value) parts.push(`valued at ${formatUsd(roll.just_value)}${year}`)
  if (roll?.taxable_value != null) parts.push(`taxable ${formatUsd(roll.taxable_value)}`)
  if (roll?.last_sale_price && roll.last_sale_year)
    parts.push(`last sold in ${roll.last_sale_year} for ${formatUsd(roll.last_sale_price)}`)
  if (parts.length === 0)
    return isOnRoll
      ? 'The assessment roll has this parcel, and no value of it.'
      : 'This parcel is on no assessment roll of this build, and none of its transfers has a price.'
  const text = parts.join(', ')
  return `${text[0].toUpperCase()}${text.slice(1)}.`
}
