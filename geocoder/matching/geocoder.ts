import { GRID } from '../../geometry/polygons.ts'
import type { Packs } from '../../lookup/location-lookup.ts'
import type { Pack } from '../../packs/pack-reader.ts'
import { type AddressReading, cityKeyOf, parseAddress } from '../parsing/address-reading.ts'
import { type HouseNumber, lettered } from '../parsing/house-number.ts'
import { isMisspelled } from '../parsing/misspelling.ts'
import { baseKeyOf, parseUntyped, type StreetName } from '../parsing/street-name.ts'
import { tokenize } from '../parsing/tokens.ts'
import { differenceNote } from './difference-note.ts'
import type { GeocodedAddress, GeocodeResult, Precision, Within } from './geocoded.ts'
import { housesAt, pointNearKnown, sidesWith } from './house-search.ts'
import { type KnownStreet, knownStreet } from './known-street.ts'
import {
  type Candidate,
  type ComparedStreet,
  compare,
  type Matches,
  type RefusedHouse,
  type StreetReading,
  type StreetWithoutNumber,
} from './matches.ts'
import { hasDirectional, type KnownPlace, PENALTY_MAX, TYPE_OTHER } from './penalties.ts'
import { placesNamed, stateConflict } from './place-search.ts'
import { RequestedPlace } from './requested-place.ts'
import { isShort } from './short-street.ts'
import { differentPlaces, knownNumbers, middleOf, onStreet, withNotes } from './street-answers.ts'

/** City and ZIP code of a request, as `SearchIndex` looks for them. */
export type SearchedPlace = Pick<AddressReading, 'cityTokens' | 'zip'>

/** Finds similar spellings of a name that no street has. */
export interface SimilarStreets {
  /** Finds rows of `streets`; none where there are too many to choose from. */
  similar(words: readonly string[], place: SearchedPlace): number[]
}

/** Most candidates that are returned for an ambiguous address. */
const CANDIDATES_MAX = 5
/** Most streets with one name that are compared with one reading: Main St in a large state. */
const STREETS_MAX = 5_000

/** Penalties of a number, a unit and a spelling, added to those of `penalties.ts`. */
const NUMBER_INTERPOLATED = 1
const NUMBER_BETWEEN = 2
const UNIT_UNKNOWN = 1
const SPELLING = 3

const SPELLED_AS_KNOWN =
  'No street is spelled as requested: this is the one with the most similar spelling.'

/** Whether a point for a house is inferred from its neighbours on the street. */
const IS_INFERRED: Record<Precision, boolean> = { rooftop: false, street: true, place: false }

/** Finds the address or place that a line of text names in the tables of a build. */
export class Geocoder {
  private readonly packs: Packs
  private readonly spelling: SimilarStreets | null

  constructor(packs: Packs, spelling: SimilarStreets | null = null) {
    this.packs = packs
    this.spelling = spelling
  }

  /**
   * Resolves a text to one address or place. Of several that match equally well none is chosen, and
   * all are returned: a guess could return another house's flood zone. With `isSearched` the build
   * has no other place than those whose point is in that area.
   */
  resolve(text: string, isSearched: Within = () => true): GeocodeResult {
    const readings = parseAddress(text)
    const matches: Matches = {
      isSearched,
      compared: [],
      count: 0,
      settled: Number.POSITIVE_INFINITY,
      candidates: [],
      refusedHouses: [],
      streetsWithoutNumber: [],
      isCrowded: false,
    }
    const { refusedHouses, streetsWithoutNumber } = matches
    for (const reading of readings) this.collect(reading, matches)
    if (matches.isCrowded) return TOO_MANY
    this.tryCompared(matches)
    if (matches.candidates.length + streetsWithoutNumber.length === 0) {
      this.collectSimilar(readings, matches)
      this.tryCompared(matches)
    }
    // A street with the requested name is preferred to one of another type that has the number.
    const closest = Math.min(...streetsWithoutNumber.map(({ byName }) => byName))
    // A street that is less similar to the request than a refused house is not the requested one.
    const refused = Math.min(...refusedHouses.map(({ penalty }) => penalty))
    const candidates: Candidate[] = matches.candidates.filter(
      ({ byName, inferred }) =>
        (byName < TYPE_OTHER || byName <= closest) && (inferred === null || inferred <= refused),
    )
    for (const reading of readings)
      if (reading.street === null)
        for (const found of this.placesIn(reading, isSearched))
          candidates.push({ penalty: 0, found: withNotes(found, [stateConflict(reading)]) })
    const best = Math.min(...candidates.map(({ penalty }) => penalty))
    if (best <= PENALTY_MAX) {
      const tied = candidates.filter(({ penalty }) => penalty === best).map(({ found }) => found)
      const places = differentPlaces(tied)
      return places.length === 1 ? { found: places[0] } : ambiguous(places)
    }
    const closer = streetsWithoutNumber.filter(({ penalty }) => penalty < refused)
    return (
      contradicting(refusedHouses) ??
      onShortStreet(closer) ??
      unknownNumber(closer) ??
      this.placeOf(readings, refusedHouses, isSearched)
    )
  }

