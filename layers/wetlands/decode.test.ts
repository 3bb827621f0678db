import { describe, expect, test } from 'vitest'
import { isLongRun } from '../../tests/long-run.ts'
import {
  describeCode,
  isOpenWater,
  isVegetated,
  KINDS,
  type Kind,
  kindOf,
  subclassesOf,
  typeOf,
} from './classification.ts'
import { CLASSES, CLASSES_OF, MODIFIERS, SYSTEMS, WATER_REGIMES } from './cowardin-codes.ts'
import { type Cowardin, decodeCowardin, isInStandard } from './decode.ts'

function read(code: string): Cowardin {
  const decoded = decodeCowardin(code)
  if (!decoded) throw new Error(`${code} was not read`)
  return decoded
}

/** Every system and subsystem with its classes, each with every subclass: `M1RB`, `M1RB1`, ... */
const STANDARD = Object.entries(CLASSES_OF).flatMap(([system, classes]) =>
  classes.flatMap((named) =>
    ['', ...Object.keys(CLASSES[named].subclasses)].map((digit) => `${system}${named}${digit}`),
  ),
)

test('every code of the standard is read to its end, with every water regime and modifier', () => {
  expect(STANDARD.length).toBeGreaterThan(200)
  const misread: string[] = []
  for (const [nth, code] of STANDARD.entries())
    for (const regime of ['', ...Object.keys(WATER_REGIMES)])
      for (const sign of ['', ...Object.keys(MODIFIERS)]) {
        // All pairs of both for some of the codes; the others have one of them at a time.
        if (regime !== '' && sign !== '' && !isLongRun && nth % 5 > 0) continue
        // A digit right after a class is its subclass.
        if (regime === '' && /[1-9]/.test(sign) && !/[1-9]$/.test(code)) continue
        const whole = `${code}${regime}${sign}`
        const decoded = read(whole)
        const { waterRegime, modifiers, parts } = decoded
        const isRead = (waterRegime ?? '') === regime && modifiers.join('') === sign
        const words = describeCode(decoded).toLowerCase()
        const isDescribed =
          words.startsWith(SYSTEMS[parts[0].system].word) && !words.includes('undefined')
        if (!isRead || !isDescribed || !isInStandard(decoded)) misread.push(whole)
      }
  expect(misread).toEqual([])
})

describe('the words of a code', () => {
  test.each([
    [
      'PFO1E',
      'Freshwater forested wetland',
      'Palustrine, forested (broad-leaved deciduous); seasonally flooded/saturated',
    ],
    [
      'PFO4/1Eh',
      'Freshwater forested wetland',
      'Palustrine, forested (needle-leaved evergreen / broad-leaved deciduous); seasonally flooded/saturated; diked or impounded',
    ],
    [
      'PSS1/EM1C',
      'Freshwater scrub-shrub wetland mixed with emergent wetland',
      'Palustrine, scrub-shrub (broad-leaved deciduous) / emergent (persistent); seasonally flooded',
    ],
    [
      'PFO/SS1A',
      'Freshwater forested wetland mixed with scrub-shrub wetland',
      'Palustrine, forested / scrub-shrub (broad-leaved deciduous); temporarily flooded',
    ],
    [
      'PUB/FO5b',
      'Freshwater pond, unconsolidated bottom mixed with forested wetland',
      'Palustrine, unconsolidated bottom / forested (dead); beaver',
    ],
    [
      'PFO4Ba',
      'Freshwater forested wetland',
      'Palustrine, forested (needle-leaved evergreen); seasonally saturated (on older maps: saturated); acid',
    ],
    [
      'PEM5Ax',
      'Freshwater emergent wetland',
      'Palustrine, emergent (Phragmites australis); temporarily flooded; excavated',
    ],
    [
      'PEM1F9',
      'Inland saline emergent wetland',
      'Palustrine, emergent (persistent); semipermanently flooded; mixosaline',
    ],
    [
      'PUBF0',
      'Freshwater pond, unconsolidated bottom',
      'Palustrine, unconsolidated bottom; semipermanently flooded; fresh',
    ],
    ['Pf', 'Farmed freshwater wetland', 'Palustrine; farmed'],
    [
      'E2EM1P6d',
      'Estuarine emergent wetland',
      'Estuarine intertidal, emergent (persistent); irregularly flooded; oligohaline; partly drained or ditched',
    ],
    [
      'E1UBL',
      'Estuarine subtidal water, unconsolidated bottom',
      'Estuarine subtidal, unconsolidated bottom; subtidal',
    ],
    [
      'M2US2N',
      'Marine intertidal zone, unconsolidated shore',
      'Marine intertidal, unconsolidated shore (sand); regularly flooded',
    ],
    [
      'R1US3N',
      'Tidal river, unconsolidated shore',
      'Riverine tidal, unconsolidated shore (mud); regularly flooded',
    ],
    [
      'R4SBC',
      'Intermittent stream, streambed',
      'Riverine intermittent, streambed; seasonally flooded',
    ],
    ['L1H', 'Lake', 'Lacustrine limnetic; permanently flooded'],
    [
      'L2AB/PEM1F',
      'Lake, aquatic bed mixed with emergent wetland',
      'Lacustrine littoral, aquatic bed / palustrine, emergent (persistent); semipermanently flooded',
    ],
    [
      'L2EM2F',
      'Lake emergent wetland',
      'Lacustrine littoral, emergent (nonpersistent); semipermanently flooded',
    ],
    [
      ' PSS1 C ',
      'Freshwater scrub-shrub wetland',
      'Palustrine, scrub-shrub (broad-leaved deciduous); seasonally flooded',
    ],
  ])('%s', (code, type, description) => {
    expect([typeOf(read(code)), describeCode(read(code))]).toEqual([type, description])
  })
})

