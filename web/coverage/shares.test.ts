import { expect, test } from 'vitest'
import type { CountyScore, SectionScore } from '../../coverage/scorecard-shape.ts'
import type { LocationDossier } from '../../serve/schemas/dossier.ts'
import {
  areaName,
  countyChoices,
  countyOf,
  describeMissingShare,
  describeShares,
  formatShown,
  landShare,
  parcelShare,
} from './shares.ts'

function counts(available: number, empty: number, not_covered: number, not_available = 0) {
  return { available, empty, not_covered, not_available }
}

const percent = (...counted: Parameters<typeof counts>) =>
  landShare({ statuses: counts(...counted) }, ['available'])?.share

test('only none is 0 %, and only all is 100 %', () => {
  expect(percent(1, 1999, 0)).toBe('<0.1 %')
  expect(landShare({ statuses: counts(1, 1999, 0) }, ['empty'])?.share).toBe('>99 %')
  expect(percent(0, 10, 0)).toBe('0 %')
  expect(percent(10, 0, 0)).toBe('100 %')
  expect(percent(122, 117, 361)).toBe('20 %')
  expect(percent(12, 0, 988)).toBe('1.2 %')
  expect(percent(998, 0, 9002)).toBe('10 %')
})

test('land is answered with data and where nothing was found, and has a margin', () => {
  expect(landShare({ statuses: counts(400, 220, 370, 10) })).toEqual({
    share: '62 %',
    margin: '± 3',
  })
  expect(landShare({ statuses: counts(0, 0, 0) })).toBeNull()
  expect(landShare({ statuses: null })).toBeNull()
})

test('a missing share of land is explained, and never 0 %', () => {
  expect(describeMissingShare('no probes')).toBe('No probes.')
  expect(describeMissingShare('no county line in this build')).toMatch(
    /^No county line in this build/,
  )
  expect(describeMissingShare('of no one county')).toMatch(/^Not in one county/)
})

const COUNTY = {
  land: { probes: 1000, available_pct: 0, known_pct: 100 },
  parcels: { in_build: 10_557, probes: 300, available_pct: 50, known_pct: 100 },
} as CountyScore

test('a share of parcels has a margin where some were not looked at, and none where all were', () => {
  expect(formatShown(parcelShare(COUNTY)!)).toBe('100 % − 1')
  expect(formatShown(parcelShare(COUNTY, 'available_pct')!)).toBe('50 % ± 6')
  const all = { in_build: 111, probes: 111, available_pct: 50.45, known_pct: 100 }
  expect(parcelShare({ parcels: all }, 'available_pct')).toEqual({ share: '50 %', margin: null })
  expect(parcelShare({ parcels: null })).toBeNull()
})

test('what shares are of is stated with its numbers, and that a county may have more parcels', () => {
  const [, land, parcels] = describeShares([COUNTY, { ...COUNTY, parcels: null }])
  expect(land).toBe("Land: of 1,000 points spread evenly over the county's area, waters included.")
  expect(parcels).toBe(
    'Parcels: of 300 of the 10,557 parcels in this build; the county may have more.',
  )
  const other = { ...COUNTY, parcels: { ...COUNTY.parcels!, in_build: 5 } }
  expect(describeShares([COUNTY, other])[2]).toBe(
    'Parcels: of those that this build has; a county may have more.',
  )
  expect(describeShares([{ ...COUNTY, land: null, parcels: null }])).toHaveLength(2)
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
