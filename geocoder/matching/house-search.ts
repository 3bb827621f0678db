import { distanceM } from '../../geometry/distance.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import type { Packs } from '../../lookup/location-lookup.ts'
import type { HouseNumber } from '../parsing/house-number.ts'
import { houseKeyOf } from '../tables/gathered-addresses.ts'
import { writtenPlaceOf } from '../tables/written-place.ts'
import { formatAddress } from './formatted-address.ts'
import type { GeocodedAddress } from './geocoded.ts'
import { holdsNumber, type NumberedSide, offsetPoint, shareOfNumber } from './interpolation.ts'
import type { KnownStreet } from './known-street.ts'
import { type DrawnSide, isDrawnBackwards, neighboursMet } from './orientation.ts'
import { sidesOf } from './street-sides.ts'

/**
 * Rows of one address within this distance are one place: the lots of a farm, or two tables that
 * have the same house.
 */
export const SAME_PLACE_M = 150

/** Finds the rows of one house, and groups them by place. */
export function housesAt(
  packs: Packs,
  street: KnownStreet,
  number: HouseNumber,
  unit: string | null,
): { found: GeocodedAddress; isUnitKnown: boolean }[] {
  const pack = packs.get('addresses')
  if (!pack) return []
  const all = pack.rowsOf('house_key', houseKeyOf(street.record.street_id as string, number))
  if (all.length === 0) return []
  const unitOf = (row: number) => pack.value(row, 'unit_key') as string | null
  const exact = all.filter((row) => unitOf(row) === unit)
  const isUnitKnown = exact.length > 0 || unit === null
  const rows = exact.length > 0 ? exact : all
  return placesOf(rows.map((row) => ({ row, point: pack.point(row) }))).map((group) => {
    // An address point is at the house; a roll names a lot.
    const best = group.find(({ row }) => pack.value(row, 'origin') === 'address_point') ?? group[0]
    const record = pack.row(best.row)
    const isWhole = exact.length === 0
    const found: GeocodedAddress = {
      formatted: formatAddress({
        number: record.number as string,
        street: record.street as string,
        unit: isWhole ? null : (record.unit as string | null),
        ...writtenPlaceOf(record),
      }),
      precision: 'rooftop',
      point: best.point,
      address: best.row,
      house: houseNameOf(street, number),
    }
    const parcel_key = record.parcel_key as string | null
    if (parcel_key !== null && !isWhole) found.parcel_key = parcel_key
    return { found, isUnitKnown }
  })
}

/**
 * Name of a house, the same for 12a and 12, part a, and on whichever side sources write the
 * directional.
 */
function houseNameOf({ record }: KnownStreet, { text }: HouseNumber): string {
  const [pre, base, type, post] = (record.street_key as string).split('|')
  return [text.replace(/[a-z]$/, ''), pre + post, base, type].join('|')
}

/** Groups points: each lies within the limit of the first of its group. */
function placesOf<Row extends { point: GridPoint }>(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = []
  for (const row of rows) {
    const group = groups.find(([first]) => distanceM(first.point, row.point) <= SAME_PLACE_M)
    if (group) group.push(row)
    else groups.push([row])
  }
  return groups
}

/**
 * Interpolates a number on the numbered sides of the street that hold it: first on those that
 * continue the street, of them on the narrowest.
 */
export function sidesWith(packs: Packs, street: KnownStreet, value: number): GridPoint[] {
  const width = ({ from_number, to_number }: NumberedSide) => Math.abs(to_number - from_number)
  const all = sidesOf(packs, street)
  return all
    .filter(({ side }) => holdsNumber(side, value))
    .map((drawn) => ({ ...drawn, met: neighboursMet(drawn, all) }))
    .sort((a, b) => b.met - a.met || width(a.side) - width(b.side) || a.row - b.row)
    .map((drawn) => pointOn(drawn, shareOfNumber(drawn.side, value), all))
}

/** Point at a share of a side in the direction of its numbers, whichever way its line was drawn. */
function pointOn(drawn: DrawnSide, share: number, street: readonly DrawnSide[]): GridPoint {
  const { lines, side } = drawn
  if (!isDrawnBackwards(drawn, street)) return offsetPoint(lines, share, side.side)
  return offsetPoint(lines, 1 - share, side.side === 'left' ? 'right' : 'left')
}

/**
 * A number within this difference of a known one on its side is most likely on the same stretch.
 */
const NUMBERS_APART_MAX = 20

/**
 * Estimates the point of a number that no table has: between two known houses on its side of the
 * street, at the nearest of them, or at the nearest end of a numbered side. Null where none is
 * near.
 */
export function pointNearKnown(packs: Packs, street: KnownStreet, value: number): GridPoint | null {
  const pack = packs.get('addresses')
  let below: { value: number; point: GridPoint } | null = null
  let above: { value: number; point: GridPoint } | null = null
  const rows = pack ? pack.rowsOf('street_id', street.record.street_id as string) : []
  for (const row of rows) {
    const known = pack!.value(row, 'number_value') as number
    // The house 12 for 12b, whose part b is not known.
    if (known === value) return pack!.point(row)
    if (known % 2 !== value % 2 || Math.abs(known - value) > NUMBERS_APART_MAX) continue
    if (known < value && known > (below?.value ?? 0))
      below = { value: known, point: pack!.point(row) }
    if (known > value && known < (above?.value ?? Number.POSITIVE_INFINITY))
      above = { value: known, point: pack!.point(row) }
  }
  if (below && above) {
    const share = (value - below.value) / (above.value - below.value)
    const [x, y] = [0, 1].map((axis) =>
      Math.round(below.point[axis] + (above.point[axis] - below.point[axis]) * share),
    )
    return [x, y]
  }
  return (below ?? above)?.point ?? nearestEnd(packs, street, value)
}

function nearestEnd(packs: Packs, street: KnownStreet, value: number): GridPoint | null {
  let best: GridPoint | null = null
  let least = NUMBERS_APART_MAX + 1
  const all = sidesOf(packs, street)
  for (const drawn of all) {
    const { from_number, to_number, parity } = drawn.side
    if (parity !== 'both' && (value % 2 === 1) !== (parity === 'odd')) continue
    for (const [end, share] of [
      [from_number, 0],
      [to_number, 1],
    ]) {
      if (Math.abs(end - value) >= least) continue
      least = Math.abs(end - value)
      best = pointOn(drawn, share, all)
    }
  }
  return best
}
