import { distanceM } from '../geometry/distance.ts'
import type { GridPoint } from '../geometry/grid-point.ts'
import type { Packs } from '../place.ts'
import { type AddressReading, readAddress } from './address-reading.ts'
import { formatAddress } from './formatted-address.ts'
import type { GeocodeAnswer, GeocodedAddress } from './geocoded.ts'
import type { HouseNumber } from './house-number.ts'
import { besideKnown, housesAt, SAME_PLACE_M, sidesWith } from './house-search.ts'
import { type KnownStreet, knownStreet } from './known-street.ts'
import {
  directionalPenalty,
  namePenalty,
  PENALTY_MAX,
  placePenalty,
  TYPE_OTHER,
} from './penalties.ts'
import { placesNamed } from './place-search.ts'
import { isShort } from './short-street.ts'
import { baseKeyOf, wholeKeyOf } from './street-name.ts'

/** Names that are spelled alike, for a name that no street has. */
export interface AlikeStreets {
  /** Rows of `streets`, the likeliest first. */
  alike(words: readonly string[]): number[]
}

/** Candidates that are told of an ambiguous address. */
const CANDIDATES_MAX = 5
/** Streets of one base that are looked at for one reading: Main St of a large state. */
const STREETS_MAX = 5_000

const NUMBER_INTERPOLATED = 1
const NUMBER_BETWEEN = 2
const UNIT_UNKNOWN = 1
const SPELLING = 3
const SPELLED_LETTERS_MIN = 4
const TYPE_IN_NAME = 2

const SPELLED_AS_KNOWN =
  'No street is spelled as asked: this is the one that is spelled most like it.'

const OTHER_TYPE = 'No street of that name has the asked type: this is the one of another type.'

interface Outcome {
  penalty: number
  found: GeocodedAddress
}

/** A street that is known where the asked number is not. */
interface WithoutNumber {
  penalty: number
  street: KnownStreet
}

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
    const outcomes: Outcome[] = []
    const without: WithoutNumber[] = []
    for (const reading of readings) this.collect(reading, outcomes, without)
    // Where the street itself is known and the number is not, one spelled like it is another.
    if (outcomes.length + without.length === 0) this.collectAlike(readings, outcomes, without)
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
    if (without.length > 0) return onShortStreet(without) ?? unknownNumber(readings, without)
    return this.placeOf(readings)
  }

  private collect(reading: AddressReading, outcomes: Outcome[], without: WithoutNumber[]): void {
    const { street } = reading
    const pack = this.packs.get('streets')
    if (!street || !pack) return
    const [base, whole] = [baseKeyOf(street), wholeKeyOf(street)]
    const exact = pack.rowsOf('base_key', base)
    for (const row of exact.slice(0, STREETS_MAX))
      this.tryStreet(reading, row, 0, outcomes, without)
    // A word of the name that reads as its type, and the other way round.
    const turned = [...pack.rowsOf('base_key', whole), ...pack.rowsOf('whole_key', base)]
    for (const row of turned.slice(0, STREETS_MAX))
      if (!exact.includes(row)) this.tryStreet(reading, row, TYPE_IN_NAME, outcomes, without)
  }

  /** A name that nobody has is a misspelled one, if a known one is near it. */
  private collectAlike(
    readings: readonly AddressReading[],
    outcomes: Outcome[],
    without: WithoutNumber[],
  ): void {
    if (!this.spelling) return
    for (const reading of readings) {
      // A letter or two is spelled like too much.
      if (!reading.street || baseKeyOf(reading.street).length < SPELLED_LETTERS_MIN) continue
      for (const row of this.spelling.alike(reading.streetWords))
        this.tryStreet(reading, row, SPELLING, outcomes, without)
    }
  }

  private tryStreet(
    reading: AddressReading,
    row: number,
    extra: number,
    outcomes: Outcome[],
    without: WithoutNumber[],
  ): void {
    const street = knownStreet(this.packs.get('streets')!, row)
    const byName =
      extra === TYPE_IN_NAME
        ? directionalPenalty(reading.street!, street.name)
        : namePenalty(reading.street!, street.name)
    if (byName === null) return
    const byPlace = placePenalty(reading, street.place)
    if (byPlace === null) return
    const penalty = byName + byPlace + extra
    if (penalty > PENALTY_MAX) return
    const { number } = reading
    if (number === null) outcomes.push({ penalty, found: middleOf(street) })
    else {
      const found = this.numbered(street, number, reading.unit)
      if (found.length === 0) without.push({ penalty, street })
      for (const each of found) {
        const note = extra === SPELLING ? SPELLED_AS_KNOWN : byName >= TYPE_OTHER && OTHER_TYPE
        const found = note ? { ...each.found, note } : each.found
        outcomes.push({ found, penalty: penalty + each.penalty })
      }
    }
  }

  private numbered(street: KnownStreet, number: HouseNumber, unit: string | null): Outcome[] {
    const houses = housesAt(this.packs, street, number, unit)
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
        const note = reading.street
          ? 'The street was not found: this is a point that stands for the place.'
          : undefined
        return { found: { ...places[0], ...(note && { note }) } }
      }
    }
    const missing = 'No street or place of this build is meant by that address.'
    const hint = 'Give number, street, city and state or ZIP code, or coordinates: ll=lat,lng.'
    return { missing, hint }
  }
}

