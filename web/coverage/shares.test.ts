import { expect, test } from 'vitest'
import type { CountyScore, SectionScore } from '../../coverage/scorecard-shape.ts'
import type { LocationDossier } from '../../serve/schemas/dossier.ts'
import {
  areaName,
  countyChoices,
  countyOf,
  describeMissingShare,
  formatParcelShare,
  formatShare,
} from './shares.ts'

function counts(available: number, empty: number, not_covered: number, not_available = 0) {
  return { available, empty, not_covered, not_available }
}

test('only none is 0 %, and only all is 100 %', () => {
  expect(formatShare(counts(1, 1999, 0), 'available')).toBe('<0.1 %')
  expect(formatShare(counts(1, 1999, 0), 'empty')).toBe('>99 %')
  expect(formatShare(counts(0, 10, 0), 'available')).toBe('0 %')
  expect(formatShare(counts(0, 10, 0), 'empty')).toBe('100 %')
  expect(formatShare(counts(122, 117, 361), 'available')).toBe('20 %')
  expect(formatShare(counts(12, 0, 988), 'available')).toBe('1.2 %')
  expect(formatShare(counts(998, 0, 9002), 'available')).toBe('10 %')
})

test('a missing share of land is explained, and never 0 %', () => {
  expect(describeMissingShare('no probes')).toBe('No probes.')
  expect(describeMissingShare('no county line in this build')).toMatch(
    /^No county line in this build/,
  )
  expect(describeMissingShare('of no one county')).toMatch(/^Not in one county/)
})

test('parcels are named with how many of them the build has', () => {
  const parcels = { in_build: 10_557, probes: 300, available_pct: 99.67, known_pct: 100 }
  expect(formatParcelShare({ parcels } as CountyScore)).toBe('100 % of 10,557 in the build')
  expect(formatParcelShare({ parcels: null } as CountyScore)).toBeNull()
})

test('counties of all sections can be chosen, each once, by name', () => {
  const county = (name: string | null, fips: string | null, state: string | null) =>
    ({ name, fips, state }) as CountyScore
  const section = (...counties: CountyScore[]) => ({ counties }) as SectionScore
  const penobscot = county('Penobscot County', '23019', 'ME')
  const choices = countyChoices([
    section(penobscot, county('the United States', null, null)),
    section(county('Alachua County', '12001', 'FL'), penobscot),
  ])
  expect(choices.map(({ name }) => name)).toEqual(['Alachua County, FL', 'Penobscot County, ME'])
  expect(areaName(county('the United States', null, null))).toBe('The United States')
  expect(areaName(county(null, '23019', 'ME'))).toBe('23019')
})

test('the county of a dossier is that of its boundaries, else of its parcel', () => {
  const dossier = (layers: object) => ({ layers }) as LocationDossier
  const county = { name: 'Penobscot County', fips: '23019' }
  expect(countyOf(dossier({ boundaries: { data: { county } } }))).toEqual(county)
  const parcel = { data: { county: { ...county, name: null } } }
  expect(countyOf(dossier({ boundaries: { data: { county: null } }, parcel }))).toEqual({
    fips: '23019',
    name: '23019',
  })
  expect(countyOf(dossier({ parcel: { data: null } }))).toBeNull()
  expect(countyOf(null)).toBeNull()
})
