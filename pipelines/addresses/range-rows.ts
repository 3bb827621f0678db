import { streetKey } from '../../geocoder/parsing/street-name.ts'
import type { Column } from '../../layers/column-mapping.ts'
import type { PackValue } from '../../packs/pack-format.ts'
import type { SourceFeature } from '../stages/read-features.ts'
import type { Tally } from '../stages/tally.ts'
import type { RangesMapping } from './mapping.ts'
import type { PlaceDefaults } from './point-rows.ts'
import { publishedText, zipOf } from './published-value.ts'

type Values = Record<string, PackValue>
type Parity = 'odd' | 'even' | 'both'

const SIDES = ['left', 'right'] as const

/**
 * Values of the numbered sides of a stretch: up to two rows. A side without numbers has no row, and
 * a stretch without a numbered side is counted; a side with a number at only one end, or with
 * numbers that are not whole, is a dirty row.
 */
export function rangeValues(
  feature: SourceFeature,
  mapping: RangesMapping,
  defaults: PlaceDefaults,
  tally: Tally,
): Values[] {
  const { attributes, number } = feature
  const text = (column: Column | undefined) => publishedText(attributes, column, tally)
  const street = text(mapping.columns.street)
  const sides = SIDES.map((side) => ({ side, ...endsOf(mapping, side, text) }))
  if (sides.every(({ from, to }) => from === null && to === null)) {
    tally.add('addresses.street_without_numbers')
    return []
  }
  if (street === null) {
    tally.reject('addresses.no_street', `feature ${number}: it has numbers and no name`)
    return []
  }
  const names = namesOf(street, mapping, text, tally)
  if (names.length === 0) {
    tally.reject('addresses.no_street', `feature ${number}: ${JSON.stringify(street)} has no word`)
    return []
  }
  const id = mapping.columns.id.map((name) => text(name))
  return sides.flatMap(({ side, from, to }) => {
    if (from === null && to === null) return []
    const ends = [from, to].map((end) => (end === null ? null : wholeNumber(end)))
    const [from_number, to_number] = ends
    if (from === null || to === null) return refused('addresses.half_a_range')
    if (from_number === null || to_number === null) return refused('addresses.range_not_numeric')
    const { id: sideId, parity, zip } = mapping[side]
    const named = [...id, ...(sideId ? [text(sideId)] : []), side]
    const values = {
      side,
      from_number,
      to_number,
      parity: parityOf(text(parity), [from_number, to_number], mapping, tally),
      city: defaults.city(null),
      state: defaults.state,
      zip: zipOf(text(zip), tally),
    }
    return names.map((name, i) => {
      const key = [...named, ...(i > 0 ? ['second-name'] : [])].filter(Boolean).join(':')
      // Without the source's id the key is made of the shape and the other values.
      return { range_key: id.some((each) => each !== null) ? key : null, ...name, ...values }
    })

    function refused(stat: string): [] {
      tally.reject(stat, `feature ${number}, ${side}: ${street} from ${from} to ${to}`)
      return []
    }
  })
}

/** Lists the name of a stretch, and its second name where the source has one. */
function namesOf(
  street: string,
  { columns }: RangesMapping,
  text: (column: Column) => string | null,
  tally: Tally,
): { street: string; street_key: string }[] {
  const other = (columns.second_name ?? []).flatMap((column) => text(column) ?? []).join(' ')
  const names = [street, other].flatMap((name) => {
    const street_key = streetKey(name)
    return street_key === null ? [] : [{ street: name, street_key }]
  })
  const [first, second] = names
  if (second && first.street_key !== second.street_key) tally.add('addresses.second_name')
  else if (second) names.pop()
  return names
}

function endsOf(
  mapping: RangesMapping,
  side: 'left' | 'right',
  text: (column: Column) => string | null,
): { from: string | null; to: string | null } {
  const end = (column: Column) => {
    const number = text(column)
    return number !== null && mapping.null_if.includes(number) ? null : number
  }
  return { from: end(mapping[side].from), to: end(mapping[side].to) }
}

/** Parses a whole number. Known files have at most six digits; nine are not a house number. */
function wholeNumber(text: string): number | null {
  return /^\d{1,8}$/.test(text) ? Number(text) : null
}

/**
 * Parity as the source states it; else that of both ends. Ends of both parities mean a side with
 * both or a typing error, and are counted.
 */
function parityOf(
  code: string | null,
  ends: readonly number[],
  { parity_codes }: RangesMapping,
  tally: Tally,
): Parity {
  const [odd, even] = [1, 0].map((rest) => ends.every((end) => end % 2 === rest))
  const ofEnds: Parity = odd ? 'odd' : even ? 'even' : 'both'
  const stated = code === null ? null : (parity_codes[code.toUpperCase()] ?? null)
  if (code !== null && stated === null) tally.add('addresses.unknown_parity')
  if (stated !== null && stated !== 'both' && stated !== ofEnds)
    tally.add('addresses.parity_against_numbers')
  if (stated === null && ofEnds === 'both') tally.add('addresses.mixed_parity')
  return stated ?? ofEnds
}
