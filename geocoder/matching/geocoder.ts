import { GRID } from '../../geometry/polygons.ts'
import type { Packs } from '../../lookup/location-lookup.ts'
import type { Pack } from '../../packs/pack-reader.ts'
import { type AddressReading, cityKeyOf, parseAddress } from '../parsing/address-reading.ts'
import type { HouseNumber } from '../parsing/house-number.ts'
import { isMisspelled } from '../parsing/misspelling.ts'
import { baseKeyOf, parseUntyped, type StreetName } from '../parsing/street-name.ts'
import { tokenize } from '../parsing/tokens.ts'
import { differenceNote } from './difference-note.ts'
import type { GeocodedAddress, GeocodeResult } from './geocoded.ts'
import { housesAt, pointNearKnown, sidesWith } from './house-search.ts'
import { type KnownStreet, knownStreet } from './known-street.ts'
import {
  hasDirectional,
  type KnownPlace,
  namePenalty,
  PENALTY_MAX,
  placePenalty,
  TYPE_OTHER,
} from './penalties.ts'
import { placesNamed, stateConflict } from './place-search.ts'
import { RequestedPlace } from './requested-place.ts'
import { isShort } from './short-street.ts'
import { differentPlaces, knownNumbers, middleOf, onStreet, withNotes } from './street-answers.ts'

/** What is said of a place, as `SearchIndex` looks for it. */
export type SearchedPlace = Pick<AddressReading, 'cityTokens' | 'zip'>

/** Names that are spelled alike, for a name that no street has. */
export interface SimilarStreets {
  /** Rows of `streets`; none where they are too many to choose from. */
  alike(words: readonly string[], place: SearchedPlace): number[]
}

/** Candidates that are told of an ambiguous address. */
const CANDIDATES_MAX = 5
/** Streets of one base that are looked at for one reading: Main St of a large state. */
const STREETS_MAX = 5_000

const NUMBER_INTERPOLATED = 1
const NUMBER_BETWEEN = 2
const UNIT_UNKNOWN = 1
const SPELLING = 3

const SPELLED_AS_KNOWN =
  'No street is spelled as requested: this is the one with the most similar spelling.'

interface Outcome {
  penalty: number
  found: GeocodedAddress
}

interface StreetOutcome extends Outcome {
  /** Of the street's name alone. */
  byName: number
  /** Of the street where no source has the number: it is interpolated. Null of any other. */
  inferred: number | null
}

/** A street that is known where the asked number is not. */
interface WithoutNumber {
  byName: number
  penalty: number
  number: HouseNumber
  street: KnownStreet
  /** Of what differs from what was asked. */
  notes: (string | null)[]
}

/** A house of that number and street that is not in the requested place. */
interface Elsewhere extends Outcome {
  /** Why, to follow its name. */
  reason: string
  /** Whether its own city or ZIP code is the requested one, and the other of the two is not. */
  isNamed: boolean
}

/** What the streets of a build say to one text. */
interface Gathered {
  outcomes: StreetOutcome[]
  elsewhere: Elsewhere[]
  without: WithoutNumber[]
  /** Whether streets of that name were left out because there are too many. */
  isCrowded: boolean
}

/** A reading with a street. */
type StreetReading = AddressReading & { street: StreetName }

/** Finds what a line of text means in the tables of a build. */
export class Geocoder {
  private readonly packs: Packs
  private readonly spelling: SimilarStreets | null

  constructor(packs: Packs, spelling: SimilarStreets | null = null) {
    this.packs = packs
    this.spelling = spelling
  }

  /**
   * The one address or place that is meant. Several that fit alike are all told and none is chosen:
   * what is guessed would be another house's flood zone.
   */
  resolve(text: string): GeocodeResult {
    const readings = parseAddress(text)
    const gathered: Gathered = { outcomes: [], elsewhere: [], without: [], isCrowded: false }
    const { elsewhere, without } = gathered
    for (const reading of readings.flatMap(streetReadings)) this.collect(reading, gathered)
    if (gathered.isCrowded) return TOO_MANY
    if (gathered.outcomes.length + without.length === 0) this.collectAlike(readings, gathered)
    // A street of the asked name is not passed over for one of another type that has the number.
    const closest = Math.min(...without.map(({ byName }) => byName))
    // A street that is less like the request than a refused house is not the requested one.
    const refused = Math.min(...elsewhere.map(({ penalty }) => penalty))
    const outcomes: Outcome[] = gathered.outcomes.filter(
      ({ byName, inferred }) =>
        (byName < TYPE_OTHER || byName <= closest) && (inferred === null || inferred <= refused),
    )
    for (const reading of readings)
      if (reading.street === null)
        for (const found of placesNamed(this.packs, reading))
          outcomes.push({ penalty: 0, found: withNotes(found, [stateConflict(reading)]) })
    const best = Math.min(...outcomes.map(({ penalty }) => penalty))
    if (best <= PENALTY_MAX) {
      const tied = outcomes.filter(({ penalty }) => penalty === best).map(({ found }) => found)
      const places = differentPlaces(tied)
      return places.length === 1 ? { found: places[0] } : candidatesOf(places)
    }
    const closer = without.filter(({ penalty }) => penalty < refused)
    return (
      contradicting(elsewhere) ??
      onShortStreet(closer) ??
      unknownNumber(closer) ??
      this.placeOf(readings, elsewhere)
    )
  }