  private collect(reading: AddressReading, matches: Matches): void {
    const exact = new Set<number>()
    for (const each of streetReadings(reading)) this.compareNamed(each, exact, matches)
  }

  /** Compares the streets of one name; of `exact` are those that another reading has as written. */
  private compareNamed(reading: StreetReading, exact: Set<number>, matches: Matches): void {
    const pack = this.packs.get('streets')
    if (!pack) return
    const requested = new RequestedPlace(this.packs, reading)
    const base = baseKeyOf(reading.street)
    let rows = pack.rowsOf('base_key', base)
    const isPlaced = reading.city !== null || reading.zip !== null
    if (isPlaced && rows.length > STREETS_MAX)
      rows = rows.filter((row) => isInRequestedPlace(reading, pack, row))
    const tryAll = (streets: readonly KnownStreet[]) => {
      const isNamesake = namesakes(reading.street, streets)
      for (const street of streets)
        if (!isNamesake(street)) compare({ reading, requested, street, extra: 0 }, exact, matches)
    }
    if (rows.length > STREETS_MAX) matches.isCrowded = true
    else tryAll(rows.map((row) => knownStreet(pack, row)))
    // Sunny Hollow Pl, where the street is known as Sunny Hollow, whose last word reads as a type.
    const turned = pack.rowsOf('whole_key', base)
    if (turned.length > STREETS_MAX) return
    tryAll(
      turned.flatMap((row) => {
        const street = knownStreet(pack, row)
        const name = parseUntyped(tokenize(street.record.name as string))
        return name ? [{ ...street, name }] : []
      }),
    )
  }

  /** Compares an unknown name with known ones of similar spelling. */
  private collectSimilar(readings: readonly AddressReading[], matches: Matches): void {
    const pack = this.packs.get('streets')
    if (!this.spelling || !pack) return
    for (const reading of readings) {
      const exact = new Set<number>()
      // Without a number the name may be an unknown town: Portland is not Cortland Cir.
      if (!reading.street || reading.number === null) continue
      const requested = new RequestedPlace(this.packs, reading)
      const written = reading.streetTokens
      for (const row of this.spelling.similar(written, reading)) {
        const known = knownStreet(pack, row)
        const words = tokenize(known.record.name as string)
        for (const typed of streetReadings(reading))
          if (isMisspelled({ name: typed.street, words: written }, { name: known.name, words }))
            compare({ reading: typed, requested, street: known, extra: SPELLING }, exact, matches)
      }
    }
  }

  /**
   * Looks the number up on the compared streets, the most similar ones first, and ends where no
   * other can be the answer: each lookup reads many rows.
   */
  private tryCompared(matches: Matches): void {
    const { compared, candidates, refusedHouses, streetsWithoutNumber } = matches
    for (const street of compared.splice(0).sort((a, b) => a.penalty - b.penalty)) {
      if (street.penalty > matches.settled) break
      this.tryStreet(street, matches)
    }
    for (const found of [candidates, refusedHouses, streetsWithoutNumber])
      found.sort((a, b) => a.order - b.order)
  }

