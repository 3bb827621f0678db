import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Packs } from '../lookup/location-lookup.ts'
import { closePacks } from '../lookup/open-packs.ts'
import { packFixture, readFixture } from '../tests/layer-fixture.ts'
import { buildDossierFromPacks } from './dossier.ts'
import { swappedBox, swappedCoordinates } from './swapped-coordinates.ts'

let folder: string
let packs: Packs
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-swapped-'))
  packs = await packFixture(readFixture('boundaries'), folder)
})
afterAll(async () => {
  closePacks(packs)
  await rm(folder, { recursive: true })
})

const INSIDE = { lat: 30.005, lng: -71.995 }

test('a pair that is covered only when exchanged gets a warning, and is answered as given', () => {
  const { warnings, point, layers } = buildDossierFromPacks(packs, {
    lat: INSIDE.lng,
    lng: INSIDE.lat,
  })
  expect(warnings).toEqual([
    {
      code: 'coordinates_swapped',
      message:
        'No source of this build covers latitude -71.995, longitude 30.005, but one covers 30.005, -71.995: the two may be swapped. Latitude comes first.',
      point: INSIDE,
    },
  ])
  expect(point).toEqual({ lat: INSIDE.lng, lng: INSIDE.lat, source: 'input' })
  expect(layers.boundaries.status).toBe('not_covered')
})

test.each([
  ['a covered point', INSIDE],
  ['a point that is covered neither way', { lat: 10, lng: 20 }],
  ['a point that would be off the globe when exchanged', { lat: 30, lng: -100 }],
])('%s gets no warning', (_, point) => {
  expect(buildDossierFromPacks(packs, point)).not.toHaveProperty('warnings')
})

test('an address gets no warning: nobody typed its coordinates', () => {
  const query = { lat: INSIDE.lng, lng: INSIDE.lat, source: 'geocoded' } as const
  expect(buildDossierFromPacks(packs, query)).not.toHaveProperty('warnings')
})

test('a build without declared coverage warns of nothing', () => {
  const bare = new Map([...packs].filter(([table]) => table !== 'coverage'))
  expect(swappedCoordinates(bare, { lat: INSIDE.lng, lng: INSIDE.lat }, false)).toBeNull()
})

test('a box that is covered only when exchanged is suspected, and no other', () => {
  expect(swappedBox(packs, [30, -72, 30.01, -71.99])).toEqual([-72, 30, -71.99, 30.01])
  for (const box of [
    [-72, 30, -71.99, 30.01],
    [10, 20, 11, 21],
    [-100, 30, -99, 31],
  ] as const)
    expect(swappedBox(packs, [...box])).toBeNull()
  const bare = new Map([...packs].filter(([table]) => table !== 'coverage'))
  expect(swappedBox(bare, [30, -72, 30.01, -71.99])).toBeNull()
})
