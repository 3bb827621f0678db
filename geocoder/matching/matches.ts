import type { AddressReading } from '../parsing/address-reading.ts'
import type { HouseNumber } from '../parsing/house-number.ts'
import type { StreetName } from '../parsing/street-name.ts'
import type { GeocodedAddress, Within } from './geocoded.ts'
import type { KnownStreet } from './known-street.ts'
import { namePenalty, PENALTY_MAX, placePenalty, TYPE_OTHER } from './penalties.ts'
import type { RequestedPlace } from './requested-place.ts'

/** A street that may be the requested one. */
export interface ComparedStreet {
  /** Place among the compared streets: equal results are in this order. */
  order: number
  reading: StreetReading
  requested: RequestedPlace
  street: KnownStreet
  /** Penalty of the street's name alone. */
  byName: number
  /** Penalty of its name, its place and its spelling. */
  penalty: number
  isRespelled: boolean
}

export interface Candidate {
  penalty: number
  found: GeocodedAddress
}

export interface StreetCandidate extends Candidate {
  order: number
  /** Penalty of the street's name alone. */
  byName: number
  /** Penalty of the street where the number is interpolated; null where a source has it. */
  inferred: number | null
}

/** A known street without the requested number. */
export interface StreetWithoutNumber {
  order: number
  byName: number
  penalty: number
  number: HouseNumber
  street: KnownStreet
  /** Notes on the differences from the request. */
  notes: (string | null)[]
}

/** A house with the requested number and street that is not in the requested place. */
export interface RefusedHouse extends Candidate {
  order: number
  /** Why it is not, as the end of a sentence that begins with its address. */
  reason: string
  /** True when its city or ZIP code is the requested one, and the other of the two is not. */
  isNamed: boolean
}

/** Results of comparing the streets of a build with one text. */
export interface Matches {
  /** True for points of the area that is searched. */
  isSearched: Within
  /** Streets whose numbers are still to be looked up. */
  compared: ComparedStreet[]
  /** Number of streets that were compared so far. */
  count: number
  /**
   * Penalty of an answer that no street of a higher penalty can replace; infinite without one.
   */
  settled: number
  candidates: StreetCandidate[]
  refusedHouses: RefusedHouse[]
  streetsWithoutNumber: StreetWithoutNumber[]
  /** True when there were too many streets of that name to compare. */
  isCrowded: boolean
}

/** A reading with a street. */
export type StreetReading = AddressReading & { street: StreetName }

/**
 * Adds a street to those whose numbers are looked up, unless it cannot be the requested one or is
 * in `exact`: the rows of streets that a reading of the same words names as they are written.
 */
export function compare(
  {
    reading,
    requested,
    street,
    extra,
  }: Pick<ComparedStreet, 'reading' | 'requested' | 'street'> & { extra: number },
  exact: Set<number>,
  matches: Matches,
): void {
  const byName = namePenalty(reading.street, street.name)
  if (byName === null) return
  const byPlace = placePenalty(reading, street.place)
  if (byPlace === null) return
  const penalty = byName + byPlace + extra
  if (penalty > PENALTY_MAX) return
  if (reading.number === null && (byName >= TYPE_OTHER || isBare(reading, street))) return
  // Elm St is both the name Elm with a type and the name Elm St without one.
  if (penalty === 0 && exact.has(street.row)) return
  if (penalty === 0) exact.add(street.row)
  const isRespelled = extra > 0
  const order = matches.count++
  matches.compared.push({ order, reading, requested, street, byName, penalty, isRespelled })
}

/** Whether a lone name without a type matches a street with one: `Lincoln, ME` may be a town. */
function isBare({ street, city }: StreetReading, { name }: KnownStreet): boolean {
  return street.type === '' && name.type !== '' && city === null
}
