import type { CraftedTables } from './crafted-build.ts'
import { house, lineOf, lot, range } from './crafted-town.ts'
import { DIRECTIONAL_OF } from './directionals.ts'
import { ordinalNumber, ordinalOf } from './ordinals.ts'
import { STREET_TYPE_OF } from './street-types.ts'

/** An address in its parts, as a town means it, whatever a file or a person makes of it. */
export interface MeantAddress {
  number: string
  pre: string
  /** Each word in one spelling; a number stands for its ordinal. */
  name: string[]
  /** USPS abbreviation; '' for none. */
  type: string
  post: string
  unit: string | null
  city: string
  zip: string | null
  /** Metres from the corner of the town. */
  place: readonly [east_m: number, north_m: number]
  isLot: boolean
}

const NAMES = [
  ...['oak hill', 'oak', 'umbrella pine', 'maple', 'maples', 'forest', 'spring lake', 'north'],
  ...['park', 'court', 'saint cloud', 'mount vernon', 'mc ginnis', "o'brien", 'hill and dale'],
  ...['martin luther king jr', 'broadway', 'e', 'k', '1', '2', '16', '21', '113', 'county line'],
  ...['washington', 'old mill', 'santa fe', 'avocado', 'cypress', 'river view', 'la salle'],
]
const TYPES = ['st', 'ave', 'rd', 'ln', 'dr', 'ct', 'blvd', 'pl', 'ter', 'cir', 'way', '']
const DIRECTIONALS = ['', '', '', 'n', 's', 'e', 'w', 'ne', 'sw']
const PLACES: [city: string, zip: string | null][] = [
  ['Sampleton', '99801'],
  ['Sampleton', '99802'],
  ['Port Example', '99803'],
  ['Saint Nowhere', null],
]

/** Picks and draws by one source of numbers from 0 to 1. */
export class Draw {
  private readonly random: () => number

  constructor(random: () => number) {
    this.random = random
  }

  below(limit: number): number {
    return Math.floor(this.random() * limit)
  }

  chance(share: number): boolean {
    return this.random() < share
  }

  of<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)]
  }
}

/** Streets in rows 300 m apart, each with houses every 40 m; no two streets of a place alike. */
export function meantAddresses(draw: Draw, streets: number): MeantAddress[] {
  const found: MeantAddress[] = []
  const known = new Set<string>()
  for (let row = 0; row < streets; row++) {
    const [city, zip] = draw.of(PLACES)
    const name = draw.of(NAMES)
    const isSeries = /^(\d+|[a-z])$/.test(name)
    const type = draw.of(isSeries ? ['st', 'ave'] : TYPES)
    // A letter keeps its avenue; `E Ave` has no directional of its own.
    const isLetter = /^[a-z]$/.test(name) || name === 'north'
    const [pre, post] = isLetter
      ? ['', '']
      : draw.of([
          [draw.of(DIRECTIONALS), ''],
          ['', draw.of(DIRECTIONALS)],
        ])
    const street = { pre, name: name.split(' '), type, post }
    const key = JSON.stringify([street, city, zip])
    if (known.has(key)) continue
    known.add(key)
    const [first, isLot] = [1 + draw.below(90), draw.chance(0.3)]
    for (let i = 0; i < 12; i++) {
      const whole = first + i
      const number = draw.chance(0.1) ? `${whole}${draw.of(['A', ' 1/2', '-34'])}` : `${whole}`
      const place = [i * 40, row * 300] as const
      const all = { number, ...street, unit: null, city, zip, place, isLot }
      if (!draw.chance(0.15)) found.push(all)
      else for (const unit of ['1', '2b', '103']) found.push({ ...all, unit })
    }
  }
  return found
}

