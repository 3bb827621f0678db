import { distanceM } from '../../geometry/distance.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import type { Packs } from '../../lookup/location-lookup.ts'
import { writtenPlaceOf } from '../tables/written-place.ts'
import { formatAddress } from './formatted-address.ts'
import type { GeocodedAddress } from './geocoded.ts'
import type { Geocoder } from './geocoder.ts'
import { SAME_PLACE_M } from './house-search.ts'
import { type NumberedSide, numberAtShare } from './interpolation.ts'

/** An address farther from the spot than this is another spot's. */
export const REVERSE_MAX_M = 100
/** Addresses tried, the nearest first: one that is not told apart from another cannot be asked for. */
const TRIED_MAX = 5

/** The address of a spot, and how far it is from there. */
export type NearestAddress = GeocodedAddress & { distance_m: number }

/**
 * The address of a spot: that of its parcel where the roll names one, else the nearest within
 * `REVERSE_MAX_M`, else a number interpolated on the nearest street. What is answered finds the same
 * place when it is asked for; null where nothing does.
 */
export function addressAt(
  packs: Packs,
  geocoder: Geocoder,
  [x, y]: GridPoint,
  parcel_key: string | null,
): NearestAddress | null {
  const pack = packs.get('addresses')
  const own = pack && parcel_key !== null ? pack.rowsOf('parcel_key', parcel_key) : []
  const near = own.length > 0 ? [] : (pack?.rowsNear(x, y, REVERSE_MAX_M) ?? [])
  for (const row of [...own, ...near.map(({ row }) => row)].slice(0, TRIED_MAX)) {
    const told = pack!.row(row)
    const house = {
      number: told.number as string,
      street: told.street as string,
      ...writtenPlaceOf(told),
    }
    const whole = formatAddress({ ...house, unit: told.unit as string | null })
    // A unit that nobody could ask for leaves the building, not the house next door.
    for (const formatted of new Set([whole, formatAddress(house)])) {
      const found = confirmed(geocoder, formatted, pack!.point(row))
      if (found) return { ...found, distance_m: distanceM([x, y], found.point) }
    }
  }
  // A lot whose own address means another lot too has none to ask for: the next lot's is not its.
  return own.length > 0 ? null : onStreet(packs, geocoder, [x, y])
}

/** The address again as asking for it answers it, where that is the same place. */
function confirmed(
  geocoder: Geocoder,
  formatted: string,
  point: GridPoint,
): GeocodedAddress | null {
  const answer = geocoder.resolve(formatted)
  if (!('found' in answer) || answer.found.precision === 'place') return null
  const { note: _, ...found } = answer.found
  return distanceM(found.point, point) <= SAME_PLACE_M ? found : null
}

function onStreet(packs: Packs, geocoder: Geocoder, [x, y]: GridPoint): NearestAddress | null {
  const pack = packs.get('street_ranges')
  if (!pack) return null
  const near = pack.linesNear(x, y, REVERSE_MAX_M)
  // Both sides of a stretch are one line: the side on which the spot lies comes first.
  const isBeside = (row: number, side: string) => pack.value(row, 'side') === side
  const sides = near
    .map((each) => ({ ...each, beside: isBeside(each.row, each.side) }))
    .sort(
      (a, b) =>
        Math.round(a.distance_m) - Math.round(b.distance_m) ||
        Number(b.beside) - Number(a.beside) ||
        a.row - b.row,
    )
  for (const { row, share, distance_m, point } of sides.slice(0, TRIED_MAX)) {
    const told = pack.row(row)
    const side = told as unknown as NumberedSide
    // A line may be drawn against its numbers: the number is that whose own place is nearer.
    const found = [share, 1 - share]
      .map((each) =>
        formatAddress({
          number: `${numberAtShare(side, each)}`,
          street: told.street as string,
          ...writtenPlaceOf(told),
        }),
      )
      .flatMap((formatted) => confirmed(geocoder, formatted, point) ?? [])
      .sort((a, b) => distanceM(a.point, [x, y]) - distanceM(b.point, [x, y]))
    if (found.length > 0) return { ...found[0], distance_m }
  }
  return null
}
