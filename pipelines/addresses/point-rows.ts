import { houseNumberOf } from '../../geocoder/parsing/house-number.ts'
import { parseAddressLine, parseStreetPart } from '../../geocoder/parsing/street-line.ts'
import { tokenize } from '../../geocoder/parsing/tokens.ts'
import { unitOf } from '../../geocoder/parsing/unit.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import type { PackValue } from '../../packs/pack-format.ts'
import { RowError } from '../../values/row-error.ts'
import type { SourceFeature } from '../stages/read-features.ts'
import type { Tally } from '../stages/tally.ts'
import type { PointsMapping } from './mapping.ts'
import { publishedText, stateOf, zipOf } from './published-value.ts'

/** Whether a text names a house: `0` on vacant land does not, nor does `N/A`. */
function isHouseNumber(text: string): boolean {
  return /[1-9]/.test(text)
}

/** What holds for every row whose source leaves it out. */
export interface Given {
  /** The town at a point; a stretch of a street, which may leave its town, has null for one. */
  city: (point: GridPoint | null) => string | null
  state: string | null
}

/** An address point's row, the source's id as its key. One without a house number is a dirty row. */
export function pointValues(
  { attributes, point }: SourceFeature,
  { columns }: PointsMapping,
  given: Given,
  tally: Tally,
): Record<string, PackValue> {
  const text = (name: keyof typeof columns) => publishedText(attributes, columns[name], tally)
  const { number, street, unit } = lineParts(text)
  if (number === null || !isHouseNumber(number))
    throw new RowError(
      'addresses.no_house_number',
      `${JSON.stringify(number)} on ${JSON.stringify(street)}`,
    )
  if (street === null) throw new RowError('addresses.no_street', `number ${JSON.stringify(number)}`)
  if (unit !== null) tally.add('addresses.unit_in_street')
  return {
    address_key: text('id'),
    number,
    street,
    unit: unitTextOf(unit, text('unit')),
    city: text('city') ?? given.city(point),
    state: stateOf(text('state'), tally) ?? given.state,
    zip: zipOf(text('zip'), tally),
  }
}

/** Number, street and unit, read as a question is: else what is loaded is not what is looked up. */
function lineParts(text: (name: 'number' | 'street' | 'address') => string | null) {
  const line = text('address')
  if (line === null) {
    const [number, street] = [text('number'), text('street')]
    const part = street === null ? null : parseStreetPart(street)
    return { number, street: part?.streetText ?? street, unit: part?.unitText ?? null }
  }
  const read = parseAddressLine(line)
  if (read) return { number: read.numberText, street: read.streetText, unit: read.unitText }
  const number = houseNumberOf(line) && line
  return { number, street: number === null ? line : null, unit: null }
}

/** A column of units holds the one of the line again in some files, and a part of it in others. */
function unitTextOf(inLine: string | null, inColumn: string | null): string | null {
  if (inLine === null || inColumn === null) return inLine ?? inColumn
  const [outer, inner] = [inLine, inColumn].map((unit) => unitOf(tokenize(unit)))
  return outer === inner || outer?.endsWith(`-${inner}`) ? inLine : `${inLine} ${inColumn}`
}
