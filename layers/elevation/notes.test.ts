import { expect, test } from 'vitest'
import type { Location } from '../location.ts'
import type { ElevationData } from './data.ts'
import { notesOf } from './notes.ts'

const nowhere = { parcel: null } as Location
const noteOf = (datum: string) =>
  notesOf(nowhere, { datum, terrain: null } as ElevationData, null).join(' ')

test('a height without a stated datum has a note on it, and is not comparable', () => {
  expect(noteOf('not stated')).toContain(
    'Heights count from what the source does not state: they are not comparable with NAVD88',
  )
  expect(noteOf('EGM2008')).toContain('Heights count from EGM2008: they are not comparable')
  expect(noteOf('NAVD88')).not.toContain('comparable')
})

test('the note of a height between cells has their spacing and their range', () => {
  const of = (min: number, max: number) =>
    notesOf(
      nowhere,
      {
        datum: 'NAVD88',
        terrain: null,
        resolution_m: 30,
        cell_range_m: { min, max },
      } as ElevationData,
      null,
    )
  expect(of(101.2, 118.95)).toContain(
    'The height is interpolated between cells 30 m apart, which here go from 101.2 to 118.95 m.',
  )
  expect(of(2, 2).join(' ')).not.toContain('interpolated')
  expect(noteOf('NAVD88')).not.toContain('interpolated')
})
