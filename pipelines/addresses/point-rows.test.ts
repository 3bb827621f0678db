import { expect, test } from 'vitest'
import { Column } from '../../layers/column-mapping.ts'
import { Tally } from '../stages/tally.ts'
import type { PointsMapping } from './mapping.ts'
import { pointValues } from './point-rows.ts'

const COLUMNS = {
  number: Column.parse('NUMBER'),
  street: Column.parse('STREET'),
  address: Column.parse('ADDRESS'),
  unit: Column.parse('UNIT'),
} satisfies PointsMapping['columns']
const NOWHERE = { city: () => null, state: null }

function valuesOf(columns: Record<string, string>, tally = new Tally()) {
  const feature = {
    number: 0,
    polygons: null,
    lines: null,
    point: [0, 0] as const,
    collapsedRings: 0,
  }
  const mapping: PointsMapping = {
    title: 'Fixture',
    table: 'address_points',
    columns: COLUMNS,
  }
  const values = pointValues({ ...feature, attributes: columns }, mapping, NOWHERE, tally)
  return [values.number, values.street, values.unit]
}

test.each([
  ['129 KNOLLWOOD DR', '129', 'KNOLLWOOD DR', null],
  ['12 1/2 MAIN ST', '12 1/2', 'MAIN ST', null],
  ['12½ MAIN ST', '12 1/2', 'MAIN ST', null],
  ['12A MAIN ST', '12A', 'MAIN ST', null],
  ['1609-A MAIN ST', '1609-A', 'MAIN ST', null],
  ['37-15 73RD ST', '37-15', '73RD ST', null],
  ['210 US 221A HWY', '210', 'US 221A HWY', null],
  // A letter after a blank is a street, or a direction.
  ['12 A ST', '12', 'A ST', null],
  ['310 BOULEVARD EAST', '310', 'BOULEVARD EAST', null],
  ['195 N QUAIL RUN', '195', 'N QUAIL RUN', null],
  ['222 N FEDERAL HWY STE B', '222', 'N FEDERAL HWY', 'STE B'],
  ['3471 N FEDERAL HWY/ UNIT 102', '3471', 'N FEDERAL HWY', 'UNIT 102'],
  ['4401 NW 25 PL #C', '4401', 'NW 25 PL', '#C'],
  ['13950 SW 260 ST; BLDG 30-102', '13950', 'SW 260 ST', 'BLDG 30-102'],
  ['100 OAK DR BLDG 2, APT 4B', '100', 'OAK DR', 'BLDG 2, APT 4B'],
])('the line %j is house %j on %j, unit %j', (line, number, street, unit) => {
  expect(valuesOf({ ADDRESS: line })).toEqual([number, street, unit])
})

test.each([
  ['222', 'N FEDERAL HWY STE B', '', 'N FEDERAL HWY', 'STE B'],
  ['222', 'N FEDERAL HWY', 'B', 'N FEDERAL HWY', 'B'],
  // The same unit twice, the whole and a part of it, and one inside of the other.
  ['222', 'N FEDERAL HWY STE B', 'B', 'N FEDERAL HWY', 'STE B'],
  ['222', 'OAK DR BLDG 2 APT 4', 'APT 4', 'OAK DR', 'BLDG 2 APT 4'],
  ['222', 'OAK DR BLDG 2', 'APT 4', 'OAK DR', 'BLDG 2 APT 4'],
  // A fraction in the name of a street is not a part of the house number.
  ['12', '1/2 MILE RD', '', '1/2 MILE RD', null],
])('the columns %j, %j and %j are %j, unit %j', (NUMBER, STREET, UNIT, street, unit) => {
  expect(valuesOf({ NUMBER, STREET, UNIT })).toEqual([NUMBER, street, unit])
})

test.each(['0 MAIN ST', '000 MAIN ST', 'N/A MAIN ST', '1ST AVE', 'DEEP HOLLOW TRL'])(
  'the line %j names no house',
  (line) => {
    expect(() => valuesOf({ ADDRESS: line })).toThrow(
      expect.objectContaining({ stat: 'addresses.no_house_number' }),
    )
  },
)

test('a number alone has no street', () => {
  expect(() => valuesOf({ ADDRESS: '363' })).toThrow('number "363"')
})

test('units found in the column of streets are counted', () => {
  const tally = new Tally()
  valuesOf({ ADDRESS: '222 N FEDERAL HWY STE B' }, tally)
  valuesOf({ NUMBER: '222', STREET: 'N FEDERAL HWY', UNIT: 'B' }, tally)
  expect(tally.cases).toEqual({ 'addresses.unit_in_street': 1 })
})