  private collect(reading: StreetReading, gathered: Gathered): void {
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
        if (!isNamesake(street)) this.tryStreet(reading, requested, street, 0, gathered)
    }
    if (rows.length > STREETS_MAX) gathered.isCrowded = true
    else tryAll(rows.map((row) => knownStreet(pack, row)))
    // Sunny Hollow Pl, where the street is known as Sunny Hollow, which reads as a type.
    const turned = pack.rowsOf('whole_key', base)
    if (turned.length > STREETS_MAX) return
    tryAll(
      turned.flatMap((row) => {
        const street = knownStreet(pack, row)
        const name = parseUntyped(tokenize(street.told.name as string))
        return name ? [{ ...street, name }] : []
      }),
    )
  }

  /** A name that nobody has is a misspelled one, if a known one is near it. */
  private collectAlike(readings: readonly AddressReading[], gathered: Gathered): void {
    const pack = this.packs.get('streets')
    if (!this.spelling || !pack) return
    for (const reading of readings) {
      // Without a number it may be a town that the build does not know: Portland is not Cortland Cir.
      if (!reading.street || reading.number === null) continue
      const requested = new RequestedPlace(this.packs, reading)
      const written = reading.streetTokens
      for (const row of this.spelling.alike(written, reading)) {
        const known = knownStreet(pack, row)
        const words = tokenize(known.told.name as string)
        for (const typed of streetReadings(reading))
          if (isMisspelled({ name: typed.street, words: written }, { name: known.name, words }))
            this.tryStreet(typed, requested, known, SPELLING, gathered)
      }
    }
  }

  private tryStreet(
    reading: StreetReading,
    requested: RequestedPlace,
    street: KnownStreet,
    extra: number,
    { outcomes, elsewhere, without }: Gathered,
  ): void {
    const byName = namePenalty(reading.street, street.name)
    if (byName === null) return
    const byPlace = placePenalty(reading, street.place)
    if (byPlace === null) return
    const penalty = byName + byPlace + extra
    if (penalty > PENALTY_MAX) return
    const { number } = reading
    if (number === null && (byName >= TYPE_OTHER || isBare(reading, street))) return
    const found =
      number === null
        ? [{ penalty: 0, found: middleOf(street) }]
        : this.numbered(street, number, reading.unit)
    const notes = [extra > 0 ? SPELLED_AS_KNOWN : null, differenceNote(reading, street)]
    if (number !== null && found.length === 0 && !requested.mismatch(street.point, street.place))
      without.push({ byName, penalty, number, street, notes })
    for (const each of found) {
      const outcome = { penalty: penalty + each.penalty, found: withNotes(each.found, notes) }
      const reason = requested.mismatch(each.found.point, this.placeOfHouse(each.found, street))
      const inferred = number !== null && each.found.precision === 'street' ? penalty : null
      if (reason === null) outcomes.push({ byName, inferred, ...outcome })
      else elsewhere.push({ ...outcome, reason, isNamed: requested.isNamedBy(street.place) })
    }
  }

  /** The place of a house: a street has all cities that its rows name, a house has its own. */
  private placeOfHouse({ address }: GeocodedAddress, { place }: KnownStreet): KnownPlace {
    if (address === undefined) return place
    const city = this.packs.get('addresses')!.value(address, 'city') as string | null
    return city === null ? place : { ...place, cities: [cityKeyOf(city)] }
  }

  private numbered(street: KnownStreet, number: HouseNumber, unit: string | null): Outcome[] {
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

  /** No house of the requested place: the place is known at best. */
  private placeOf(
    readings: readonly AddressReading[],
    elsewhere: readonly Elsewhere[],
  ): GeocodeResult {
    const [nearest] = [...elsewhere].sort((a, b) => a.penalty - b.penalty)
    for (const reading of readings) {
      const places = differentPlaces(placesNamed(this.packs, reading))
      if (places.length > 1) return candidatesOf(places)
      if (places.length === 1) {
        if (!reading.street) return { found: places[0] }
        const why = nearest
          ? `${describeElsewhere(nearest)} This`
          : 'The street was not found there: this'
        const note = `${why} is a point that stands for the place.`
        return { found: { ...places[0], note, isStandIn: true } }
      }
    }
    if (nearest)
      return {
        missing: 'No house of that number and street is known in the requested place.',
        hint: `${describeElsewhere(nearest)} Give its own city, state or ZIP code, or coordinates: ll=lat,lng.`,
      }
    const missing = 'No street or place of this build is meant by that address.'
    const conflict = readings.map(stateConflict).find(Boolean)
    const hint = 'Give number, street, city and state or ZIP code, or coordinates: ll=lat,lng.'
    return { missing, hint: conflict ? `${conflict} ${hint}` : hint }
  }
}

