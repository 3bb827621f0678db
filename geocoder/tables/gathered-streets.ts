import type { GridPoint } from '../../geometry/grid-point.ts'
import { countyAt, zipAt } from '../../lookup/located-county.ts'
import type { Packs } from '../../lookup/location-lookup.ts'
import { round } from '../../values/round.ts'
import { cityKeyOf } from '../parsing/address-reading.ts'
import { baseKeyOf, parseStreetName, streetKeyOf, wholeKeyOf } from '../parsing/street-name.ts'
import { type GatheredRow, type StreetOfPlace, squeezed, streetOf } from './gathered-addresses.ts'
import { Spread } from './spread.ts'
import { Votes } from './votes.ts'
import { writtenPlaceOf } from './written-place.ts'

/** Counts of one street while its rows are read. */
class StreetTally {
  readonly of: StreetOfPlace
  readonly spread = new Spread()
  readonly names = new Votes()
  readonly cities = new Votes()
  addresses = 0
  ranges = 0
  lowest = Number.POSITIVE_INFINITY
  highest = 0

  constructor(of: StreetOfPlace) {
    this.of = of
  }

  numbered(from: number, to: number): void {
    this.lowest = Math.min(this.lowest, from, to)
    this.highest = Math.max(this.highest, from, to)
  }
}

/**
 * Keys of all cities: the post towns of one ZIP code differ between sources, and people write each.
 */
function cityKeysOf(cities: Votes): string | null {
  const keys = new Set([...cities.all].map((city) => cityKeyOf(city)))
  return keys.size > 0 ? [...keys].sort().join('|') : null
}

/** Gathers the streets that addresses and ranges name. */
export class GatheredStreets {
  private readonly tallies = new Map<string, StreetTally>()

  addAddress(of: StreetOfPlace, name: string, number: number, point: GridPoint): void {
    const tally = this.tallyOf(of, name)
    tally.addresses++
    tally.numbered(number, number)
    tally.spread.add(point)
  }

  /** Adds every numbered side of a stretch in the build. */
  addRanges(packs: Packs): void {
    const pack = packs.get('street_ranges')
    for (let row = 0; row < (pack?.rows ?? 0); row++) {
      const record = pack!.row(row)
      const name = squeezed(record.street as string)
      const street = parseStreetName(name)
      if (!street) continue
      const tally = this.tallyOf(streetOf(street, writtenPlaceOf(record)), name)
      tally.ranges++
      tally.numbered(record.from_number as number, record.to_number as number)
      const { coords } = pack!.lines(row)
      for (let i = 0; i < coords.length; i += 2) tally.spread.add([coords[i], coords[i + 1]])
    }
  }

  private tallyOf(of: StreetOfPlace, name: string): StreetTally {
    let tally = this.tallies.get(of.street_id)
    if (!tally) {
      tally = new StreetTally(of)
      this.tallies.set(of.street_id, tally)
    }
    tally.names.add(name)
    if (of.city !== null) tally.cities.add(of.city)
    return tally
  }

  *rows(packs: Packs): Generator<GatheredRow> {
    for (const [street_id, tally] of this.tallies) {
      const { of, spread } = tally
      const point = spread.point
      yield {
        point,
        values: {
          street_id,
          base_key: baseKeyOf(of.street),
          whole_key: wholeKeyOf(of.street),
          street_key: streetKeyOf(of.street),
          name: tally.names.most!,
          city: tally.cities.most,
          city_keys: cityKeysOf(tally.cities),
          state: of.state,
          zip: of.zip,
          county_name: countyAt(packs, ...point, null)?.name ?? null,
          zcta: zipAt(packs, ...point),
          address_count: tally.addresses,
          range_count: tally.ranges,
          lowest_number: tally.highest > 0 ? tally.lowest : null,
          highest_number: tally.highest > 0 ? tally.highest : null,
          radius_m: round(spread.radius_m, 1),
        },
      }
    }
  }
}
