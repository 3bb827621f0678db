import { cityKeyOf } from '../../geocoder/parsing/address-reading.ts'
import { parseStreetLine } from '../../geocoder/parsing/street-line.ts'
import { containsPoint } from '../../geometry/contains.ts'
import { distanceM } from '../../geometry/distance.ts'
import { nearestOnLines } from '../../geometry/nearest-on-lines.ts'
import type { Polygons } from '../../geometry/polygons.ts'
import type { Packs } from '../../lookup/location-lookup.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import type { FloridaAddress } from '../florida-addresses.ts'
import type { PartialGeocoder } from './geocoder-tables.ts'
import { GeocoderTally } from './geocoder-tally.ts'

/** Geocodes every numbered situs of a partition with its place; the truth is its lot. */
export function geocodeSitus(
  packs: Packs,
  partition: string,
  place: string,
  { geocoder }: PartialGeocoder,
) {
  const parcels = packs.get('parcels')!
  const rowsByLine = new Map<string, number[]>()
  for (let row = 0; row < parcels.rows; row++) {
    if (parcels.value(row, 'partition') !== partition) continue
    const line = parcels.value(row, 'situs_line1') as string | null
    if (line === null || !parseStreetLine(line)) continue
    const rows = rowsByLine.get(line)
    if (rows) rows.push(row)
    else rowsByLine.set(line, [row])
  }
  const tally = new GeocoderTally()
  for (const [line, rows] of rowsByLine) {
    const { number, streetText } = parseStreetLine(line)!
    const answer = geocoder.resolve(`${line}, ${place}`)
    const lots = rows.map((row) => parcels.polygons(row))
    for (const _ of rows)
      tally.take(
        answer,
        (point) => Math.min(...lots.map((lot) => toLotM(lot, point))),
        `${number.text} ${streetText}`,
      )
  }
  return tally.report
}

/** Metres from a point to a lot, 0 inside it. */
function toLotM(lot: Polygons, [x, y]: readonly [number, number]): number {
  if (containsPoint(lot, x, y)) return 0
  return nearestOnLines(outline(lot), [x, y]).distance_m
}

function outline({ coords, ringEnds }: Polygons) {
  const closed: number[] = []
  const lineEnds: number[] = []
  let start = 0
  for (const end of ringEnds) {
    for (let i = start; i < end; i++) closed.push(coords[i * 2], coords[i * 2 + 1])
    closed.push(coords[start * 2], coords[start * 2 + 1])
    lineEnds.push(closed.length / 2)
    start = end
  }
  return { coords: Int32Array.from(closed), lineEnds: Uint32Array.from(lineEnds) }
}

/** Geocodes every published point of a partition with its place; the truth is the point. */
export function geocodePoints(
  packs: Packs,
  partition: string,
  place: string,
  { geocoder }: PartialGeocoder,
) {
  const points = packs.get('address_points')!
  const tally = new GeocoderTally()
  for (let row = 0; row < points.rows; row++) {
    if (points.value(row, 'partition') !== partition) continue
    const line = `${points.value(row, 'number')} ${points.value(row, 'street')}`
    tally.take(geocoder.resolve(`${line}, ${place}`), (point) =>
      distanceM(points.point(row), point),
    )
  }
  return tally.report
}

/** Geocodes the middle number of every numbered side of a partition; no other truth is known. */
export function geocodeRanges(packs: Packs, partition: string, { geocoder }: PartialGeocoder) {
  const ranges = packs.get('street_ranges')!
  const tally = new GeocoderTally()
  for (let row = 0; row < ranges.rows; row++) {
    const { partition: own, street, from_number, to_number, zip, state } = ranges.row(row)
    if (own !== partition) continue
    const [from, to] = [from_number as number, to_number as number]
    const middle = from + 2 * Math.trunc((to - from) / 4)
    const text = `${middle} ${street}, ${state}${zip === null ? '' : ` ${zip}`}`
    tally.take(
      geocoder.resolve(text),
      (point) => nearestOnLines(ranges.lines(row), point).distance_m,
    )
  }
  return tally.report
}

export function geocodeFlorida(
  addresses: readonly FloridaAddress[],
  { geocoder }: PartialGeocoder,
) {
  const tally = new GeocoderTally()
  for (const { text, point } of addresses)
    tally.take(geocoder.resolve(text), (found) => (point ? distanceM(point, found) : null))
  return tally.report
}