  private tryStreet(compared: ComparedStreet, matches: Matches): void {
    const { order, reading, requested, street, byName, penalty, isRespelled } = compared
    const { candidates, refusedHouses, streetsWithoutNumber, isSearched } = matches
    const { number } = reading
    const found =
      number === null
        ? [{ penalty: 0, found: middleOf(street) }]
        : this.numbered(street, number, reading.unit)
    const notes = [isRespelled ? SPELLED_AS_KNOWN : null, differenceNote(reading, street)]
    const isHere = found.length === 0 && isSearched(street.point)
    if (number !== null && isHere && !requested.mismatch(street.point, street.place))
      streetsWithoutNumber.push({ order, byName, penalty, number, street, notes })
    for (const each of found) {
      if (!isSearched(each.found.point)) continue
      const whole = penalty + each.penalty
      const candidate = { order, penalty: whole, found: withNotes(each.found, notes) }
      const reason = requested.mismatch(each.found.point, this.placeOfHouse(each.found, street))
      const isInferred = number !== null && IS_INFERRED[each.found.precision]
      const inferred = isInferred ? penalty : null
      if (reason !== null)
        refusedHouses.push({ ...candidate, reason, isNamed: requested.isNamedBy(street.place) })
      else {
        candidates.push({ byName, inferred, ...candidate })
        // With another type a street of the requested name may still be preferred.
        if (!isInferred && whole < TYPE_OTHER) matches.settled = Math.min(matches.settled, whole)
      }
    }
  }

  private placesIn(reading: AddressReading, isSearched: Within): GeocodedAddress[] {
    return placesNamed(this.packs, reading).filter(({ point }) => isSearched(point))
  }

  /** The place of a house: a street has all cities that its rows name, a house only its own. */
  private placeOfHouse({ address }: GeocodedAddress, { place }: KnownStreet): KnownPlace {
    if (address === undefined) return place
    const city = this.packs.get('addresses')!.value(address, 'city') as string | null
    return city === null ? place : { ...place, cities: [cityKeyOf(city)] }
  }

  private numbered(street: KnownStreet, number: HouseNumber, unit: string | null): Candidate[] {
    const houses = housesAt(this.packs, street, number, unit)
    if (houses.some(({ isUnitKnown }) => !isUnitKnown) || houses.length === 0) {
      const [other, part] = lettered(number, unit)
      const known = other === null ? [] : housesAt(this.packs, street, other, part)
      const exact = known.filter(({ isUnitKnown }) => isUnitKnown)
      if (exact.length > 0) return exact.map(({ found }) => ({ penalty: 0, found }))
    }
    if (houses.length > 0)
      return houses.map(({ found, isUnitKnown }) => {
        if (isUnitKnown) return { penalty: 0, found }
        const note = 'The building is known; the unit is not.'
        return { penalty: UNIT_UNKNOWN, found: { ...found, note } }
      })
    const [onSide] = sidesWith(this.packs, street, number.value)
    if (onSide) {
      const note = 'Interpolated between the house numbers at the ends of its side of the street.'
      return [{ penalty: NUMBER_INTERPOLATED, found: onStreet(street, number, onSide, note) }]
    }
    const between = pointNearKnown(this.packs, street, number.value)
    if (!between) return []
    const note = 'No source has this number: the place is that of the numbers around it.'
    return [{ penalty: NUMBER_BETWEEN, found: onStreet(street, number, between, note) }]
  }

  /** Result where no house of the requested place is known: at best the place. */
  private placeOf(
    readings: readonly AddressReading[],
    refused: readonly RefusedHouse[],
    isSearched: Within,
  ): GeocodeResult {
    const [nearest] = [...refused].sort((a, b) => a.penalty - b.penalty)
    for (const reading of readings) {
      const places = differentPlaces(this.placesIn(reading, isSearched))
      if (places.length > 1) return ambiguous(places)
      if (places.length === 1) {
        if (!reading.street) return { found: places[0] }
        const why = nearest
          ? `${describeRefused(nearest)} This`
          : 'The street was not found there: this'
        const note = `${why} is a point that stands for the place.`
        return { found: { ...places[0], note, isStandIn: true } }
      }
    }
    if (nearest)
      return {
        missing: 'No house of that number and street is known in the requested place.',
        hint: `${describeRefused(nearest)} Give its own city, state or ZIP code, or coordinates: ll=lat,lng.`,
      }
    const missing = 'No street or place of this build matches that address.'
    const conflict = readings.map(stateConflict).find(Boolean)
    const hint = 'Give number, street, city and state or ZIP code, or coordinates: ll=lat,lng.'
    return { missing, hint: conflict ? `${conflict} ${hint}` : hint }
  }
}

