import type { PackValue } from '../../packs/pack-format.ts'
import type { AttributeValue, PublishedRow, RowCounts } from '../../values/published-row.ts'
import { RowError } from '../../values/row-error.ts'
import { columnValue } from '../column-mapping.ts'
import {
  classesOf,
  describeCode,
  isOpenWater,
  isVegetated,
  kindOf,
  subclassesOf,
  subsystemsOf,
  systemsOf,
  typeOf,
  UNKNOWN_TYPE,
} from './classification.ts'
import { MODIFIERS, WATER_REGIMES } from './cowardin-codes.ts'
import { type Cowardin, decodeCowardin, isInStandard } from './decode.ts'
import type { WetlandMapping } from './mapping.ts'

type Values = Record<string, PackValue>

/** `U` and `Upland` mark dry ground in older files: such a polygon is not a wetland. */
const UPLAND = /^u(p|pl|pland)?$/i

/**
 * A wetland row with the publisher's id, or null, as its key. A polygon whose code is blank or
 * unknown stays, under the publisher's label or as a wetland of an unknown class, and is counted.
 */
export function wetlandValues(
  { attributes }: PublishedRow,
  mapping: WetlandMapping,
  tally: RowCounts,
): Values {
  const { wetlands } = mapping
  const code = textOf(columnValue(attributes, wetlands.code))
  if (code !== null && UPLAND.test(code))
    throw new RowError('wetlands.upland', `${JSON.stringify(code)} is dry ground, not a wetland`)
  const label = textOf(columnValue(attributes, wetlands.label))
  const decoded = code === null ? null : decodeCowardin(code)
  if (code === null) tally.add('wetlands.blank_code')
  else if (decoded === null) tally.add('wetlands.unknown_code')
  else countReading(decoded, tally)
  return {
    wetland_key: textOf(columnValue(attributes, wetlands.id)),
    code,
    label,
    source_area_acres: acresOf(columnValue(attributes, wetlands.area_acres)),
    ...(decoded ? readingOf(decoded) : unknownAs(label)),
  }
}

function countReading(decoded: Cowardin, tally: RowCounts): void {
  if (decoded.isCorrected) tally.add('wetlands.zero_read_as_letter_o')
  if (decoded.unread !== '') tally.add('wetlands.end_of_code_not_read')
  else if (!isInStandard(decoded)) tally.add('wetlands.code_outside_standard')
}

function readingOf(decoded: Cowardin): Values {
  const { waterRegime, modifiers } = decoded
  return {
    type: typeOf(decoded),
    description: describeCode(decoded),
    kind: kindOf(decoded),
    system: systemsOf(decoded),
    subsystem: subsystemsOf(decoded),
    class: classesOf(decoded),
    subclass: subclassesOf(decoded),
    water_regime: waterRegime === null ? null : WATER_REGIMES[waterRegime],
    modifiers: modifiers.map((sign) => MODIFIERS[sign]).join(', ') || null,
    is_open_water: isOpenWater(decoded),
    is_vegetated: isVegetated(decoded),
  }
}

/** The publisher's label of the polygon, used as a name only. */
function unknownAs(label: string | null): Values {
  return {
    type: label ?? UNKNOWN_TYPE,
    description: null,
    kind: 'unknown',
    system: null,
    subsystem: null,
    class: null,
    subclass: null,
    water_regime: null,
    modifiers: null,
    is_open_water: null,
    is_vegetated: null,
  }
}

export function textOf(value: AttributeValue): string | null {
  return (value === null ? '' : `${value}`.trim()) || null
}

/** Acres as published; null for a text or a negative number. */
function acresOf(value: AttributeValue): number | null {
  const acres = value === null || value === '' ? Number.NaN : Number(value)
  return acres >= 0 && Number.isFinite(acres) ? acres : null
}
