import { distanceM } from '../geometry/distance.ts'
import type { Pack } from '../packs/pack-reader.ts'
import type { Packs } from '../place.ts'
import { type AddressReading, readAddress } from './address-reading.ts'
import { differenceNote } from './difference-note.ts'
import type { GeocodeAnswer, GeocodedAddress } from './geocoded.ts'
import type { HouseNumber } from './house-number.ts'
import { besideKnown, housesAt, sidesWith } from './house-search.ts'
import { type KnownStreet, knownStreet } from './known-street.ts'
import { isMisspelled } from './misspelling.ts'
import { isUnplaced, namePenalty, PENALTY_MAX, placePenalty, TYPE_OTHER } from './penalties.ts'
import { placesNamed } from './place-search.ts'
import { isShort } from './short-street.ts'
import { differentPlaces, knownNumbers, middleOf, onStreet, withNotes } from './street-answers.ts'
import { baseKeyOf, readUntyped, type StreetName } from './street-name.ts'
import { wordsOf } from './words.ts'

/** What is said of a place, as `SearchIndex` looks for it. */
export type PlaceWords = Pick<AddressReading, 'cityWords' | 'zip'>

/** Names that are spelled alike, for a name that no street has. */
export interface AlikeStreets {
  /** Rows of `streets`; none where they are too many to choose from. */
  alike(words: readonly string[], place: PlaceWords): number[]
}

/** Candidates that are told of an ambiguous address. */
const CANDIDATES_MAX = 5
/** Streets of one base that are looked at for one reading: Main St of a large state. */
const STREETS_MAX = 5_000
/** A street whose source tells no place is that of the asked one within this distance. */
const UNPLACED_MAX_M = 30_000

const NUMBER_INTERPOLATED = 1
const NUMBER_BETWEEN = 2
const UNIT_UNKNOWN = 1
const SPELLING = 3

const SPELLED_AS_KNOWN =
  'No street is spelled as asked: this is the one that is spelled most like it.'

interface Outcome {
  penalty: number
  found: GeocodedAddress
}

interface StreetOutcome extends Outcome {
  /** Of the street's name alone. */
  byName: number
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

/** What the streets of a build say to one text. */
interface Gathered {
  outcomes: StreetOutcome[]
  without: WithoutNumber[]
  /** Whether streets of that name were left out because there are too many. */
  isCrowded: boolean
}

/** A reading with a street. */
type StreetReading = AddressReading & { street: StreetName }

/** Finds what a line of text means in the tables of a build. */
export class Geocoder {
  private readonly packs: Packs
  private readonly spelling: AlikeStreets | null

  constructor(packs: Packs, spelling: AlikeStreets | null = null) {
    this.packs = packs
    this.spelling = spelling
  }

  /**
   * The one address or place that is meant. Several that fit alike are all told and none is chosen:
   * what is guessed would be another house's flood zone.
   */
  resolve(text: string): GeocodeAnswer {
    const readings = readAddress(text)
    const gathered: Gathered = { outcomes: [], without: [], isCrowded: false }
    const { without } = gathered
    for (const reading of readings.flatMap(streetReadings)) this.collect(reading, gathered)
    if (gathered.isCrowded) return TOO_MANY
    if (gathered.outcomes.length + without.length === 0) this.collectAlike(readings, gathered)
    // A street of the asked name is not passed over for one of another type that has the number.
    const closest = Math.min(...without.map(({ byName }) => byName))
    const outcomes: Outcome[] = gathered.outcomes.filter(
      ({ byName }) => byName < TYPE_OTHER || byName <= closest,
    )
    for (const reading of readings)
      if (reading.street === null)
        for (const found of placesNamed(this.packs, reading)) outcomes.push({ penalty: 0, found })
    const best = Math.min(...outcomes.map(({ penalty }) => penalty))
    if (best <= PENALTY_MAX) {
      const tied = outcomes.filter(({ penalty }) => penalty === best).map(({ found }) => found)
      const places = differentPlaces(tied)
      if (places.length === 1) return { found: places[0] }
      return { candidates: places.slice(0, CANDIDATES_MAX), total: places.length }
    }
    return onShortStreet(without) ?? unknownNumber(without) ?? this.placeOf(readings)
  }

  private collect(reading: StreetReading, gathered: Gathered): void {
    const pack = this.packs.get('streets')
    if (!pack) return
    const base = baseKeyOf(reading.street)
    let rows = pack.rowsOf('base_key', base)
    const isPlaced = reading.city !== null || reading.zip !== null
    if (isPlaced && rows.length > STREETS_MAX)
      rows = rows.filter((row) => isSaidOf(reading, pack, row))
    if (rows.length > STREETS_MAX) gathered.isCrowded = true
    else for (const row of rows) this.tryStreet(reading, knownStreet(pack, row), 0, gathered)
    // Sunny Hollow Pl, where the street is known as Sunny Hollow, which reads as a type.
    const turned = pack.rowsOf('whole_key', base)
    if (turned.length > STREETS_MAX) return
    for (const row of turned) {
      const street = knownStreet(pack, row)
      const name = readUntyped(wordsOf(street.told.name as string))
      if (name) this.tryStreet(reading, { ...street, name }, 0, gathered)
    }
  }

