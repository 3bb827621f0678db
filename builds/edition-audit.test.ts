import { expect, test } from 'vitest'
import { polygonsToWkb } from '../geometry/wkb.ts'
import { getTable } from '../layers/index.ts'
import { rectangle } from '../tests/fixtures/ground.ts'
import type { AuditedPartition } from './audit.ts'
import { auditEditions } from './edition-audit.ts'

type Box = [west: number, south: number, east: number, north: number]

function partition(id: string, box: Box | null, source = 'nwi', is_fictional = false) {
  const wkb = box && Buffer.from(polygonsToWkb(rectangle(...box))).toString('hex')
  const finished = { coverage: { wkb }, source: { id: source, is_fictional } }
  return { table: getTable('wetlands'), partition: id, finished } as unknown as AuditedPartition
}

const STATE: Box = [-72, 30, -71, 31]
const BASIN: Box = [-71.9, 30.1, -71.8, 30.2]

test('a state and a basin inside it, of one product, have all of the basin twice', () => {
  expect(auditEditions([partition('me', STATE), partition('0102', BASIN)])).toEqual([
    {
      name: 'editions_overlap',
      table: 'wetlands',
      passed: false,
      measured: 'me and 0102 by 100 %',
      limit: '10 % of the smaller coverage',
    },
  ])
})

test.each<[part: string, passed: boolean, measured: string | number, one: Box, other: Box]>([
  ['9 % of both', true, 0, [-72, 30, -71, 31], [-71.09, 30, -70.09, 31]],
  ['11 % of both', false, 'a and b by 11 %', [-72, 30, -71, 31], [-71.11, 30, -70.11, 31]],
  // A tenth of the smaller one is 1 % of the larger one, whichever comes first.
  ['9 % of the smaller', true, 0, STATE, [-71.009, 30.4, -70.909, 30.5]],
  ['11 % of the smaller', false, 'a and b by 11 %', STATE, [-71.011, 30.4, -70.911, 30.5]],
  ['11 % of the larger', false, 'a and b by 11 %', [-71.011, 30.4, -70.911, 30.5], STATE],
])('two coverages that share %s pass: %s', (_part, passed, measured, one, other) => {
  const [audit] = auditEditions([partition('a', one), partition('b', other)])
  const limit = '10 % of the smaller coverage'
  expect(audit).toEqual({ name: 'editions_overlap', table: 'wetlands', passed, measured, limit })
})

test('of many editions each pair that overlaps is named', () => {
  const east: Box = [-71, 30, -70, 31]
  const all = [partition('a', STATE), partition('b', east), partition('c', STATE)]
  const [audit, ...rest] = auditEditions([...all, partition('d', east)])
  expect([audit.measured, rest]).toEqual(['a and c by 100 %; b and d by 100 %', []])
})

test('the same product may be in two tables, and each table is held against itself', () => {
  const soils = { ...partition('me', STATE), table: getTable('soil_map_units') }
  expect(auditEditions([partition('me', STATE), soils])).toEqual([])
  const audits = auditEditions([partition('me', STATE), soils, partition('0102', BASIN), soils])
  expect(audits.map(({ table, passed }) => [table, passed])).toEqual([
    ['wetlands', false],
    ['soil_map_units', false],
  ])
})

test.each<[side: string, box: Box]>([
  ['west', [-74, 30, -73, 31]],
  ['east', [-70, 30, -69, 31]],
  ['south', [-72, 28, -71, 29]],
  ['north', [-72, 32, -71, 33]],
])('a coverage wholly %s of another one shares nothing with it', (_side, box) => {
  expect(auditEditions([partition('a', STATE), partition('b', box)])).toMatchObject([
    { passed: true, measured: 0 },
  ])
})

test('neighbours may overlap by a strip', () => {
  const neighbour: Box = [-71.05, 30, -70, 31]
  expect(auditEditions([partition('a', STATE), partition('b', neighbour)])).toMatchObject([
    { passed: true, measured: 0 },
  ])
})

test('other products of the same ground, undeclared coverages and fictional ones are not editions', () => {
  const others = [partition('a', STATE), partition('b', STATE, 'county'), partition('c', null)]
  expect(auditEditions(others).every(({ passed }) => passed)).toBe(true)
  const sample = ['sample', 'sample-learned'].map((id) => partition(id, STATE, 'sample', true))
  expect(auditEditions(sample)).toEqual([])
})

test('two editions of a list by county may be in one build: its section chooses', () => {
  const table = getTable('climate_zones')
  const lists = ['us-2012', 'us-2021'].map((id) => ({ ...partition(id, STATE, 'doe'), table }))
  expect(auditEditions(lists)).toEqual([])
})
