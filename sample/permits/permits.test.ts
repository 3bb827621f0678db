import { expect, test } from 'vitest'
import { sampleCounty } from '../../tests/sample/shared-county.ts'
import { writePermits } from '../files/permit-files.ts'
import { middleOf } from '../plan/box.ts'
import { isInTown } from '../zoning/zoning-plan.ts'

const county = sampleCounty()
const { permits } = county
const files = new Map(writePermits(county).map(({ name, content }) => [name, content.toString()]))

test('every oddity of the county is there, and few permits have one', () => {
  const odd = Map.groupBy(
    permits.filter(({ authority }) => authority === 'county'),
    ({ oddity }) => oddity,
  )
  expect([...odd.keys()].sort()).toEqual([
    'impossible_date',
    'not_issued',
    'origin',
    'plain',
    'repeated',
    'second_status',
    'unplaced',
  ])
  const unplaced = odd.get('unplaced')!.length + odd.get('origin')!.length
  // A build refuses a table of which more than a tenth is refused.
  expect(unplaced).toBeLessThan(0.05 * permits.length)
})

test('each authority has the permits of its own land, with dates in order', () => {
  for (const { lot, authority, applied, issued, finaled } of permits) {
    expect(isInTown(middleOf(lot.box))).toBe(authority === 'town')
    if (issued !== null) expect(applied < issued).toBe(true)
    if (issued !== null && finaled !== null) expect(issued < finaled).toBe(true)
  }
})

test('every permit is marked as fictional', () => {
  const lines = files.get('sample_county_permits.csv')!.trimEnd().split('\r\n').slice(1)
  expect(lines.length).toBeGreaterThan(300)
  for (const line of lines) expect(line).toContain('FICTIONAL: ')
  const pages = [...files].filter(([name]) => name.startsWith('sampleton_permits_'))
  expect(pages.length).toBeGreaterThan(2)
  const features = pages.flatMap(([, text]) => JSON.parse(text).features)
  expect(features).toHaveLength(permits.filter(({ authority }) => authority === 'town').length)
  for (const { attributes } of features) expect(attributes.Description).toMatch(/^Fictional: /)
})

test('all pages but the last are marked as incomplete', () => {
  const pages = [...files].filter(([name]) => name.startsWith('sampleton_permits_'))
  const more = pages.map(([, text]) => JSON.parse(text).exceededTransferLimit === true)
  expect(more).toEqual(pages.map((_, i) => i < pages.length - 1))
})