/** The town's files: each address in some spelling, and ranges beside every third street. */
export function generatedTown(draw: Draw, meant: readonly MeantAddress[]): CraftedTables {
  const byStreet = Map.groupBy(meant, ({ place: [, north_m] }) => north_m)
  const tables: Record<'address_points' | 'parcels' | 'street_ranges', ReturnType<typeof lot>[]> = {
    address_points: [],
    parcels: [],
    street_ranges: [],
  }
  for (const [north_m, houses] of byStreet) {
    // A file spells a street in one way.
    const street = spelledStreet(houses[0], draw)
    for (const { number, unit, city, zip, place, isLot } of houses) {
      const where = { city, state: 'ZZ', zip }
      const line = `${number} ${street}${unit ? ` ${spelledUnit(unit, draw)}` : ''}`
      if (isLot) tables.parcels.push(lot(line, where, place))
      else
        tables.address_points.push(
          house(`${number}|${street}`, where, place, unit && spelledUnit(unit, draw)),
        )
    }
    const [{ city, zip }] = houses
    if (north_m % 900 === 0)
      tables.street_ranges.push(
        range(
          street,
          { city, state: 'ZZ', zip },
          'left',
          [200, 298],
          lineOf([500, north_m], [900, north_m]),
        ),
        range(
          street,
          { city, state: 'ZZ', zip },
          'right',
          [299, 201],
          lineOf([500, north_m], [900, north_m]),
        ),
      )
  }
  return tables
}

const TYPE_WORDS = Map.groupBy(STREET_TYPE_OF.keys(), (word) => STREET_TYPE_OF.get(word)!)
const DIRECTIONAL_SPELLINGS = Map.groupBy(
  DIRECTIONAL_OF.keys(),
  (word) => DIRECTIONAL_OF.get(word)!,
)

/** The street in one of its spellings. */
export function spelledStreet({ pre, name, type, post }: MeantAddress, draw: Draw): string {
  const words = name.map((word, i) => spelledWord(word, i, name, draw))
  const isLetter = name.length === 1 && /^[a-z]$/.test(name[0])
  const typed = type && draw.of(TYPE_WORDS.get(type)!)
  const core =
    isLetter && type === 'ave' && draw.chance(0.5) ? [typed, ...words] : [...words, typed]
  const text = [spelledDirectional(pre, draw), ...core, spelledDirectional(post, draw)]
    .filter((word) => word !== '')
    .join(draw.chance(0.1) ? '  ' : ' ')
  return draw.of([text.toUpperCase(), text.toLowerCase(), text])
}

function spelledDirectional(short: string, draw: Draw): string {
  if (short === '') return ''
  const dotted = short
    .split('')
    .map((letter) => `${letter}.`)
    .join('')
  // `No` is read as north in front of a name and is left to the tests of names.
  const words = DIRECTIONAL_SPELLINGS.get(short)!.filter((word) => !/^(no|so)$/.test(word))
  return draw.of([...words, dotted])
}

const SPELLINGS: Readonly<Record<string, string[]>> = {
  saint: ['St', 'St.', 'Saint'],
  mount: ['Mt', 'Mount', 'Mt.'],
  "o'brien": ["O'Brien", 'OBrien', 'O’Brien'],
  and: ['and', '&', '&amp;'],
  pine: ['Pine', 'Pne'],
  hill: ['Hill', 'Hl'],
  lake: ['Lake', 'Lk'],
}

function spelledWord(word: string, i: number, name: readonly string[], draw: Draw): string {
  const number = ordinalNumber(word)
  if (number && name.length === 1) return draw.of([number, ordinalOf(number)])
  const isOpening = i === 0 && name.length > 1
  if (/^(saint|mount)$/.test(word) && !isOpening) return word
  return draw.of(SPELLINGS[word] ?? [word])
}

export function spelledUnit(unit: string, draw: Draw): string {
  return draw.of([
    `Apt ${unit}`,
    `UNIT ${unit}`,
    `#${unit}`,
    `# ${unit}`,
    `apt # ${unit}`,
    `Ste. ${unit}`,
  ])
}
