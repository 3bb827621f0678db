import { anchorOf } from '../../geometry/anchor.ts'
import { distanceM } from '../../geometry/distance.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import { boundsOf } from '../../geometry/polygons.ts'
import type { LocatedCounty } from '../../layers/location.ts'
import { countyAt } from '../../lookup/located-county.ts'
import type { Packs } from '../../lookup/location-lookup.ts'
import { round } from '../../values/round.ts'
import { postalCodeOf } from '../../values/state-codes.ts'
import { cityKeyOf } from '../parsing/address-reading.ts'
import type { GatheredRow } from './gathered-addresses.ts'
import type { LocalityKind } from './lookup-tables.ts'
import { Spread } from './spread.ts'
import { Votes } from './votes.ts'
import type { WrittenPlace } from './written-place.ts'
import { stateOfZip } from './zip-states.ts'

interface KindRules {
  /** Key that names of the kind are compared by. */
  keyOf(name: string): string
  /** Whether a name is unique only within its state. */
  isOfState: boolean
  /** State of a locality whose sources name none. */
  stateWithin(key: string, county: LocatedCounty | null): string | null
  /** Whether rows name the county of their point. */
  hasCounty: boolean
}

const NAMED_IN_STATE = { keyOf: cityKeyOf, isOfState: true, stateWithin: () => null }
const KINDS: Record<LocalityKind, KindRules> = {
  place: { ...NAMED_IN_STATE, hasCounty: true },
  county: { ...NAMED_IN_STATE, hasCounty: false },
  zip: {
    keyOf: (name) => name,
    isOfState: false,
    // The prefix of a ZIP code names its state; a point near the state's line may lie beyond it.
    stateWithin: (key, county) => stateOfZip(key) ?? stateOf(county),
    hasCounty: true,
  },
}

interface Locality {
  kind: LocalityKind
  key: string
  names: Votes
  state: string | null
  /** Cities that are named with a ZIP code, in the spelling of `cityKeyOf`. */
  cities: Set<string>
  /** Spread of the addresses that name the locality. */
  spread: Spread
  /** Point and size from the table that draws the locality; null where none does. */
  drawn: { origin: string; point: GridPoint; radius_m: number } | null
}

/** Gathers the places that addresses name, and those that tables of the build draw. */
export class GatheredLocalities {
  private readonly known = new Map<string, Locality>()

  addAddress({ city, state, zip }: WrittenPlace, point: GridPoint): void {
    if (city !== null) this.named('place', city, state).spread.add(point)
    if (zip === null) return
    const locality = this.named('zip', zip, state)
    locality.spread.add(point)
    if (city !== null) locality.cities.add(cityKeyOf(city))
  }

  /** Adds the places, counties and ZIP codes of the build's own tables, the better table first. */
  addTables(packs: Packs): void {
    this.addPolygons(packs, 'places', 'place', 'name')
    this.addPolygons(packs, 'counties', 'county', 'name')
    const zips = packs.get('zip_points')
    for (let row = 0; row < (zips?.rows ?? 0); row++) {
      const state = zips!.value(row, 'state') as string | null
      const locality = this.named('zip', zips!.value(row, 'zip') as string, state)
      locality.drawn ??= { origin: 'zip_points', point: zips!.point(row), radius_m: 0 }
    }
    this.addPolygons(packs, 'zctas', 'zip', 'zcta')
  }

  private addPolygons(packs: Packs, table: string, kind: LocalityKind, column: string): void {
    const pack = packs.get(table)
    for (let row = 0; row < (pack?.rows ?? 0); row++) {
      const record = pack!.row(row)
      const locality = this.named(
        kind,
        record[column] as string,
        (record.state as string | undefined) ?? null,
      )
      const polygons = pack!.polygons(row)
      const [west, south, east, north] = boundsOf(polygons)
      const radius_m = distanceM([west, south], [east, north]) / 2
      // A place in several pieces or editions is represented by the largest.
      if (locality.drawn && locality.drawn.radius_m >= radius_m) continue
      if (locality.drawn && locality.drawn.origin !== table) continue
      locality.drawn = { origin: table, point: anchorOf(polygons), radius_m }
    }
  }

  /** The locality of a name: a ZIP code is unique, a name is unique within its state. */
  private named(kind: LocalityKind, name: string, state: string | null): Locality {
    const { keyOf, isOfState } = KINDS[kind]
    const key = keyOf(name)
    const id = isOfState ? `${kind} ${state ?? ''} ${key}` : `${kind} ${key}`
    let locality = this.known.get(id)
    if (!locality) {
      const names = new Votes()
      locality = { kind, key, names, state, cities: new Set(), spread: new Spread(), drawn: null }
      this.known.set(id, locality)
    }
    locality.state ??= state
    locality.names.add(name)
    return locality
  }

  *rows(packs: Packs): Generator<GatheredRow> {
    for (const [id, { kind, key, names, cities, spread, drawn, ...of }] of this.known) {
      const point = drawn?.point ?? spread.point
      const county = countyAt(packs, ...point, null)
      const { stateWithin, hasCounty } = KINDS[kind]
      const state = of.state ?? stateWithin(key, county)
      yield {
        point,
        values: {
          locality_id: id,
          kind,
          name_key: key,
          name: names.most!,
          state,
          county_name: hasCounty ? (county?.name ?? null) : null,
          city_keys: cities.size > 0 ? [...cities].sort().join('|') : null,
          origin: drawn?.origin ?? 'addresses',
          address_count: spread.count,
          radius_m: round(drawn?.radius_m ?? spread.radius_m, 1),
        },
      }
    }
  }
}

function stateOf(county: LocatedCounty | null): string | null {
  return county && postalCodeOf(county.fips)
}
