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
import type { LocalityKind } from '../tables/lookup-tables.ts'
import { writtenPlaceOf } from '../tables/written-place.ts'
import type { NamedRow, SearchIndex } from './search-index.ts'
import { searchTokens } from './search-tokens.ts'

export const SEARCH_TYPES = ['address', 'place', 'county', 'zip', 'parcel'] as const
export type SearchType = (typeof SEARCH_TYPES)[number]

/** A match for a text while it is typed. */
export interface SearchHit {
  type: SearchType
  /** Text to show; of an address or a place also the text to look up. */
  label: string
  precision: Precision
  point: GridPoint
  /** Key of a parcel. */
  parcel_key?: string
  /** True when a lookup of the label finds this place; false for both of two with the same name. */
  isNamed: boolean
}

export interface SearchRequest {
  text: string
  types: readonly SearchType[]
  limit: number
  /** Hits near this point come first. */
  near: GridPoint | null
}

/** Most streets and places that match one request, and most of them that are scored. */
const MATCHED_MAX = 2_000
const SCORED_MAX = 60
/** Most houses of one street that complete the typed number. */
const COMPLETIONS_MAX = 5
/** Most houses of one street that are compared with it. */
const HOUSES_MAX = 2_000
/**
 * Number of best streets on which a number is completed; on the others only that number is looked
 * up.
 */
const COMPLETED_MAX = 12
const UNIT_ORDER = new Intl.Collator('en', { numeric: true })
/** Distance at which a hit scores half as much as one at the point. */
const NEAR_HALF_M = 5_000

type Scored = Omit<SearchHit, 'isNamed'> & { score: number }

