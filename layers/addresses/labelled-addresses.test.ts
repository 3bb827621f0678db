import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { stateCodeOf } from '../state-names.ts'
import { type AddressReading, cityKeyOf, readAddress } from './address-reading.ts'
import { readAskedNumber } from './house-number.ts'
import { type LabelledAddress, readLabelled } from './labelled-addresses.ts'
import { streetKey } from './street-name.ts'
import { unitOf } from './unit.ts'
import { wordsOf } from './words.ts'

const FOLDER = join(realDataFolder(), 'addresses')
const FILES = {
  messy: 'us50_messiest_manual_label.xml',
  training: 'usaddress_training_labeled.xml.gz',
}

function labelled(file: string): LabelledAddress[] {
  const bytes = readFileSync(join(FOLDER, file))
  return readLabelled((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
}

/**
 * What the best reading of a line has otherwise than its labels: known gaps, which a better reader
 * makes smaller. Most are names of buildings without a comma, mail stops, two addresses in one
 * line, grid numbers (`N170W20015`), two letters behind a street that are a unit.
 */
const AMISS = {
  none: 1050,
  street: 64,
  'street, unit': 19,
  city: 19,
  'number, street': 11,
  'city, unit': 8,
  'number, street, unit': 6,
  unit: 5,
  'city, state, zip': 4,
  'street, city': 3,
  'street, city, state': 2,
  'number, street, city': 1,
  'number, street, city, unit': 1,
  'city, state': 1,
  state: 1,
  'state, zip': 1,
  'street, city, unit': 1,
  'street, state': 1,
}

/** Lines that mean no house by its street: boxes, crossings, what goes to a person's name. */
const NO_HOUSE = /^(USPSBox|Intersection|CornerOf|Recipient|NotAddress|LandmarkName)/

const isHouse = ({ parts }: LabelledAddress) =>
  parts.has('AddressNumber') && ![...parts.keys()].some((label) => NO_HOUSE.test(label))

/** What of the labels the best reading says otherwise; empty where one reading says them all. */
function missed({ text, parts }: LabelledAddress): string[] {
  const words = (...labels: string[]) => labels.flatMap((label) => parts.get(label) ?? [])
  const street = [...parts].flatMap(([label, each]) => (/^StreetName/.test(label) ? each : []))
  const said: Record<string, (reading: AddressReading) => boolean> = {
    number: ({ number, unit }) => {
      const [plain, suffix = ''] = words('AddressNumber', 'AddressNumberSuffix')
      const isPart = unit === suffix.toLowerCase() && number?.text === plain
      return isPart || number?.text === numberOf(`${plain} ${suffix}`)
    },
    street: ({ streetWords }) => streetKey(street.join(' ')) === streetKey(streetWords.join(' ')),
    city: ({ city }) => (city ?? '') === cityKeyOf(words('PlaceName').join(' ')),
    state: ({ state }) => state === stateCodeOf(words('StateName').join(' ').replaceAll('.', '')),
    // Those that lost their zero are read with it.
    zip: ({ zip }) => (zip ?? '') === zipOf(words('ZipCode').join('')),
    unit: ({ unit }) => isUnit(unit, words('OccupancyIdentifier')),
  }
  const each = readAddress(text).map((reading) =>
    Object.keys(said).filter((part) => !said[part](reading)),
  )
  return each.sort((a, b) => a.length - b.length)[0] ?? ['all']
}

function numberOf(label: string): string | undefined {
  const words = label.trim().toLowerCase().split(/\s+/)
  return readAskedNumber([...words, 'st'])?.number.text
}

function zipOf(label: string): string {
  const [digits] = label.split('-')
  return digits.length === 4 ? `0${digits}` : digits.slice(0, 5)
}

/** Of a unit inside of another the labels name the inner one. */
function isUnit(unit: string | null, words: string[]): boolean {
  const known = words.length > 0 ? unitOf(words.flatMap(wordsOf)) : null
  return known === null || unit === known || (unit?.endsWith(`-${known}`) ?? false)
}

describe.skipIf(!existsSync(join(FOLDER, FILES.messy)))('addresses that people labelled', () => {
  test('of the fifty messiest every house can be read as its labels say', () => {
    const houses = labelled(FILES.messy).filter(isHouse)
    expect(houses).toHaveLength(37)
    for (const house of houses) expect([house.text, missed(house)]).toEqual([house.text, []])
  })

  test('of 1,198 others seven of eight can, and the rest is counted by what is amiss', () => {
    const houses = labelled(FILES.training).filter(isHouse)
    const counts: Record<string, number> = {}
    for (const house of houses) {
      const kind = missed(house).join(', ') || 'none'
      counts[kind] = (counts[kind] ?? 0) + 1
    }
    expect(houses).toHaveLength(1_198)
    expect(counts.none / houses.length).toBeGreaterThan(0.87)
    expect(counts).toEqual(AMISS)
  })
})
