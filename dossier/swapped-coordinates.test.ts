import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Packs } from '../lookup/location-lookup.ts'
import { closePacks } from '../lookup/open-packs.ts'
import { packFixture, readFixture } from '../tests/layer-fixture.ts'
import { buildDossierFromPacks } from './dossier.ts'
import { swappedCoordinates } from './swapped-coordinates.ts'

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

test('a pair that only makes sense exchanged is suspected, and answered as it was given', () => {
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
  ['a point of which the exchange is off the globe', { lat: 30, lng: -100 }],
])('%s is not suspected', (_, point) => {
  expect(swappedCoordinates(packs, point)).toBeNull()
  expect(buildDossierFromPacks(packs, point)).not.toHaveProperty('warnings')
})

test('an address is not suspected: nobody typed its coordinates', () => {
  const query = { lat: INSIDE.lng, lng: INSIDE.lat, source: 'geocoded' } as const
  expect(buildDossierFromPacks(packs, query)).not.toHaveProperty('warnings')
})

test('a build that declares no coverage suspects nothing', () => {
  const bare = new Map([...packs].filter(([table]) => table !== 'coverage'))
  expect(swappedCoordinates(bare, { lat: INSIDE.lng, lng: INSIDE.lat })).toBeNull()
})
