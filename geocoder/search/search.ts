import { anchorOf } from '../../geometry/anchor.ts'
import { distanceM } from '../../geometry/distance.ts'
import type { GridPoint } from '../../geometry/grid-point.ts'
import type { Row } from '../../layers/location.ts'
import type { Packs } from '../../lookup/location-lookup.ts'
import { formatAddress, formatLocality } from '../matching/formatted-address.ts'
import type { Precision } from '../matching/geocoded.ts'
import { Geocoder } from '../matching/geocoder.ts'
import { SAME_PLACE_M, sidesWith } from '../matching/house-search.ts'
import { knownStreet } from '../matching/known-street.ts'
import { isShort } from '../matching/short-street.ts'
import { type HouseNumber, numbersPlain, parseHouseNumber } from '../parsing/house-number.ts'
import { tokenize } from '../parsing/tokens.ts'
import { houseKeyOf } from '../tables/gathered-addresses.ts'
import { writtenPlaceOf } from '../tables/written-place.ts'
import type { NamedRow, SearchIndex } from './search-index.ts'
import { searchTokens } from './search-tokens.ts'

export const SEARCH_TYPES = ['address', 'place', 'county', 'zip', 'parcel'] as const
export type SearchType = (typeof SEARCH_TYPES)[number]

/** Something that was found by typing. */
export interface SearchHit {
  type: SearchType
  /** As it is shown, and asked for again where it is an address or a place. */
  label: string
  precision: Precision
  point: GridPoint
  /** Of a parcel. */
  parcel_key?: string
  /** Whether asking for the label finds this place: of two that are called alike neither is. */
  isNamed: boolean
}

export interface SearchRequest {
  text: string
  types: readonly SearchType[]
  limit: number
  /** What lies near comes first. */
  near: GridPoint | null
}

/** Streets and places that match one question, and those of them that are looked at. */
const MATCHED_MAX = 2_000
const LOOKED_AT_MAX = 60
/** Houses of one street whose number begins as typed. */
const COMPLETIONS_MAX = 5
/** Houses looked at on one street for that. */
const HOUSES_MAX = 2_000
/** Streets whose houses are completed, the best ones; of the others the very number is looked up. */
const COMPLETED_MAX = 12
const UNIT_ORDER = new Intl.Collator('en', { numeric: true })
/** At this distance a hit counts half of one at hand. */
const NEAR_HALF_M = 5_000

type Scored = Omit<SearchHit, 'isNamed'> & { score: number }

/** What is meant by a text that is being typed, the best first. */
export function searchFor(
  packs: Packs,
  index: SearchIndex,
  { text, types, limit, near }: SearchRequest,
): SearchHit[] {
  // A slip of the finger is the index's to find: every half word would be one for the geocoder.
  const geocoder = new Geocoder(packs)
  const scored: Scored[] = [
    ...parcelNamed(packs, text),
    ...meant(geocoder, text),
    ...typedHits(packs, index, text, near),
  ]
  const wanted = scored.filter(({ type }) => types.includes(type))
  for (const hit of wanted) hit.score *= nearness(near, hit.point)
  wanted.sort((a, b) => b.score - a.score || (a.label < b.label ? -1 : 1))
  return withoutTwins(wanted)
    .slice(0, limit)
    .map(({ score: _, ...hit }) => ({ ...hit, isNamed: isNamed(geocoder, hit) }))
}

function nearness(near: GridPoint | null, point: GridPoint): number {
  return near ? 1 + 4 / (1 + distanceM(near, point) / NEAR_HALF_M) : 1
}

function isNamed(geocoder: Geocoder, { label, point, precision }: Omit<SearchHit, 'isNamed'>) {
  const answer = geocoder.resolve(label)
  if (!('found' in answer) || answer.found.precision !== precision) return false
  return distanceM(answer.found.point, point) <= SAME_PLACE_M
}

/** Scores of hits that are exactly what was typed: above all that only begin alike. */
const EXACT = 1e6
const MEANT = 1e5

function parcelNamed(packs: Packs, text: string): Scored[] {
  const pack = packs.get('parcels')
  const row = pack?.rowOfKey(text.trim()) ?? null
  if (row === null) return []
  const label = text.trim()
  const point = anchorOf(pack!.polygons(row))
  return [{ type: 'parcel', label, precision: 'rooftop', point, parcel_key: label, score: EXACT }]
}

/** The text as a whole address or place, as `address=` would take it. */
function meant(geocoder: Geocoder, text: string): Scored[] {
  const answer = geocoder.resolve(text)
  const found = 'found' in answer ? [answer.found] : 'candidates' in answer ? answer.candidates : []
  // A place that only stands in for a street that nobody knows is not what was typed.
  return found
    .filter(({ precision, note }) => precision !== 'place' || !note)
    .map(({ formatted, precision, point }) => {
      const type = precision === 'place' ? placeTypeOf(formatted) : 'address'
      return { type, label: formatted, precision, point, score: MEANT }
    })
}

function placeTypeOf(formatted: string): SearchType {
  if (/\d{5}$/.test(formatted)) return 'zip'
  return / (county|parish|borough|census area|municipality|municipio|region)\b/i.test(formatted)
    ? 'county'
    : 'place'
}

