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

/** Whether a text is a house number: `0` on vacant land is not, nor is `N/A`. */
function isHouseNumber(text: string): boolean {
  return /[1-9]/.test(text)
}

/** City and state of rows whose source leaves them out. */
export interface PlaceDefaults {
  /**
   * Finds the town of a row; the point is null for a stretch of a street, which may lie in several.
   */
  city: (point: GridPoint | null) => string | null
  state: string | null
}

/**
 * Values of an address point, with the source's id as the key. Throws `RowError` for a row without
 * a house number or a street.
 */
export function pointValues(
  { attributes, point }: SourceFeature,
  { columns }: PointsMapping,
  defaults: PlaceDefaults,
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
    city: text('city') ?? defaults.city(point),
    state: stateOf(text('state'), tally) ?? defaults.state,
    zip: zipOf(text('zip'), tally),
  }
}

/** Number, street and unit, parsed as in a request: else a lookup would not find what is loaded. */
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

/** In some files the unit column repeats the unit of the line, in others a part of it. */
function unitTextOf(inLine: string | null, inColumn: string | null): string | null {
  if (inLine === null || inColumn === null) return inLine ?? inColumn
  const [outer, inner] = [inLine, inColumn].map((unit) => unitOf(tokenize(unit)))
  return outer === inner || outer?.endsWith(`-${inner}`) ? inLine : `${inLine} ${inColumn}`
}
