import { expect, test } from 'vitest'
import { polygonsToWkb } from '../layers/geometry/wkb.ts'
import { tableNamed } from '../layers/index.ts'
import { wktToPolygons } from '../tests/layer-fixture.ts'
import type { AuditedPartition } from './audit.ts'
import { auditEditions } from './edition-audit.ts'

type Box = [west: number, south: number, east: number, north: number]

function rectangle([w, s, e, n]: Box) {
  return wktToPolygons(`POLYGON ((${w} ${s}, ${e} ${s}, ${e} ${n}, ${w} ${n}, ${w} ${s}))`)
}

function partition(id: string, box: Box | null, source = 'nwi', is_fictional = false) {
  const wkb = box && Buffer.from(polygonsToWkb(rectangle(box))).toString('hex')
  const finished = { coverage: { wkb }, source: { id: source, is_fictional } }
  return { table: tableNamed('wetlands'), partition: id, finished } as unknown as AuditedPartition
}

const STATE: Box = [-72, 30, -71, 31]
const BASIN: Box = [-71.9, 30.1, -71.8, 30.2]

test('a state and a basin inside it, of one product, tell all of the basin twice', () => {
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

test('neighbours may overlap by a strip', () => {
  const neighbour: Box = [-71.05, 30, -70, 31]
  expect(auditEditions([partition('a', STATE), partition('b', neighbour)])).toMatchObject([
    { passed: true, measured: 0 },
  ])
})

test('other products of the same ground, undeclared coverages and fictional ones are no editions', () => {
  const others = [partition('a', STATE), partition('b', STATE, 'county'), partition('c', null)]
  expect(auditEditions(others).every(({ passed }) => passed)).toBe(true)
  const sample = ['sample', 'sample-learned'].map((id) => partition(id, STATE, 'sample', true))
  expect(auditEditions(sample)).toEqual([])
})

test('two editions of a list kept by county may stand in one build: its section chooses', () => {
  const table = tableNamed('climate_zones')
  const lists = ['us-2012', 'us-2021'].map((id) => ({ ...partition(id, STATE, 'doe'), table }))
  expect(auditEditions(lists)).toEqual([])
})
