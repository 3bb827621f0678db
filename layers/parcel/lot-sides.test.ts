import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDossierFromPacks } from '../../dossier/dossier.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import {
  type FabricFixture,
  keyOf,
  packFabric,
} from '../../tests/fixtures/archive/parcel-fabric.ts'
import { around, corners as lot } from '../../tests/fixtures/ground.ts'
import type { ParcelData } from './data.ts'
import { parcel } from './layer.ts'

const WIDE = lot(-5_000, -5_000, 5_000, 5_000)
/** A lot of 20 by 40 m between two others, with the street to the south and a lot behind it. */
const ROW = {
  a: lot(0, 0, 20, 40),
  west: lot(-20, 0, 0, 40),
  east: lot(20, 0, 40, 40),
  back: lot(0, 40, 20, 80),
}
const MAIN = lot(-300, -9, 300, -9).slice(0, 2)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-lot-sides-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function dataOf(fabric: Partial<FabricFixture>): Promise<ParcelData> {
  const packs = await packFabric({ parcels: ROW, covered: WIDE, ...fabric }, folder)
  try {
    const parcelRow = packs.get('parcels')!.rowOfKey(keyOf('a'))!
    const query = { parcelRow, includeAdjacent: true, includeGeometry: true, layers: ['parcel'] }
    const fail = (_: string, error: unknown) => {
      throw error
    }
    return buildDossierFromPacks(packs, query, fail, [parcel]).layers.parcel.data as ParcelData
  } finally {
    closePacks(packs)
  }
}

/** Each side as its length, role and the ground beyond, by direction. */
async function sidesOf(fabric: Partial<FabricFixture>) {
  const { sides } = await dataOf(fabric)
  const ways = { 90: 'south', 0: 'east', 270: 'north', 180: 'west' } as Record<number, string>
  return Object.fromEntries(
    sides!.map(({ length_m, bearing_deg, role, beyond, street }) => [
      ways[Math.round(bearing_deg) % 360],
      [Math.round(length_m), role, beyond, street],
    ]),
  )
}

test('a lot at one street has a front, sides and a rear, with the ground beyond each', async () => {
  expect(await sidesOf({ streets: { 'MAIN ST': MAIN } })).toEqual({
    south: [20, 'front', 'street', 'MAIN ST'],
    east: [40, 'side', 'parcel', null],
    north: [20, 'rear', 'parcel', null],
    west: [40, 'side', 'parcel', null],
  })
})

test('without a known street no side is the front', async () => {
  expect(await sidesOf({})).toMatchObject({
    south: [20, null, 'open', null],
    north: [20, null, 'parcel', null],
  })
})

test('a street behind another lot, or along the extension of a side, is not at a side', async () => {
  const behind = lot(-300, 52, 300, 52).slice(0, 2)
  const { north } = await sidesOf({ streets: { 'BACK ST': behind } })
  expect(north).toEqual([20, null, 'parcel', null])
  const { east: _, ...noEast } = ROW
  const { east } = await sidesOf({ parcels: noEast, streets: { 'MAIN ST': MAIN } })
  expect(east).toEqual([40, 'side', 'open', null])
})

test('at a corner of two streets the front is not decided', async () => {
  const { east: _, ...parcels } = ROW
  const cross = [
    [29, -300],
    [29, 300],
  ] as const
  const sides = await sidesOf({ parcels, streets: { 'MAIN ST': MAIN, 'CROSS AVE': cross } })
  expect(sides).toMatchObject({
    south: [20, 'street', 'street', 'MAIN ST'],
    east: [40, 'street', 'street', 'CROSS AVE'],
    north: [20, null, 'parcel', null],
  })
})

test('water and the end of the fabric are not a street', async () => {
  const pond = { pond: { ring: lot(-50, -60, 80, 0), is_open_water: true } }
  const wet = await sidesOf({ water: pond, wetlandsCovered: WIDE, streets: { 'MAIN ST': MAIN } })
  expect(wet.south).toEqual([20, null, 'water', null])
  const edge = await sidesOf({ covered: lot(-500, 0, 500, 500) })
  expect(edge.south).toEqual([20, null, 'edge', null])
})

test('a parcel of two parts has the sides of both, and many sides are counted', async () => {
  const two = { polygons: [[lot(0, 0, 20, 40)], [lot(100, 0, 130, 40)]] }
  const { sides, side_count } = await dataOf({ parcels: { a: two } })
  expect([sides!.length, side_count]).toEqual([8, 8])
  const star = around([0, 0], 900, 240).map(([x, y], i) => (i % 2 ? [x * 0.9, y * 0.9] : [x, y]))
  const many = await dataOf({ parcels: { a: star as [number, number][] } })
  expect(many.side_count).toBe(240)
  expect(many.sides!.length).toBeLessThanOrEqual(100)
})
