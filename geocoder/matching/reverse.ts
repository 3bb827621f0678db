import { LRUCache } from 'lru-cache'
import { distanceM } from '../../geometry/distance.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import type { Packs } from '../../lookup/location-lookup.ts'
import { writtenPlaceOf } from '../tables/written-place.ts'
import { formatAddress } from './formatted-address.ts'
import type { GeocodedAddress } from './geocoded.ts'
import type { Geocoder } from './geocoder.ts'
import { SAME_PLACE_M } from './house-search.ts'
import { type NumberedSide, numberAtShare } from './interpolation.ts'

/** An address farther from the point than this belongs to another location. */
export const REVERSE_MAX_M = 100
/** Addresses that are tried, the nearest first: an ambiguous one cannot be looked up again. */
const TRIED_MAX = 5

/** Addresses whose look-up is cached for each geocoder: 2 MB. */
const CACHED_MAX = 4_096

/** What the look-up of an address found, null for nothing that is a house. */
interface LookedUp {
  found: GeocodedAddress | null
}
const lookedUp = new WeakMap<Geocoder, LRUCache<string, LookedUp>>()

/** The address of a point, and its distance from there. */
export type NearestAddress = GeocodedAddress & { distance_m: number }

/**
 * Finds the address of a point: that of its parcel where the roll names one, else the nearest
 * within `REVERSE_MAX_M`, else a number interpolated on the nearest street. A lookup of the
 * returned address finds the same place; null where no address does.
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
    const record = pack!.row(row)
    const house = {
      number: record.number as string,
      street: record.street as string,
      ...writtenPlaceOf(record),
    }
    const whole = formatAddress({ ...house, unit: record.unit as string | null })
    // Where the unit cannot be looked up, the address is that of the building, not of the house
    // next door.
    for (const formatted of new Set([whole, formatAddress(house)])) {
      const found = confirmed(geocoder, formatted, pack!.point(row))
      if (found) return { ...found, distance_m: distanceM([x, y], found.point) }
    }
  }
  // Where the lot's own address is ambiguous there is none: the next lot's address is not its own.
  return own.length > 0 ? null : onStreet(packs, geocoder, [x, y])
}

/** Looks the address up again; null unless that finds the same place. */
function confirmed(
  geocoder: Geocoder,
  formatted: string,
  point: GridPoint,
): GeocodedAddress | null {
  const { found } = lookUpsOf(geocoder).memo(formatted)
  return found && distanceM(found.point, point) <= SAME_PLACE_M ? found : null
}

function lookUpsOf(geocoder: Geocoder): LRUCache<string, LookedUp> {
  const known = lookedUp.get(geocoder)
  if (known) return known
  const memoMethod = (formatted: string) => lookUp(geocoder, formatted)
  const cached = new LRUCache<string, LookedUp>({ max: CACHED_MAX, memoMethod })
  lookedUp.set(geocoder, cached)
  return cached
}

function lookUp(geocoder: Geocoder, formatted: string): LookedUp {
  const answer = geocoder.resolve(formatted)
  if (!('found' in answer) || answer.found.precision === 'place') return { found: null }
  const { note: _, ...found } = answer.found
  return { found }
}

function onStreet(packs: Packs, geocoder: Geocoder, [x, y]: GridPoint): NearestAddress | null {
  const pack = packs.get('street_ranges')
  if (!pack) return null
  const near = pack.linesNear(x, y, REVERSE_MAX_M)
  // Both sides of a stretch are one line: the side on which the point lies comes first.
  const isOnSide = (row: number, side: string) => pack.value(row, 'side') === side
  const sides = near
    .map((each) => ({ ...each, isOnSide: isOnSide(each.row, each.side) }))
    .sort(
      (a, b) =>
        Math.round(a.distance_m) - Math.round(b.distance_m) ||
        Number(b.isOnSide) - Number(a.isOnSide) ||
        a.row - b.row,
    )
  for (const { row, share, distance_m, point } of sides.slice(0, TRIED_MAX)) {
    const record = pack.row(row)
    const side = record as unknown as NumberedSide
    // A line may be drawn against its numbers: of both numbers the one whose point is nearer is
    // right.
    const found = [share, 1 - share]
      .map((each) =>
        formatAddress({
          number: `${numberAtShare(side, each)}`,
          street: record.street as string,
          ...writtenPlaceOf(record),
        }),
      )
      .flatMap((formatted) => confirmed(geocoder, formatted, point) ?? [])
      .sort((a, b) => distanceM(a.point, [x, y]) - distanceM(b.point, [x, y]))
    if (found.length > 0) return { ...found[0], distance_m }
  }
  return null
}