/** Ways in which people write one address otherwise. Each gives null where it changes nothing. */
export const REWRITINGS: Record<string, (text: string, random: () => number) => string | null> = {
  as_it_is: (text) => text,
  lower_case_without_commas: (text) => text.toLowerCase().replaceAll(',', ''),
  words_written_out: (text) =>
    changed(text, (line) =>
      line.replace(
        /\b(ST|AVE|RD|DR|BLVD|HWY|LN|CT|PL|N|S|E|W|NE|NW|SE|SW)\b/g,
        (word) => WRITTEN_OUT[word],
      ),
    ),
  ordinals: (text) =>
    changed(text, (line) =>
      line.replace(
        /^(\S+ (?:[NSEW]{1,2} )?)(\d+)(?= (?:ST|AVE|CT|PL|TER|WAY|LN|DR|RD)\b)/,
        (_, before, number) => `${before}${ordinal(number)}`,
      ),
    ),
  without_zip: (text) => changed(text, (line) => line.replace(/,? \d{5,9}$/, '')),
  without_city: (text) =>
    changed(text, (line) => line.replace(/^([^,]+), [^,]+, (FL.*)$/, '$1, $2')),
  zip_plus_4: (text) => changed(text, (line) => line.replace(/(?<= )(\d{5})$/, '$1-1234')),
  one_letter_left_out: (text, random) =>
    changed(text, (line) => {
      const [street, ...rest] = line.split(',')
      const words = street.split(' ')
      const long = words.flatMap((word, i) => (/^[A-Z]{5,}$/.test(word) && i > 0 ? [i] : []))
      if (long.length === 0) return line
      const at = long[Math.floor(random() * long.length)]
      const letter = 1 + Math.floor(random() * (words[at].length - 1))
      words[at] = words[at].slice(0, letter) + words[at].slice(letter + 1)
      return [words.join(' '), ...rest].join(',')
    }),
}

const WRITTEN_OUT: Record<string, string> = {
  ...{ ST: 'Street', AVE: 'Avenue', RD: 'Road', DR: 'Drive', BLVD: 'Boulevard', HWY: 'Highway' },
  ...{ LN: 'Lane', CT: 'Court', PL: 'Place', N: 'North', S: 'South', E: 'East', W: 'West' },
  ...{ NE: 'Northeast', NW: 'Northwest', SE: 'Southeast', SW: 'Southwest' },
}

function changed(text: string, change: (text: string) => string): string | null {
  const other = change(text)
  return other === text ? null : other
}

function ordinal(number: string): string {
  const teen = /1\d$/.test(number)
  return `${number}${teen ? 'TH' : ({ 1: 'ST', 2: 'ND', 3: 'RD' }[Number(number.at(-1))] ?? 'TH')}`
}

/** Geocodes known addresses written in other ways. */
export function geocodeRewritten(
  addresses: readonly FloridaAddress[],
  { geocoder }: PartialGeocoder,
  seed: number,
) {
  const random = seededRandom(seed)
  return Object.fromEntries(
    Object.entries(REWRITINGS).map(([name, rewrite]) => {
      const counts = { requested: 0, same_house: 0, ambiguous: 0, not_found: 0, other_house: 0 }
      for (const { text } of addresses) {
        const known = geocoder.resolve(text)
        if (!('found' in known) || known.found.precision !== 'rooftop') continue
        const other = rewrite(text, random)
        if (other === null) continue
        counts.requested++
        const answer = geocoder.resolve(other)
        if ('candidates' in answer) counts.ambiguous++
        else if ('missing' in answer || answer.found.precision === 'place') counts.not_found++
        else if (distanceM(answer.found.point, known.found.point) <= 150) counts.same_house++
        else counts.other_house++
      }
      return [name, counts]
    }),
  )
}

/**
 * Each address requested in the place of another one of the set, in a county and a ZIP code that
 * are not its own: an answer at a house or a street must name that place.
 */
export function requestElsewhere(
  addresses: readonly FloridaAddress[],
  { geocoder }: PartialGeocoder,
  seed: number,
) {
  const random = seededRandom(seed)
  const counts = { requested: 0, house_elsewhere: 0, house_there: 0, place: 0, not_found: 0 }
  for (const { line, county } of addresses) {
    const other = addresses[Math.floor(random() * addresses.length)]
    if (other.county === county) continue
    counts.requested++
    const zip = other.zip.slice(0, 5)
    const answer = geocoder.resolve(`${line}, ${other.city}, FL ${zip}`)
    if (!('found' in answer)) counts.not_found++
    else if (answer.found.precision === 'place') counts.place++
    else {
      const [, city, region] = answer.found.formatted.split(', ')
      const isThere = region.endsWith(zip) || cityKeyOf(city) === cityKeyOf(other.city)
      counts[isThere ? 'house_there' : 'house_elsewhere']++
    }
  }
  return counts
}

/** Each published point requested in a town of another county; `rooftop` or `street` is wrong. */
export function requestPointsElsewhere(
  packs: Packs,
  partition: string,
  places: readonly string[],
  { geocoder }: PartialGeocoder,
) {
  const points = packs.get('address_points')!
  return Object.fromEntries(
    places.map((place) => {
      const counts = { requested: 0, rooftop: 0, street: 0, place: 0, not_found: 0 }
      for (let row = 0; row < points.rows; row++) {
        if (points.value(row, 'partition') !== partition) continue
        counts.requested++
        const line = `${points.value(row, 'number')} ${points.value(row, 'street')}`
        const answer = geocoder.resolve(`${line}, ${place}`)
        counts['found' in answer ? answer.found.precision : 'not_found']++
      }
      return [place, counts]
    }),
  )
}