/** Searches for a text while it is typed, the best matches first. */
export function searchFor(
  packs: Packs,
  index: SearchIndex,
  { text, types, limit, near }: SearchRequest,
): SearchHit[] {
  // Only the index corrects misspellings: to the geocoder every incomplete word would be one.
  const geocoder = new Geocoder(packs)
  const scored: Scored[] = [
    ...parcelNamed(packs, text),
    ...wholeMatches(geocoder, text),
    ...typedHits(packs, index, text, near),
  ]
  const hits = scored.filter(({ type }) => types.includes(type))
  for (const hit of hits) hit.score *= nearness(near, hit.point)
  hits.sort((a, b) => b.score - a.score || (a.label < b.label ? -1 : 1))
  return withoutTwins(hits)
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

/** Scores of exact matches, above all that only begin like the text. */
const EXACT = 1e6
const WHOLE = 1e5

function parcelNamed(packs: Packs, text: string): Scored[] {
  const pack = packs.get('parcels')
  const row = pack?.rowOfKey(text.trim()) ?? null
  if (row === null) return []
  const label = text.trim()
  const point = anchorOf(pack!.polygons(row))
  return [{ type: 'parcel', label, precision: 'rooftop', point, parcel_key: label, score: EXACT }]
}

/** Matches of the text as a whole address or place, as `address=` resolves it. */
function wholeMatches(geocoder: Geocoder, text: string): Scored[] {
  const answer = geocoder.resolve(text)
  const found = 'found' in answer ? [answer.found] : 'candidates' in answer ? answer.candidates : []
  // A place that stands in for an unknown street is not what was typed.
  return found
    .filter(({ precision, note }) => precision !== 'place' || !note)
    .map(({ formatted, precision, point }) => {
      const type = precision === 'place' ? placeTypeOf(formatted) : 'address'
      return { type, label: formatted, precision, point, score: WHOLE }
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
  const rest = numbered ? words.slice(numbered.wordCount).join(' ') : ''
  const hits: Scored[] = []
  const isHouse = numbered !== null && rest !== ''
  for (const { kind, row, score } of scoredMatches(packs, index, text, near, !isHouse))
    hits.push(HITS[kind](packs, row, score))
  if (!isHouse) return hits
  let completed = 0
  for (const { kind, row, score } of scoredMatches(packs, index, rest, near, true)) {
    if (kind !== 'street') continue
    const isCompleted = completed++ < COMPLETED_MAX
    hits.push(...houseHits(packs, row, numbered.number, score, isCompleted))
  }
  return hits
}

/**
 * The best matches of the index with their scores; of a name that many towns have, the near ones.
 */
function scoredMatches(
  packs: Packs,
  index: SearchIndex,
  text: string,
  near: GridPoint | null,
  isMaybeMisspelled: boolean,
): (NamedRow & { score: number })[] {
  const table = { street: 'streets', locality: 'localities' } as const
  const packOf = ({ kind }: NamedRow) => packs.get(table[kind])!
  let matched = index.typed(text, near ? MATCHED_MAX : SCORED_MAX, isMaybeMisspelled)
  if (matched.length > SCORED_MAX)
    matched = matched
      .map((each, i) => {
        const order = 1 / (1 + i / SCORED_MAX)
        return { each, score: order * nearness(near, packOf(each).point(each.row)) }
      })
      .sort((a, b) => b.score - a.score)
      .slice(0, SCORED_MAX)
      .map(({ each }) => each)
  const words = tokenize(text)
  return matched.map((each) => {
    return { ...each, score: closeness(words, packOf(each).value(each.row, 'name') as string) }
  })
}

/** Score of a name by the share of it that was typed, and by the share of whole words in that. */
function closeness(typed: readonly string[], name: string): number {
  const words = searchTokens(name)
  const whole = typed.filter((word) => words.includes(word)).length
  const begun = typed.filter((word) => words.some((each) => each.startsWith(word))).length
  return (1 + whole / typed.length) * Math.min(1, (1 + begun) / (1 + tokenize(name).length))
}

const HITS: Record<NamedRow['kind'], (packs: Packs, row: number, score: number) => Scored> = {
  street: streetHit,
  locality: localityHit,
}

/** A street without a number; streets with more houses score higher. */
function streetHit(packs: Packs, row: number, score: number): Scored {
  const { record, point } = knownStreet(packs.get('streets')!, row)
  const precision = isShort(record) ? 'street' : 'place'
  const label = formatAddress({ ...writtenPlaceOf(record), street: record.name as string })
  return { type: 'address', label, precision, point, score: score * weightOf(record) }
}

function localityHit(packs: Packs, row: number, score: number): Scored {
  const pack = packs.get('localities')!
  const record = pack.row(row)
  const type = record.kind as LocalityKind
  const label = formatLocality(record)
  const hit = { type, label, precision: 'place' as const, point: pack.point(row) }
  // A place is typed more often than a street of its name.
  return { ...hit, score: score * 2 * weightOf(record) }
}

function weightOf(record: Row): number {
  return 1 + Math.log10(1 + (record.address_count as number)) / 4
}

/** Houses with that number or whose number begins with it; else a point on a numbered side. */
function houseHits(
  packs: Packs,
  row: number,
  number: HouseNumber,
  score: number,
  isCompleted: boolean,
): Scored[] {
  const street = knownStreet(packs.get('streets')!, row)
  const pack = packs.get('addresses')
  const id = street.record.street_id as string
  const onStreet = isCompleted ? (pack?.rowsOf('street_id', id) ?? []) : []
  const begun = onStreet.slice(0, HOUSES_MAX)
  // Where all houses of the street are compared, the exact one is among them.
  const isWhole = isCompleted && onStreet.length <= HOUSES_MAX
  const exact = isWhole ? [] : (pack?.rowsOf('house_key', houseKeyOf(id, number)) ?? [])
  const houses = [...new Set([...exact, ...begun])]
    .map((house) => ({ house, record: pack!.row(house) }))
    .filter(({ record }) => `${record.number}`.startsWith(number.text))
    .sort(
      (a, b) =>
        (a.record.number_value as number) - (b.record.number_value as number) ||
        UNIT_ORDER.compare(`${a.record.unit ?? ''}`, `${b.record.unit ?? ''}`),
    )
    .slice(0, COMPLETIONS_MAX)
    .map(({ house, record }): Scored => {
      const isExact = record.number === number.text
      const label = formatAddress({
        ...writtenPlaceOf(record),
        number: record.number as string,
        street: record.street as string,
        unit: record.unit as string | null,
      })
      const near = isExact ? 100 : 10
      const point = pack!.point(house)
      return { type: 'address', label, precision: 'rooftop', point, score: score * near }
    })
  if (houses.length > 0) return houses
  const [onSide] = sidesWith(packs, street, number.value)
  if (!onSide) return []
  const label = formatAddress({
    ...writtenPlaceOf(street.record),
    number: number.text,
    street: street.record.name as string,
  })
  return [{ type: 'address', label, precision: 'street', point: onSide, score: score * 20 }]
}

/**
 * Removes repeated hits of one label and place, but not one of two houses with the same address.
 */
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