  /** A name that nobody has is a misspelled one, if a known one is near it. */
  private collectAlike(readings: readonly AddressReading[], gathered: Gathered): void {
    const pack = this.packs.get('streets')
    if (!this.spelling || !pack) return
    for (const reading of readings) {
      if (!reading.street) continue
      const written = reading.streetWords
      for (const row of this.spelling.alike(written, reading)) {
        const known = knownStreet(pack, row)
        const words = wordsOf(known.told.name as string)
        for (const asked of streetReadings(reading))
          if (isMisspelled({ name: asked.street, words: written }, { name: known.name, words }))
            this.tryStreet(asked, known, SPELLING, gathered)
      }
    }
  }

  private tryStreet(
    reading: StreetReading,
    street: KnownStreet,
    extra: number,
    { outcomes, without }: Gathered,
  ): void {
    const byName = namePenalty(reading.street, street.name)
    if (byName === null) return
    const byPlace = placePenalty(reading, street.place)
    if (byPlace === null) return
    const penalty = byName + byPlace + extra
    if (penalty > PENALTY_MAX) return
    if (isUnplaced(reading, street.place) && !this.isNearAsked(reading, street)) return
    const { number } = reading
    const found =
      number === null
        ? [{ penalty: 0, found: middleOf(street) }]
        : this.numbered(street, number, reading.unit)
    const notes = [extra > 0 ? SPELLED_AS_KNOWN : null, differenceNote(reading, street)]
    if (number !== null && found.length === 0)
      without.push({ byName, penalty, number, street, notes })
    for (const each of found)
      outcomes.push({
        byName,
        penalty: penalty + each.penalty,
        found: withNotes(each.found, notes),
      })
  }

  /** Whether a street of no said place lies where the asked one is. */
  private isNearAsked(reading: AddressReading, { point, told }: KnownStreet): boolean {
    const reach = UNPLACED_MAX_M + (told.radius_m as number)
    return placesNamed(this.packs, reading).some((place) => distanceM(place.point, point) <= reach)
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
    const between = besideKnown(this.packs, street, number.value)
    if (!between) return []
    const note = 'No source has this number: the place is that of the numbers around it.'
    return [{ penalty: NUMBER_BETWEEN, found: onStreet(street, number, between, note) }]
  }

  /** The street is of nowhere in this build: the place is known at best. */
  private placeOf(readings: readonly AddressReading[]): GeocodeAnswer {
    for (const reading of readings) {
      const places = differentPlaces(placesNamed(this.packs, reading))
      if (places.length > 1)
        return { candidates: places.slice(0, CANDIDATES_MAX), total: places.length }
      if (places.length === 1) {
        if (!reading.street) return { found: places[0] }
        const note = 'The street was not found there: this is a point that stands for the place.'
        return { found: { ...places[0], note, isStandIn: true } }
      }
    }
    const missing = 'No street or place of this build is meant by that address.'
    const hint = 'Give number, street, city and state or ZIP code, or coordinates: ll=lat,lng.'
    return { missing, hint }
  }
}

/** The reading, and the same with what was read as a street type for a part of the name. */
function streetReadings(reading: AddressReading): StreetReading[] {
  const { street, streetWords } = reading
  if (!street) return []
  const untyped = readUntyped(streetWords)
  return [{ ...reading, street }, ...(untyped ? [{ ...reading, street: untyped }] : [])]
}

/** Whether a street is of the very city or ZIP code that was said. */
function isSaidOf({ city, zip }: AddressReading, streets: Pack, row: number): boolean {
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
function onShortStreet(without: readonly WithoutNumber[]): GeocodeAnswer | null {
  const least = Math.min(...without.map(({ penalty }) => penalty))
  const [meant, another] = without.filter(({ penalty }) => penalty === least)
  if (!meant || another || meant.byName >= TYPE_OTHER || !isShort(meant.street.told)) return null
  const note = 'The house number is not known there: this is the middle of the short street.'
  return { found: withNotes({ ...middleOf(meant.street), note }, meant.notes) }
}

/** What is known of the likeliest street that lacks the number; null without one. */
function unknownNumber(without: readonly WithoutNumber[]): GeocodeAnswer | null {
  const [first] = [...without].sort((a, b) => a.penalty - b.penalty)
  if (!first) return null
  return {
    missing: `No house number ${first.number.text} is known there.`,
    hint: `Known is ${knownNumbers(first.street)}. Or give coordinates: ll=lat,lng.`,
  }
}

const TOO_MANY: GeocodeAnswer = {
  missing: `More than ${STREETS_MAX.toLocaleString('en-US')} streets have that name.`,
  hint: 'Give the city and the state, or the ZIP code.',
}
