import { expect, test } from 'vitest'
import type { Location } from '../location.ts'
import type { ElevationData } from './elevation-shape.ts'
import { notesOf } from './notes.ts'

const nowhere = { parcel: null } as Location
const noteOf = (datum: string) =>
  notesOf(nowhere, { datum, terrain: null } as ElevationData, null).join(' ')

test('a height that counts from nothing stated says so, and is not to be compared', () => {
  expect(noteOf('not stated')).toContain(
    'Heights count from what the source does not state: they are not comparable with NAVD88',
  )
  expect(noteOf('EGM2008')).toContain('Heights count from EGM2008: they are not comparable')
  expect(noteOf('NAVD88')).not.toContain('comparable')
})
