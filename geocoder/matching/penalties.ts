import type { AddressReading } from '../parsing/address-reading.ts'
import type { StreetName } from '../parsing/street-name.ts'
import { STREET_TYPE_OF } from '../parsing/street-types.ts'

/**
 * How much an answer differs from the request, in points; 0 is an exact match. Only the order of
 * the penalties matters, not their size. Null is a contradiction.
 */
export type Penalty = number | null

/** Answers above this are dropped: another street type together with further differences. */
export const PENALTY_MAX = 9

const DIRECTIONAL_MISSING = 2
const DIRECTIONAL_UNKNOWN = 3
const DIRECTIONAL_ELSEWHERE = 1
const TYPE_MISSING = 2
/** Penalty that exceeds `PENALTY_MAX` with any further difference except an interpolated number. */
export const TYPE_OTHER = 8

/** Compares the requested name with a known one that has the same base. */
export function namePenalty(requested: StreetName, known: StreetName): Penalty {
  const directional = directionalPenalty(requested, known)
  if (directional === null) return null
  if (requested.type === known.type) return directional
  if (requested.type === '' || known.type === '') return directional + TYPE_MISSING
  return isOfSeries(known) ? null : directional + TYPE_OTHER
}

/**
 * Whether a name belongs to a grid or a road system: 16th St crosses 16th Ave, US 1 is not State
 * Road 1.
 */
function isOfSeries(name: StreetName): boolean {
  return name.base[0] === 'hwy' || isOfGrid(name)
}

/** Whether a name belongs to a grid: 3, K, and `16 avenue` with the type as a part of the name. */
function isOfGrid({ base: [name, ...rest] }: StreetName): boolean {
  return (
    /^(\d+|[a-z])$/.test(name) && rest.length < 2 && rest.every((word) => STREET_TYPE_OF.has(word))
  )
}

/** Whether a name has a directional on either side. */
export function hasDirectional({ pre, post }: StreetName): boolean {
  return pre !== '' || post !== ''
}

/**
 * Compares directionals. North Main St and South Main St are two streets; 5 Ave S and S 5 Ave are
 * one. Where streets are numbered, 3 St W is not 3 St either: they may be 10 km apart.
 */
function directionalPenalty(requested: StreetName, known: StreetName): Penalty {
  if (requested.pre === known.pre && requested.post === known.post) return 0
  if (requested.pre === known.post && requested.post === known.pre) return DIRECTIONAL_ELSEWHERE
  if (isOfGrid(known) && !hasDirectional(known)) return null
  // `3 St W` and `N 3 St`: each lacks the other's directional.
  if (isWithout(requested, known) && isWithout(known, requested)) return null
  let penalty = 0
  for (const side of ['pre', 'post'] as const) {
    if (requested[side] === known[side]) continue
    if (requested[side] === '') penalty += DIRECTIONAL_MISSING
    else if (known[side] === '') penalty += DIRECTIONAL_UNKNOWN
    else return null
  }
  return penalty
}

/** Whether one name has a directional that the other has on neither side. */
function isWithout(one: StreetName, other: StreetName): boolean {
  return [one.pre, one.post].some(
    (each) => each !== '' && each !== other.pre && each !== other.post,
  )
}

/** The known place of an address; `zcta` is used where there is no ZIP code. */
export interface KnownPlace {
  /** Cities in the spelling of `cityKeyOf`; null where the sources have none. */
  cities: readonly string[] | null
  state: string | null
  zip: string | null
  zcta: string | null
}

const CITY_UNKNOWN = 1
const ZIP_UNKNOWN = 1
/** Equal, so that a city and a ZIP code that contradict each other choose neither house. */
const CITY_OTHER = 3
const ZIP_OTHER = 3
/** Penalty for another census tabulation area, which is not the ZIP code. */
const ZCTA_OTHER = 2

type PlaceReading = Pick<AddressReading, 'city' | 'state' | 'zip'>

/** Whether a city or a ZIP code is requested and the street is not known to be in either. */
export function isUnconfirmed({ city, zip }: PlaceReading, known: KnownPlace): boolean {
  if (city === null && zip === null) return false
  const isCity = city !== null && (known.cities?.includes(city) ?? false)
  return !isCity && (zip === null || zip !== (known.zip ?? known.zcta))
}

/**
 * Compares the requested place with a known one. City or ZIP code may differ only where the other
 * of the two agrees: post towns and municipalities differ, and digits are mistyped.
 */
export function placePenalty(requested: PlaceReading, known: KnownPlace): Penalty {
  if (requested.state && known.state && requested.state !== known.state) return null
  const { city } = requested
  const isCitySame = city !== null && (known.cities?.includes(city) ?? false)
  const isCityOther = city !== null && known.cities !== null && !isCitySame
  const isZipOther = requested.zip !== null && known.zip !== null && requested.zip !== known.zip
  const isZipSame = requested.zip !== null && requested.zip === (known.zip ?? known.zcta)
  if (isCityOther && !isZipSame) return null
  if (isZipOther && !isCitySame) return null
  let penalty = 0
  if (isCityOther) penalty += CITY_OTHER
  else if (city !== null && known.cities === null) penalty += CITY_UNKNOWN
  if (isZipOther) penalty += ZIP_OTHER
  else if (requested.zip !== null && known.zip === null)
    penalty += known.zcta === null ? ZIP_UNKNOWN : known.zcta === requested.zip ? 0 : ZCTA_OTHER
  return penalty
}