describe('a digit zero typed for the letter O', () => {
  test.each([
    ['PF01E', 'PFO1E'],
    ['PF04E', 'PFO4E'],
    ['L10WH', 'L1OWH'],
    ['PSS1/F04C', 'PSS1/FO4C'],
  ])('%s is read as %s, and known as corrected', (typed, intended) => {
    expect(read(typed)).toEqual({ ...read(intended), isCorrected: true })
  })

  test('is not seen where F0 means a semipermanently flooded fresh wetland', () => {
    expect(read('PEM1F0')).toMatchObject({ waterRegime: 'F', modifiers: ['0'], isCorrected: false })
  })
})

describe('codes that the lists do not have', () => {
  test.each([
    '',
    'X',
    'Upland',
    'Pond',
    'Lake',
    'PXX',
    'EM1C',
    'P3EMC',
    'R7UBH',
    '???',
    'constructor',
  ])('%j is not a code, and nothing is guessed from it', (code) =>
    expect(decodeCowardin(code)).toBeNull(),
  )

  test('the end of a code that cannot be read leaves its class standing', () => {
    expect(read('PEM1X')).toMatchObject({
      parts: [{ class: 'EM' }],
      waterRegime: null,
      unread: 'X',
    })
    expect(describeCode(read('PEM1CX'))).toMatch(/; seasonally flooded; not understood: X$/)
  })

  test.each(['PRSA', 'R3EM1F', 'PEM8C', 'PEM1X', 'MUBL'])(
    '%s is not a code of the standard',
    (code) => expect(isInStandard(read(code))).toBe(false),
  )

  test('a subclass that the class does not have stays a digit', () => {
    expect(subclassesOf(read('PEM8C'))).toBe('subclass 8')
  })
})

describe('open water, from system and class', () => {
  const water = (code: string) => isOpenWater(read(code))

  test('is every class under water that stays, and all that is subtidal or limnetic', () => {
    const isWater = (code: string) =>
      /^(M1|E1|L1)/.test(code) || (/^(R|L2|P)/.test(code) && /(RB|UB|AB|OW)\d?$/.test(code))
    for (const code of STANDARD) expect(water(code), code).toBe(isWater(code))
  })

  test.each([
    ['a pond that is part marsh', 'PUB/EM1F', false],
    ['a marsh that is part pond', 'PEM1/UBF', false],
    ['dead trees standing in a pond', 'PUB/FO5F', false],
    ['a pond, part of it water plants', 'PUB/AB3H', true],
    ['a shore that is bared', 'PUSCx', false],
    ['a subtidal reef', 'E1RF2L', true],
    ['a reef between the tides', 'E2RF2M', false],
    ['sea grass between the tides', 'E2AB3M', false],
    ['the deep part of a lake, class not stated', 'L1H', true],
    ['farmed land', 'Pf', null],
    ['a river, class not stated', 'R2H', null],
  ])('%s: %s', (_what, code, expected) => expect(water(code)).toBe(expected))

  test('a wetland named after its plants is vegetated, and only water plants are open water too', () => {
    for (const code of STANDARD) {
      const both = isVegetated(read(code)) && water(code)
      if (both) expect(code).toContain('AB')
      expect(isVegetated(read(code)), code).toBe(/(AB|ML|EM|SS|FO)\d?$/.test(code))
    }
    expect(isVegetated(read('PUB/EM1F'))).toBe(true)
    expect(isVegetated(read('L1H'))).toBeNull()
  })
})

describe('the groups of the map legend', () => {
  test.each<[string, Kind]>([
    ['M1UBL', 'estuarine_marine_deepwater'],
    ['E1UBL', 'estuarine_marine_deepwater'],
    ['E2EM1P', 'estuarine_marine_wetland'],
    ['M2US2N', 'estuarine_marine_wetland'],
    ['PEM1C', 'freshwater_emergent'],
    ['PML1B', 'freshwater_emergent'],
    ['PSS1/EM1C', 'freshwater_forested_shrub'],
    ['PFO/SS1A', 'freshwater_forested_shrub'],
    ['PUB/FO5F', 'freshwater_pond'],
    ['PUSCx', 'freshwater_pond'],
    ['PABHx', 'freshwater_pond'],
    ['L2USC', 'lake'],
    ['R4SBC', 'riverine'],
    ['Pf', 'other'],
  ])('%s is %s', (code, kind) => expect(kindOf(read(code))).toBe(kind))

  test('each is that of some code, so that no colour of the map is idle', () => {
    const met = new Set([...STANDARD, 'Pf'].map((code) => kindOf(read(code))))
    expect(new Set(KINDS)).toEqual(new Set([...met, 'unknown']))
  })
})
