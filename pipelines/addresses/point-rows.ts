import type { PackValue } from '../../layers/packs/pack-format.ts'
import { RowError } from '../../layers/row-error.ts'
import type { SourceFeature } from '../stages/read-features.ts'
import type { Tally } from '../stages/tally.ts'
import { isHouseNumber, splitAddress } from './house-number.ts'
import { publishedText, stateOf, zipOf } from './published-value.ts'
import type { PointsSchema } from './schema.ts'

/** What holds for every row whose source leaves it out. */
export interface Given {
  city: string | null
  state: string | null
}

/** An address point's row, the source's id as its key. One without a house number is a dirty row. */
export function pointValues(
  { attributes }: SourceFeature,
  { columns }: PointsSchema,
  given: Given,
  tally: Tally,
): Record<string, PackValue> {
  const text = (name: keyof typeof columns) => publishedText(attributes, columns[name], tally)
  const { number, street } = numberAndStreet(text)
  if (number === null || !isHouseNumber(number))
    throw new RowError(
      'addresses.no_house_number',
      `${JSON.stringify(number)} on ${JSON.stringify(street)}`,
    )
  if (street === null) throw new RowError('addresses.no_street', `number ${JSON.stringify(number)}`)
  return {
    address_key: text('id'),
    number,
    street,
    unit: text('unit'),
    city: text('city') ?? given.city,
    state: stateOf(text('state'), tally) ?? given.state,
    zip: zipOf(text('zip'), tally),
  }
}

function numberAndStreet(text: (name: 'number' | 'street' | 'address') => string | null) {
  const line = text('address')
  return line === null ? { number: text('number'), street: text('street') } : splitAddress(line)
}
