import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDossierFromPacks } from '../../dossier/dossier.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import { box } from '../../tests/fixtures/ground.ts'
import { type LayerFixture, packFixture, readFixture } from '../../tests/layer-fixture.ts'
import { buildSection, testLayer } from '../../tests/test-layer.ts'
import type { Section } from '../section.ts'
import type { ParcelData } from './data.ts'
import { parcel } from './layer.ts'

testLayer(parcel, { whenBlank: 'empty' })

const fixture = readFixture('parcel')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-parcel-section-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function sectionAt(lat: number, lng: number, parcels: LayerFixture['tables']['parcels']) {
  const packs = await packFixture({ ...fixture, tables: { parcels } }, folder)
  try {
    return buildSection(parcel, packs, { lat, lng }, true) as Section<ParcelData>
  } finally {
    closePacks(packs)
  }
}

const STACK: [number, number] = [30.0005, -71.9965]

test('a stack answers the same whatever order its units were loaded in', async () => {
  const { parcels } = fixture.tables
  const first = await sectionAt(...STACK, parcels)
  expect(first.data!.stacked_parcel_keys).toHaveLength(10)
  expect(await sectionAt(...STACK, parcels.toReversed())).toEqual(first)
})

test('the smallest parcel answers, though its key sorts last', async () => {
  const stack = fixture.tables.parcels.filter((row) => `${row.situs_line1}`.startsWith('3 FICTION'))
  const last = `pk_${'z'.repeat(24)}`
  const geometry = box(3.2, 0.2, 3.8, 0.8)
  const small = { ...stack[0], parcel_key: last, area_m2: 3860, geometry }
  const { data } = await sectionAt(...STACK, [...stack, small])
  expect(data).toMatchObject({ parcel_key: last, parcel_count_here: 15 })
  expect(data!.stacked_parcel_keys).toEqual(data!.stacked_parcel_keys.toSorted())
})

test('the answered parcel is drawn whole, and named by its key alone', async () => {
  const { data } = await sectionAt(30.0025, -71.9945, fixture.tables.parcels)
  expect(data!.geometry).toMatchObject({
    type: 'Feature',
    properties: { parcel_key: data!.parcel_key },
    geometry: { type: 'MultiPolygon' },
  })
})

test('a long, narrow parcel that is not on the roll is probably a street', async () => {
  const [row] = fixture.tables.parcels
  const key = `pk_${'s'.repeat(24)}`
  const street = { ...row, parcel_key: key, geometry: box(0, 30, 12, 30.1), area_m2: 11_000 }
  const at = [30.03005, -71.995] as const
  const { data, summary } = await sectionAt(...at, [{ ...street, has_roll: false }])
  expect(data).toMatchObject({ parcel_key: key, is_street_shaped: true })
  expect(summary).toMatch(
    /^Probably right-of-way of a street, or a stream, [\d.]+ acres in .*: long, narrow and not on/,
  )
  const known = await sectionAt(...at, [{ ...street, has_roll: true }])
  expect(known.data!.is_street_shaped).toBe(false)
  expect(known.summary).toMatch(/^A parcel of/)
})

test('a build without parcels states it, and the point still has an answer', () => {
  const dossier = buildDossierFromPacks(new Map(), { lat: 30, lng: -72, layers: ['parcel'] })
  expect(dossier.layers.parcel).toMatchObject({
    status: 'not_covered',
    reason: 'This build has no parcel table.',
  })
})

test('a parcel requested by its row answers, though a smaller one lies on its anchor', async () => {
  const packs = await packFixture(fixture, folder)
  const pack = packs.get('parcels')!
  for (let row = 0; row < pack.rows; row++) {
    const { point, layers } = buildDossierFromPacks(packs, { parcelRow: row, layers: ['parcel'] })
    const { data } = layers.parcel as Section<ParcelData>
    expect(data?.parcel_key).toBe(pack.value(row, 'parcel_key'))
    expect(data!.stacked_parcel_keys).not.toContain(data!.parcel_key)
    expect(point.source).toBe('parcel_anchor')
    const around = pack.rowsAt(Math.round(point.lng * 1e7), Math.round(point.lat * 1e7))
    expect(around).toContain(row)
    expect(data?.parcel_count_here).toBe(around.length)
  }
  closePacks(packs)
})