function middleOf(street: KnownStreet): GeocodedAddress {
  const { told, point } = street
  const radius = told.radius_m as number
  const formatted = formatAddress({
    street: told.name as string,
    city: told.city as string | null,
    state: told.state as string | null,
    zip: told.zip as string | null,
  })
  const reach = Math.round(radius).toLocaleString('en-US')
  return {
    formatted,
    precision: isShort(told) ? 'street' : 'place',
    point,
    note: `The middle of what is known of the street, which reaches ${reach} m from there.`,
  }
}

function onStreet(
  { told }: KnownStreet,
  number: HouseNumber,
  point: GridPoint,
  note: string,
): GeocodedAddress {
  const formatted = formatAddress({
    number: number.text,
    street: told.name as string,
    city: told.city as string | null,
    state: told.state as string | null,
    zip: told.zip as string | null,
  })
  return { formatted, precision: 'street', point, note }
}

/** Answers that are one place are one answer: the most precise, then the first. */
function differentPlaces(found: readonly GeocodedAddress[]): GeocodedAddress[] {
  const order = { rooftop: 0, street: 1, place: 2 }
  const places: GeocodedAddress[] = []
  for (const each of [...found].sort((a, b) => order[a.precision] - order[b.precision])) {
    const isKnown = places.some(({ point }) => distanceM(point, each.point) <= SAME_PLACE_M)
    if (!isKnown) places.push(each)
  }
  return places
}

/** On a short street every number is within a street's own precision of its middle. */
function onShortStreet(without: readonly WithoutNumber[]): GeocodeAnswer | null {
  const least = Math.min(...without.map(({ penalty }) => penalty))
  const meant = without.filter(({ penalty }) => penalty === least)
  if (meant.length > 1 || !isShort(meant[0].street.told)) return null
  const note = 'The house number is not known there: this is the middle of the short street.'
  return { found: { ...middleOf(meant[0].street), note } }
}

function unknownNumber(
  readings: readonly AddressReading[],
  without: readonly WithoutNumber[],
): GeocodeAnswer {
  const { told } = [...without].sort((a, b) => a.penalty - b.penalty)[0].street
  const number = readings.find((reading) => reading.number)!.number!.text
  const where = formatAddress({
    street: told.name as string,
    city: told.city as string | null,
    state: told.state as string | null,
    zip: told.zip as string | null,
  })
  const numbers =
    told.lowest_number === null
      ? 'without house numbers'
      : `with numbers from ${told.lowest_number} to ${told.highest_number}`
  return {
    missing: `No house number ${number} is known there.`,
    hint: `Known is ${where}, ${numbers}. Or give coordinates: ll=lat,lng.`,
  }
}
