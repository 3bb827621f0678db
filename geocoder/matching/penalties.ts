import type { AddressReading } from '../parsing/address-reading.ts'
import type { StreetName } from '../parsing/street-name.ts'
import { STREET_TYPE_OF } from '../parsing/street-types.ts'

/**
 * How far an answer is from what was asked, in points: 0 is all as it was said. The size of a point
 * means nothing; the order of the numbers is what decides. Null is a contradiction.
 */
export type Penalty = number | null

/** Past this nothing is answered: a street type that is another, and much else besides. */
export const PENALTY_MAX = 9

const DIRECTIONAL_MISSING = 2
const DIRECTIONAL_UNKNOWN = 3
const DIRECTIONAL_ELSEWHERE = 1
const TYPE_MISSING = 2
/** With a further difference, but for an interpolated number, it is past `PENALTY_MAX`. */
export const TYPE_OTHER = 8

/** The asked name against a known one with the same base. */
export function namePenalty(asked: StreetName, known: StreetName): Penalty {
  const directional = directionalPenalty(asked, known)
  if (directional === null) return null
  if (asked.type === known.type) return directional
  if (asked.type === '' || known.type === '') return directional + TYPE_MISSING
  return isOfSeries(known) ? null : directional + TYPE_OTHER
}

/** Of a grid or a system of roads: 16th St crosses 16th Ave, and US 1 is not State Road 1. */
function isOfSeries(name: StreetName): boolean {
  return name.base[0] === 'hwy' || isOfGrid(name)
}

/** 3, K, and `16 avenue` where the type is read as a part of the name. */
function isOfGrid({ base: [name, ...rest] }: StreetName): boolean {
  return (
    /^(\d+|[a-z])$/.test(name) && rest.length < 2 && rest.every((word) => STREET_TYPE_OF.has(word))
  )
}

/** Whether a name says in which part of its town the street is. */
export function hasDirectional({ pre, post }: StreetName): boolean {
  return pre !== '' || post !== ''
}

/**
 * North Main St and South Main St are two streets; 5 Ave S and S 5 Ave are one. Where streets have
 * numbers for names, 3 St W is not 3 St either: they may be 10 km apart.
 */
function directionalPenalty(asked: StreetName, known: StreetName): Penalty {
  if (asked.pre === known.pre && asked.post === known.post) return 0
  if (asked.pre === known.post && asked.post === known.pre) return DIRECTIONAL_ELSEWHERE
  if (isOfGrid(known) && !hasDirectional(known)) return null
  // `3 St W` and `N 3 St`, each without the other's side.
  if (isWithout(asked, known) && isWithout(known, asked)) return null
  let penalty = 0
  for (const side of ['pre', 'post'] as const) {
    if (asked[side] === known[side]) continue
    if (asked[side] === '') penalty += DIRECTIONAL_MISSING
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

/** What is known of the place of an address: `zcta` stands in where no ZIP code is said. */
export interface KnownPlace {
  /** In the spelling of `cityKeyOf`; null where the sources do not say. */
  cities: readonly string[] | null
  state: string | null
  zip: string | null
  zcta: string | null
}

const CITY_UNKNOWN = 1
const ZIP_UNKNOWN = 1
/** Alike, so that a city and a ZIP code that contradict each other choose neither. */
const CITY_OTHER = 3
const ZIP_OTHER = 3
/** Of the area that the census draws, which is not the ZIP code. */
const ZCTA_OTHER = 2

type AskedPlace = Pick<AddressReading, 'city' | 'state' | 'zip'>

/** Whether a city or a ZIP code is requested and neither is known to be that of the street. */
export function isUnconfirmed({ city, zip }: AskedPlace, known: KnownPlace): boolean {
  if (city === null && zip === null) return false
  const isCity = city !== null && (known.cities?.includes(city) ?? false)
  return !isCity && (zip === null || zip !== (known.zip ?? known.zcta))
}

/**
 * The asked place against a known one. A city or a ZIP code may be another only where the other of
 * the two agrees: post towns and municipalities differ, and digits are mistyped.
 */
export function placePenalty(asked: AskedPlace, known: KnownPlace): Penalty {
  if (asked.state && known.state && asked.state !== known.state) return null
  const { city } = asked
  const isCitySame = city !== null && (known.cities?.includes(city) ?? false)
  const isCityOther = city !== null && known.cities !== null && !isCitySame
  const isZipOther = asked.zip !== null && known.zip !== null && asked.zip !== known.zip
  const isZipSame = asked.zip !== null && asked.zip === (known.zip ?? known.zcta)
  if (isCityOther && !isZipSame) return null
  if (isZipOther && !isCitySame) return null
  let penalty = 0
  if (isCityOther) penalty += CITY_OTHER
  else if (city !== null && known.cities === null) penalty += CITY_UNKNOWN
  if (isZipOther) penalty += ZIP_OTHER
  else if (asked.zip !== null && known.zip === null)
    penalty += known.zcta === null ? ZIP_UNKNOWN : known.zcta === asked.zip ? 0 : ZCTA_OTHER
  return penalty
}