function candidatesOf(places: GeocodedAddress[]): GeocodeResult {
  return { candidates: places.slice(0, CANDIDATES_MAX), total: places.length }
}

/** City and ZIP code that contradict each other choose neither of the houses that they name. */
function contradicting(elsewhere: readonly Elsewhere[]): GeocodeResult | null {
  const named = elsewhere.filter(({ isNamed }) => isNamed)
  const least = Math.min(...named.map(({ penalty }) => penalty))
  const places = differentPlaces(
    named.filter(({ penalty }) => penalty === least).map(({ found }) => found),
  )
  return places.length > 1 ? candidatesOf(places) : null
}

function describeElsewhere({
  found: {
    formatted,
    point: [x, y],
  },
  reason,
}: Elsewhere): string {
  return `Known is ${formatted} (ll=${y / GRID},${x / GRID}), which ${reason}.`
}

/** A lone name without a type, that a street has with one: `Lincoln, ME` may be a town. */
function isBare({ street, city }: StreetReading, { name }: KnownStreet): boolean {
  return street.type === '' && name.type !== '' && city === null
}

/**
 * Tells whether a street is another one than requested, by the streets of the same name: in a town
 * that has both N Main St and Main St neither is the other.
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

/** Streets that share one of these are in one place: by ZIP code, by city where that is all, by state. */
function placeKeys({ cities, state, zip }: KnownPlace): string[] {
  if (zip !== null) return [zip]
  return cities === null ? [`in ${state}`] : cities.map((city) => `${city}, ${state}`)
}

/** The reading, and the same with what was read as a street type for a part of the name. */
function streetReadings(reading: AddressReading): StreetReading[] {
  const { street, streetTokens } = reading
  if (!street) return []
  const untyped = parseUntyped(streetTokens)
  return [{ ...reading, street }, ...(untyped ? [{ ...reading, street: untyped }] : [])]
}

/** Whether a street is of the very city or ZIP code that was said. */
function isInRequestedPlace({ city, zip }: AddressReading, streets: Pack, row: number): boolean {
  const told = (column: string) => streets.value(row, column) as string | null
  if (zip !== null && zip === (told('zip') ?? told('zcta'))) return true
  return city !== null && (told('city_keys')?.split('|').includes(city) ?? false)
}

/** House 12 and its part a for 12a, and 12a for house 12, part a; null for any other number. */
function lettered(
  { text, value }: HouseNumber,
  unit: string | null,
): [number: HouseNumber | null, unit: string | null] {
  const [, plain, letter] = /^(.*\d)([a-z])$/.exec(text) ?? []
  if (letter && unit === null) return [{ text: plain, value }, letter]
  const isPart = !letter && unit !== null && /^[a-z]$/.test(unit)
  return isPart ? [{ text: `${text}${unit}`, value }, null] : [null, null]
}

/** On a short street every number is within a street's own precision of its middle. */
function onShortStreet(without: readonly WithoutNumber[]): GeocodeResult | null {
  const least = Math.min(...without.map(({ penalty }) => penalty))
  const [meant, another] = without.filter(({ penalty }) => penalty === least)
  if (!meant || another || meant.byName >= TYPE_OTHER || !isShort(meant.street.told)) return null
  const note = 'The house number is not known there: this is the middle of the short street.'
  return { found: withNotes({ ...middleOf(meant.street), note }, meant.notes) }
}

/** What is known of the likeliest street that lacks the number; null without one. */
function unknownNumber(without: readonly WithoutNumber[]): GeocodeResult | null {
  const [first] = [...without].sort((a, b) => a.penalty - b.penalty)
  if (!first) return null
  return {
    missing: `No house number ${first.number.text} is known there.`,
    hint: `Known is ${knownNumbers(first.street)}. Or give coordinates: ll=lat,lng.`,
  }
}

const TOO_MANY: GeocodeResult = {
  missing: `More than ${STREETS_MAX.toLocaleString('en-US')} streets have that name.`,
  hint: 'Give the city and the state, or the ZIP code.',
}