function ambiguous(places: GeocodedAddress[]): GeocodeResult {
  return { candidates: places.slice(0, CANDIDATES_MAX), total: places.length }
}

/** Returns both houses where the requested city names one and the ZIP code another. */
function contradicting(refused: readonly RefusedHouse[]): GeocodeResult | null {
  const named = refused.filter(({ isNamed }) => isNamed)
  const least = Math.min(...named.map(({ penalty }) => penalty))
  const places = differentPlaces(
    named.filter(({ penalty }) => penalty === least).map(({ found }) => found),
  )
  return places.length > 1 ? ambiguous(places) : null
}

function describeRefused({
  found: {
    formatted,
    point: [x, y],
  },
  reason,
}: RefusedHouse): string {
  return `The build knows ${formatted} (ll=${y / GRID},${x / GRID}), which ${reason}.`
}

/**
 * Returns a test that is true for streets other than the requested one, judged by the streets of
 * the same name: in a town with both N Main St and Main St they are two streets.
 */
function namesakes(
  requested: StreetName,
  streets: readonly KnownStreet[],
): (street: KnownStreet) => boolean {
  const isDirected = hasDirectional(requested)
  const places = new Set(
    streets
      .filter(({ name }) => hasDirectional(name) === isDirected)
      .flatMap(({ name, place }) => placeKeys(place).map((key) => `${name.type} ${key}`)),
  )
  return ({ name, place }) =>
    hasDirectional(name) !== isDirected &&
    placeKeys(place).some((key) => places.has(`${name.type} ${key}`))
}

/**
 * Keys of a place: its ZIP code, else its cities, else its state. Streets with a common key share a
 * place.
 */
function placeKeys({ cities, state, zip }: KnownPlace): string[] {
  if (zip !== null) return [zip]
  return cities === null ? [`in ${state}`] : cities.map((city) => `${city}, ${state}`)
}

/** The reading, and the same with the street type as a part of the name. */
function streetReadings(reading: AddressReading): StreetReading[] {
  const { street, streetTokens } = reading
  if (!street) return []
  const untyped = parseUntyped(streetTokens)
  return [{ ...reading, street }, ...(untyped ? [{ ...reading, street: untyped }] : [])]
}

/** Whether a street is in exactly the requested city or ZIP code. */
function isInRequestedPlace({ city, zip }: AddressReading, streets: Pack, row: number): boolean {
  const value = (column: string) => streets.value(row, column) as string | null
  if (zip !== null && zip === (value('zip') ?? value('zcta'))) return true
  return city !== null && (value('city_keys')?.split('|').includes(city) ?? false)
}

/** Result on a short street, whose middle is within the precision of a street for every number. */
function onShortStreet(streets: readonly StreetWithoutNumber[]): GeocodeResult | null {
  const least = Math.min(...streets.map(({ penalty }) => penalty))
  const [match, another] = streets.filter(({ penalty }) => penalty === least)
  if (!match || another || match.byName >= TYPE_OTHER || !isShort(match.street.record)) return null
  const note = 'The house number is not known there: this is the middle of the short street.'
  return { found: withNotes({ ...middleOf(match.street), note }, match.notes) }
}

/** Result that describes the likeliest street without the number; null without such a street. */
function unknownNumber(streets: readonly StreetWithoutNumber[]): GeocodeResult | null {
  const [first] = [...streets].sort((a, b) => a.penalty - b.penalty)
  if (!first) return null
  return {
    missing: `No house number ${first.number.text} is known there.`,
    hint: `The build knows ${knownNumbers(first.street)}. Or give coordinates: ll=lat,lng.`,
  }
}

const TOO_MANY: GeocodeResult = {
  missing: `More than ${STREETS_MAX.toLocaleString('en-US')} streets have that name.`,
  hint: 'Give the city and the state, or the ZIP code.',
}
