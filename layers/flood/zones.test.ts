import { describe, expect, test } from 'vitest'
import { RowError } from '../../values/row-error.ts'
import { describeZone, isHighRisk, knownZone, RISKS, riskOf, zoneRank } from './zones.ts'

const zoneClass = (zone: string, zone_subtype: string | null = null) => ({ zone, zone_subtype })
const SHADED = '0.2 PCT ANNUAL CHANCE FLOOD HAZARD'

/** FEMA's zones and the risk of each, by the FIRM Database Technical Reference. */
const RISK_OF_ZONE = {
  V: 'high_coastal',
  VE: 'high_coastal',
  A: 'high',
  AE: 'high',
  AH: 'high',
  AO: 'high',
  AR: 'high',
  A99: 'high',
  D: 'undetermined',
  X: 'minimal',
  'OPEN WATER': 'water',
  'AREA NOT INCLUDED': 'unmapped',
}

test.each(Object.entries(RISK_OF_ZONE))('zone %s is %s', (zone, risk) => {
  expect(riskOf(zoneClass(zone))).toBe(risk)
  expect(isHighRisk(zoneClass(zone))).toBe(risk.startsWith('high'))
})

test('zones are a closed set: any other code is a dirty row, however near it comes', () => {
  expect(knownZone(' ae ')).toBe('AE')
  for (const code of ['AREA', 'A1', 'X500', 'XE', '', 'constructor', 'toString'])
    expect(() => knownZone(code)).toThrow(RowError)
  expect(() => knownZone('A1')).toThrow('FLD_ZONE "A1"')
})

describe('X means two things', () => {
  test.each([
    [SHADED, 'moderate'],
    ['1 PCT DEPTH LESS THAN 1 FOOT', 'moderate'],
    ['1 PCT DRAINAGE AREA LESS THAN 1 SQUARE MILE', 'moderate'],
    ['1 PCT FUTURE CONDITIONS', 'moderate'],
    ['AREA WITH REDUCED FLOOD RISK DUE TO LEVEE', 'moderate'],
    ['AREA OF MINIMAL FLOOD HAZARD', 'minimal'],
    // Something is special there, and nobody knows what: that is not minimal.
    ['a subtype nobody has seen', 'moderate'],
  ])('with %s it is %s', (subtype, risk) => {
    expect(riskOf(zoneClass('X', subtype))).toBe(risk)
    expect(riskOf(zoneClass('X', subtype.toLowerCase()))).toBe(risk)
    // The subtype of another zone does not make it an X.
    expect(riskOf(zoneClass('AE', subtype))).toBe('high')
  })
})

test('the worst comes first: VE, floodway, AE, D, the shaded X, minimal X, water, not included', () => {
  const worstFirst = [
    zoneClass('VE', 'RIVERINE FLOODWAY SHOWN IN COASTAL ZONE'),
    zoneClass('VE'),
    zoneClass('AE', 'FLOODWAY'),
    zoneClass('AE'),
    zoneClass('D'),
    zoneClass('X', SHADED),
    zoneClass('X', '1 PCT DEPTH LESS THAN 1 FOOT'),
    zoneClass('X', '1 PCT DRAINAGE AREA LESS THAN 1 SQUARE MILE'),
    zoneClass('X', '1 PCT FUTURE CONDITIONS'),
    zoneClass('X', 'AREA WITH REDUCED FLOOD RISK DUE TO LEVEE'),
    zoneClass('X', 'AREA OF MINIMAL FLOOD HAZARD'),
    zoneClass('OPEN WATER'),
    zoneClass('AREA NOT INCLUDED'),
  ]
  const ranks = worstFirst.map(zoneRank)
  expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
  expect(new Set(ranks).size).toBe(ranks.length)
  // A and AE are one risk: their ranks are equal.
  expect(zoneRank(zoneClass('A'))).toBe(zoneRank(zoneClass('AE')))
})

describe('the words of a zone', () => {
  test('start with the risk where it is known, and have no full stop', () => {
    expect(describeZone(zoneClass('AE', 'FLOODWAY'))).toBe(
      'Zone AE, regulatory floodway, high risk (1 % annual chance)',
    )
    expect(describeZone(zoneClass('X', SHADED))).toBe(
      'Zone X, moderate risk: 0.2 % annual chance flooding (shaded X)',
    )
    expect(describeZone(zoneClass('AREA NOT INCLUDED'))).toBe(
      'Area not included: the flood study leaves it out and the risk is not known',
    )
    for (const zone of Object.keys(RISK_OF_ZONE))
      expect(describeZone(zoneClass(zone))).not.toMatch(/\.$/)
  })

  test('of D, of water and of what is not included promise nothing', () => {
    for (const zone of ['D', 'OPEN WATER', 'AREA NOT INCLUDED'])
      expect(describeZone(zoneClass(zone))).not.toMatch(
        /not in a |no risk|low risk|minimal|outside/i,
      )
  })
})

test('every risk is that of some zone, so that no colour of the map is idle', () => {
  const met = new Set([...Object.values(RISK_OF_ZONE), riskOf(zoneClass('X', SHADED))])
  expect(new Set(RISKS)).toEqual(met)
})
