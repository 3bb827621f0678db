import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Box, boundsOf, GRID } from '../../geometry/polygons.ts'
import type { Pack } from '../../packs/pack-reader.ts'
import { buildFixture, type FixtureBuild } from '../../tests/fixtures/geocoder/address-build.ts'
import { buildTown } from '../../tests/fixtures/geocoder/town.ts'
import type { ServedBuild } from '../build/build-source.ts'
import type { DemoArea } from './demo-area.ts'
import { resolveInDemo } from './demo-location.ts'

/** Elm St has a number 5 in Sampleton, on a lot, and in Otherton, 5 km away: without a lot. */
let town: FixtureBuild
let build: ServedBuild
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-demo-'))
  town = await buildFixture(buildTown(), folder)
  const file = { generation: 1, expectWhole() {}, expectWholeAtPath() {} }
  build = {
    ...{ folder, packs: town.packs, atClose: [] },
    manifest: { search: { file: 'names.sqlite' } },
    files: { localFile: () => file },
  } as unknown as ServedBuild
})
afterAll(async () => {
  for (const close of build.atClose) await close()
  town.close()
  await rm(folder, { recursive: true })
})

/** A demo of the ground around a place, with the parcels of the build or none of them. */
function areaAt([x, y]: readonly [number, number], hasParcels: boolean): DemoArea {
  const reach = GRID / 100
  const box: Box = [x - reach, y - reach, x + reach, y + reach]
  const partition = `${town.packs.get('parcels')!.value(0, 'partition')}`
  const partitions = new Map(hasParcels ? [['parcels', new Set([partition])]] : [])
  return { fips: '99001', name: 'Sample County (fictional)', box, partitions }
}

const log = {} as FastifyBaseLogger
const at = (area: DemoArea, address: string) =>
  resolveInDemo(area, build, { type: 'address', address }, log)

function elmStreets() {
  const places = town.geocoder.resolve('5 Elm St')
  if (!('candidates' in places)) throw new Error('not ambiguous')
  return [...places.candidates].sort((a, b) => (a.formatted < b.formatted ? -1 : 1))
}

test('an address that a real county has too is that of the demo', async () => {
  const [otherton, sampleton] = elmStreets()
  const point = await at(areaAt(otherton.point, false), '5 Elm St')
  expect(point.address!.formatted).toBe('5 ELM ST, Otherton, ZZ 99802')
  const lot = await at(areaAt(sampleton.point, true), '5 Elm St')
  expect(lot.address!.formatted).toBe('5 ELM ST, Sampleton, ZZ 99801')
})

test('an address of the real county alone is refused as an unknown one is', async () => {
  const [otherton, sampleton] = elmStreets()
  const area = areaAt(otherton.point, false)
  const refusal = await at(area, '5 Unknown St').catch((error: unknown) => error)
  expect(refusal).toMatchObject({ status: 403 })
  for (const address of ['5 Elm St, Sampleton', '5 Elm St 99801', '6000 Elm St'])
    await expect(at(area, address), address).rejects.toEqual(refusal)
  // In the box of the demo, on ground that a real source covers.
  const coverage = { rowsAt: () => [0], value: () => 'parcels' }
  const packs = new Map([...town.packs, ['coverage', coverage as unknown as Pack]])
  const mixed = { ...build, packs }
  const ref = { type: 'address', address: '5 Elm St' } as const
  await expect(resolveInDemo(areaAt(sampleton.point, false), mixed, ref, log)).rejects.toEqual(
    refusal,
  )
})

test('a parcel of the real county is refused by its key', async () => {
  const key = `${town.packs.get('parcels')!.value(0, 'parcel_key')}`
  const [west, south] = boundsOf(town.packs.get('parcels')!.polygons(0))
  const ref = { type: 'parcel', parcel: key } as const
  const own = await resolveInDemo(areaAt([west, south], true), build, ref, log)
  expect(own.input).toEqual({ parcelRow: 0 })
  await expect(resolveInDemo(areaAt([west, south], false), build, ref, log)).rejects.toMatchObject({
    status: 403,
  })
})
