import { expect, test } from 'vitest'
import type { Section } from '../layers/section.ts'
import { ReportSources } from './report-sources.ts'

const NOW = new Date('2026-11-28T12:00:00Z')

function section(layer: string, vintage: string, note: string): Section {
  const source = {
    ...{ name: 'CITY GIS LAYERS', kind: 'archive', vintage, note },
    ...{ attribution: 'City of Bangor', retrieved_at: '2026-11-20T23:36:00Z' },
  } as const
  const base = { object: 'location_section', layer, name: layer, category: 'property' } as const
  return { ...base, status: 'available', summary: '', data: {}, source } as Section
}

const parcel = section('parcel', '2013', 'Coordinates are shifted. Not a survey.')
const zoning = section('zoning', '2012', 'Coordinates are shifted. Not a determination.')
const sources = new ReportSources([parcel, zoning], NOW, 'us')

test('a section names its source with its age and its own caveats', () => {
  expect(sources.sectionMarkup(parcel)).toBe(
    '<p class="source">Source: <b>City GIS Layers</b> · vintage 2013, 13 years old · Not a survey.</p>',
  )
})

test('attribution, copy and what several sections share stand once, at the end', () => {
  const end = sources.endMarkup()
  for (const once of [
    'City of Bangor',
    'copy of 20 Nov 2026, 7 days ago',
    'Coordinates are shifted.',
  ])
    expect(end.split(once), once).toHaveLength(2)
  expect(end).not.toContain('survey')
})

test('a report of one section states all of its note there', () => {
  const alone = new ReportSources([parcel], NOW, 'us')
  expect(alone.sectionMarkup(parcel)).toContain('Coordinates are shifted. Not a survey.')
  expect(new ReportSources([], NOW, 'us').endMarkup()).toBe('')
})

test('measures in notes are in the chosen units', () => {
  const note = 'Lines within 0.5 m are one border. A point is 1 to 2 m off.'
  const section = { ...parcel, source: { ...parcel.source!, note }, sources: undefined }
  const inUnits = (system: 'us' | 'metric') =>
    new ReportSources([section], NOW, system).sectionMarkup(section)
  expect(inUnits('us')).toContain(
    'Lines within 1.64 ft are one border. A point is 3.28 to 6.56 ft off.',
  )
  expect(inUnits('metric')).toContain(note)
})