function typedHits(
  packs: Packs,
  index: SearchIndex,
  text: string,
  near: GridPoint | null,
): Scored[] {
  const words = numbersPlain(text).trim().split(/\s+/)
  const numbered = parseHouseNumber(words.map((word) => word.toLowerCase().replace(/,$/, '')))
  const rest = numbered ? words.slice(numbered.taken).join(' ') : ''
  const hits: Scored[] = []
  const isHouse = numbered !== null && rest !== ''
  for (const { kind, row, score } of lookedAt(packs, index, text, near, !isHouse))
    hits.push(kind === 'street' ? streetHit(packs, row, score) : localityHit(packs, row, score))
  if (!isHouse) return hits
  let completed = 0
  for (const { kind, row, score } of lookedAt(packs, index, rest, near, true)) {
    if (kind !== 'street') continue
    const isCompleted = completed++ < COMPLETED_MAX
    hits.push(...houseHits(packs, row, numbered.number, score, isCompleted))
  }
  return hits
}

/** The best of those that match, with what is to be said for each: of a name that is in every town those that are near. */
function lookedAt(
  packs: Packs,
  index: SearchIndex,
  text: string,
  near: GridPoint | null,
  isMaybeMisspelled: boolean,
): (NamedRow & { score: number })[] {
  const table = { street: 'streets', locality: 'localities' } as const
  const packOf = ({ kind }: NamedRow) => packs.get(table[kind])!
  let matched = index.typed(text, near ? MATCHED_MAX : LOOKED_AT_MAX, isMaybeMisspelled)
  if (matched.length > LOOKED_AT_MAX)
    matched = matched
      .map((each, i) => {
        const order = 1 / (1 + i / LOOKED_AT_MAX)
        return { each, score: order * nearness(near, packOf(each).point(each.row)) }
      })
      .sort((a, b) => b.score - a.score)
      .slice(0, LOOKED_AT_MAX)
      .map(({ each }) => each)
  const words = tokenize(text)
  return matched.map((each) => {
    return { ...each, score: closeness(words, packOf(each).value(each.row, 'name') as string) }
  })
}

/** How much of a name was typed, and how much of that is whole words of it. */
function closeness(typed: readonly string[], name: string): number {
  const words = searchTokens(name)
  const whole = typed.filter((word) => words.includes(word)).length
  const begun = typed.filter((word) => words.some((each) => each.startsWith(word))).length
  return (1 + whole / typed.length) * Math.min(1, (1 + begun) / (1 + tokenize(name).length))
}

/** A street as such: the more houses on it, the more likely it is meant. */
function streetHit(packs: Packs, row: number, score: number): Scored {
  const { told, point } = knownStreet(packs.get('streets')!, row)
  const precision = isShort(told) ? 'street' : 'place'
  const label = formatAddress({ ...writtenPlaceOf(told), street: told.name as string })
  return { type: 'address', label, precision, point, score: score * weightOf(told) }
}

function localityHit(packs: Packs, row: number, score: number): Scored {
  const pack = packs.get('localities')!
  const told = pack.row(row)
  const type = told.kind as 'place' | 'county' | 'zip'
  const label = formatLocality(told)
  const hit = { type, label, precision: 'place' as const, point: pack.point(row) }
  // A place is typed more often than a street of its name.
  return { ...hit, score: score * 2 * weightOf(told) }
}

function weightOf(told: Row): number {
  return 1 + Math.log10(1 + (told.address_count as number)) / 4
}

/** The house of that number, or those whose number begins so; else the place on a numbered side. */
function houseHits(
  packs: Packs,
  row: number,
  number: HouseNumber,
  score: number,
  isCompleted: boolean,
): Scored[] {
  const street = knownStreet(packs.get('streets')!, row)
  const pack = packs.get('addresses')
  const id = street.told.street_id as string
  const exact = pack?.rowsOf('house_key', houseKeyOf(id, number)) ?? []
  const begun = isCompleted ? (pack?.rowsOf('street_id', id).slice(0, HOUSES_MAX) ?? []) : []
  const houses = [...new Set([...exact, ...begun])]
    .map((house) => ({ house, told: pack!.row(house) }))
    .filter(({ told }) => `${told.number}`.startsWith(number.text))
    .sort(
      (a, b) =>
        (a.told.number_value as number) - (b.told.number_value as number) ||
        UNIT_ORDER.compare(`${a.told.unit ?? ''}`, `${b.told.unit ?? ''}`),
    )
    .slice(0, COMPLETIONS_MAX)
    .map(({ house, told }): Scored => {
      const isExact = told.number === number.text
      const label = formatAddress({
        ...writtenPlaceOf(told),
        number: told.number as string,
        street: told.street as string,
        unit: told.unit as string | null,
      })
      const near = isExact ? 100 : 10
      const point = pack!.point(house)
      return { type: 'address', label, precision: 'rooftop', point, score: score * near }
    })
  if (houses.length > 0) return houses
  const [onSide] = sidesWith(packs, street, number.value)
  if (!onSide) return []
  const label = formatAddress({
    ...writtenPlaceOf(street.told),
    number: number.text,
    street: street.told.name as string,
  })
  return [{ type: 'address', label, precision: 'street', point: onSide, score: score * 20 }]
}

/** One hit a label and place: tables that know one alike, but not two houses of one address. */
function withoutTwins(hits: readonly Scored[]): Scored[] {
  const seen = new Map<string, GridPoint[]>()
  return hits.filter(({ type, label, precision, point }) => {
    const key = `${type} ${label.toLowerCase()}`
    const known = seen.get(key) ?? []
    const isHouse = precision === 'rooftop'
    if (known.some((twin) => !isHouse || distanceM(twin, point) <= SAME_PLACE_M)) return false
    seen.set(key, [...known, point])
    return true
  })
}
