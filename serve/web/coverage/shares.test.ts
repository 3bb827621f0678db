import { expect, test } from 'vitest'
import type { CountyScore, SectionScore } from '../../../coverage/scorecard-shape.ts'
import type { LocationDossier } from '../../schemas/dossier.ts'
import { areaName, countyChoices, countyOf, shareWords } from './shares.ts'

const counts = (available: number, empty: number, not_covered: number, not_available = 0) => {
  return { available, empty, not_covered, not_available }
}

test('a share that is not none is never told as 0, one that is not all never as 100', () => {
  expect(shareWords(counts(1, 999, 0), 'available')).toBe('<1 %')
  expect(shareWords(counts(1, 999, 0), 'empty')).toBe('>99 %')
  expect(shareWords(counts(0, 10, 0), 'available')).toBe('0 %')
  expect(shareWords(counts(0, 10, 0), 'empty')).toBe('100 %')
  expect(shareWords(counts(122, 117, 361), 'available')).toBe('20 %')
  expect(shareWords(counts(0, 0, 0), 'available')).toBe('0 %')
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
