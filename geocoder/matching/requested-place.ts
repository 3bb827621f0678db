import { distanceM } from '../../geometry/distance.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import type { LocatedCounty } from '../../layers/location.ts'
import { countyAt, zipAt } from '../../lookup/located-county.ts'
import type { Packs } from '../../lookup/location-lookup.ts'
import { postalCodeOf } from '../../values/state-codes.ts'
import type { AddressReading } from '../parsing/address-reading.ts'
import { isSpelledLike } from '../parsing/misspelling.ts'
import { stateOfZip } from '../tables/zip-states.ts'
import { knownStreet } from './known-street.ts'
import type { KnownPlace } from './penalties.ts'
import { FICTIONAL_STATE } from './place-search.ts'

/**
 * Largest distance of a house from the point of a ZIP code that its own source does not name,
 * metres. Of 3,587 business addresses in Florida 99.1 % lie within it of the point of their own ZIP
 * code.
 */
const ZIP_REACH_M = 15_000
/**
 * Largest amount by which another ZIP code's point may be nearer than the requested one's, where no
 * city agrees either and the house is farther from the requested point than any other ZIP code's
 * point is, metres. Measured by points of ZIP codes and houses of towns: all of Forest City's
 * houses pass for their own 28043, all of Bangor's for 04401, and 96.7 % of Florida's businesses
 * for theirs. Of Forest City's houses 61 % pass for 28160 (Spindale, which adjoins), 4 % for 28019
 * and 28040, none for 28139 (Rutherfordton); of Bangor's 88 % pass for 04412 (Brewer, across the
 * river).
 */
const NEARER_ZIP_M = 3_000
/** Largest distance of a house beyond the known extent of its place, metres. */
const PLACE_MARGIN_M = 1_000
/** A house within this distance beyond a known town is in it or in the next known town, metres. */
const TOWN_MARGIN_M = 3_000
/**
 * A house without a stated place takes the place of an address within this distance, metres: a lot
 * of 25 ha.
 */
const NEIGHBOUR_M = 500

interface Named {
  name: string
  point: GridPoint
  radius_m: number
  county: LocatedCounty | null
  cities: string | null
}

/**
 * The city, state and ZIP code of one request, compared with houses. A house number and a street
 * exist in many towns: one that lies elsewhere than requested is another house.
 */
export class RequestedPlace {
  private readonly packs: Packs
  private readonly requested: Pick<AddressReading, 'city' | 'state' | 'zip'>
  private zips: Named[] | null = null
  private places: Named[] | null = null

  constructor(packs: Packs, { city, state, zip }: RequestedPlace['requested']) {
    this.packs = packs
    this.requested = { city, state, zip }
  }

  /** Whether the city or the ZIP code of the house is the requested one. */
  isNamedBy(known: KnownPlace): boolean {
    return this.isCityOf(known) || this.isZipOf(known)
  }

  /**
   * Describes why a house is not in the requested place, as the end of a sentence: `is in
   * Rutherford County, and 28150 in Cleveland County`. Null where nothing in the build contradicts
   * the request.
   */
  mismatch(point: GridPoint, stated: KnownPlace): string | null {
    const { city, state, zip } = this.requested
    if (city === null && state === null && zip === null) return null
    const isPlaced =
      (city === null && zip === null) || stated.cities !== null || stated.zip !== null
    const known = isPlaced ? stated : (this.placeOfNeighbour(point) ?? stated)
    const county = countyAt(this.packs, ...point, null)
    const ownState = known.state ?? (county && postalCodeOf(county.fips))
    if (state && ownState && state !== ownState) return `is in ${ownState}, not in ${state}`
    const isCity = this.isCityOf(known)
    const own = { ...known, zcta: known.zip ?? zipAt(this.packs, ...point) ?? known.zcta }
    const isZip = this.isZipOf(own)
    return (
      (zip === null || isZip
        ? null
        : this.zipMismatch(zip, point, county, ownState, known, isCity)) ??
      (city === null || isCity ? null : this.cityMismatch(city, point, county, known, isZip))
    )
  }

  /**
   * Finds the place of the nearest address whose source names one, within `NEIGHBOUR_M`: a roll
   * without cities lists houses that another file lists with theirs.
   */
  private placeOfNeighbour([x, y]: GridPoint): KnownPlace | null {
    const [addresses, streets] = ['addresses', 'streets'].map((name) => this.packs.get(name))
    if (!addresses || !streets) return null
    const named = addresses
      .rowsNear(x, y, NEIGHBOUR_M)
      .find(({ row }) => ['city', 'zip'].some((column) => addresses.value(row, column) !== null))
    if (!named) return null
    const street = streets.rowOfKey(addresses.value(named.row, 'street_id') as string)
    return street === null ? null : knownStreet(streets, street).place
  }

  private isCityOf({ cities }: KnownPlace): boolean {
    const { city } = this.requested
    return city !== null && (cities?.includes(city) ?? false)
  }

  private isZipOf({ zip, zcta }: KnownPlace): boolean {
    return this.requested.zip !== null && this.requested.zip === (zip ?? zcta)
  }

  /** Describes a mismatch where the source of the house names another ZIP code, or none. */
  private zipMismatch(
    zip: string,
    point: GridPoint,
    county: LocatedCounty | null,
    ownState: string | null,
    known: KnownPlace,
    isCity: boolean,
  ): string | null {
    const zipState = stateOfZip(zip)
    if (zipState && ownState && ownState !== FICTIONAL_STATE && zipState !== ownState)
      return `is in ${ownState}, and ${zip} is a ZIP code of ${zipState}`
    if (known.zip !== null && !isCity) return `has ZIP code ${known.zip}`
    const [named] = this.zipsNamed(zip)
    if (!named) return isCity ? null : `has no ZIP code in its source, and ${zip} is not known`
    if (isOtherCounty(county, named.county))
      return `is in ${county!.name}, and ${zip} in ${named.county!.name}`
    const { city } = this.requested
    const cities = citiesOf([named])
    if (isCity && cities.length > 0 && !cities.includes(city!))
      return `has another ZIP code, and no address with ${zip} is in that city`
    const reach = distanceM(point, named.point)
    const away = `is ${km(reach)} from the point that stands for ${zip}`
    if (reach > ZIP_REACH_M) return away
    const isAround =
      isCity || this.cityPlaces().some((place) => beyondM(place, point) <= PLACE_MARGIN_M)
    const isNearer = this.hasZip(point, reach - NEARER_ZIP_M)
    if (isAround || !isNearer || !this.hasZip(named.point, reach, zip)) return null
    return `${away}, with another much nearer`
  }

  /** Whether the house is in or near any known town. */
  private isAroundTown([x, y]: GridPoint): boolean {
    const pack = this.packs.get('localities')!
    return pack.rowsNear(x, y, ZIP_REACH_M).some(({ row, distance_m }) => {
      const { kind, radius_m } = pack.row(row)
      return kind === 'place' && distance_m - (radius_m as number) <= TOWN_MARGIN_M
    })
  }

  /** Whether the point of any ZIP code, except one, lies within the radius. */
  private hasZip([x, y]: GridPoint, radius_m: number, except?: string): boolean {
    const pack = this.packs.get('localities')
    if (!pack || radius_m <= 0) return false
    return pack
      .rowsNear(x, y, radius_m)
      .some(({ row }) => pack.value(row, 'kind') === 'zip' && pack.value(row, 'name') !== except)
  }

  /** Describes a mismatch where the source of the house names another city, or none. */
  private cityMismatch(
    city: string,
    point: GridPoint,
    county: LocatedCounty | null,
    { cities, zip: ownZip }: KnownPlace,
    isZip: boolean,
  ): string | null {
    const { zip } = this.requested
    const places = this.cityPlaces()
    const counties = places.length > 0 ? [] : this.named(city, ['county'])
    if (cities !== null && counties.length === 0) {
      // Post towns and municipalities share ZIP codes: all that addresses name with it are valid.
      const names = zip === null || !isZip ? [] : citiesOf(this.zipsNamed(zip))
      const isName = [...names, ...cities].some(
        (name) => name === city || isSpelledLike(city, name),
      )
      return isName ? null : `is in ${this.cityNames(cities)}`
    }
    if (isZip) return null
    const named =
      ownZip === null || counties.length > 0 ? [] : citiesOf(this.named(ownZip, ['zip']))
    if (named.length > 0)
      return named.includes(city) ? null : `has ZIP code ${ownZip}, with which none is in that city`
    const found = [...places, ...counties]
    if (found.length === 0) {
      if (zip === null) return 'has no city or ZIP code in its source'
      // Where no town is known, an unknown one contradicts nothing: the ZIP code was compared.
      return this.isAroundTown(point)
        ? 'has no city in its source, and the requested one is not known'
        : null
    }
    const inCounty = found.filter((place) => !isOtherCounty(county, place.county))
    if (inCounty.length === 0)
      return `is in ${county!.name}, and the requested place in ${found[0].county!.name}`
    const beyond = Math.min(...inCounty.map((place) => beyondM(place, point)))
    // A compared ZIP code is the finer of the two.
    if (places.length === 0 || zip !== null || beyond <= PLACE_MARGIN_M) return null
    return `is ${km(beyond)} beyond all that is known of the requested place`
  }

  /** Names the cities of a house that is not in the requested one, as the build writes them. */
  private cityNames(keys: readonly string[]): string {
    const names = keys.flatMap((key) => this.named(key, ['place']).slice(0, 1))
    if (names.length === 0) return 'another city'
    return `${names.map(({ name }) => name).join(' or ')}, not in the requested city`
  }

  /** Finds the known places with the name of the requested city. */
  private cityPlaces(): Named[] {
    const { city } = this.requested
    this.places ??= city === null ? [] : this.named(city, ['place'])
    return this.places
  }

  private zipsNamed(zip: string): Named[] {
    this.zips ??= this.named(zip, ['zip'])
    return this.zips
  }

  private named(key: string, kinds: readonly string[]): Named[] {
    const pack = this.packs.get('localities')
    const { state } = this.requested
    return (pack?.rowsOf('name_key', key) ?? []).flatMap((row) => {
      const { kind, name, radius_m, city_keys, state: ownState } = pack!.row(row)
      if (!kinds.includes(kind as string)) return []
      if (kind !== 'zip' && state !== null && ownState !== null && state !== ownState) return []
      const point = pack!.point(row)
      const county = countyAt(this.packs, ...point, null)
      const cities = city_keys as string | null
      return [{ name: name as string, point, radius_m: radius_m as number, county, cities }]
    })
  }
}

function citiesOf(zips: readonly Named[]): string[] {
  return zips.flatMap(({ cities }) => cities?.split('|') ?? [])
}

function isOtherCounty(own: LocatedCounty | null, other: LocatedCounty | null): boolean {
  if (!own || !other || own.fips === other.fips) return false
  return !own.counterparts.includes(other.fips)
}

/** Metres from the known extent of a place to a house; negative inside of it. */
function beyondM({ point, radius_m }: Named, house: GridPoint): number {
  return distanceM(house, point) - radius_m
}

function km(distance_m: number): string {
  return `${Math.max(1, Math.round(distance_m / 1_000))} km`
}
