import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDossierFromPacks } from '../dossier/dossier.ts'
import { SECTION_NAMES } from '../layers/index.ts'
import type { Pack } from '../packs/pack-reader.ts'
import { openTown, STACKED, writeTown } from '../tests/fixtures/example-town.ts'
import { ScorecardsBusy } from './build-cache.ts'
import { countiesOf } from './counties.ts'
import { groundsOf, probesOfCounty } from './county-probes.ts'
import { probesPerCounty, scorecard } from './scorecard.ts'
import { ScorecardCache } from './scorecard-cache.ts'
import { Scorecard } from './scorecard-shape.ts'

let home: string
let packs: Map<string, Pack>
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'plat-coverage-'))
  await writeTown(home, 'b1')
  packs = await openTown(home, 'b1')
})
afterAll(async () => {
  for (const pack of packs.values()) pack.close()
  await rm(home, { recursive: true })
})

const SAMPLE = { build: 'b1', county: '99001', probes: 60 }

test('it counts what the dossier answers at the same points and parcels', async () => {
  const card = await scorecard(packs, { ...SAMPLE, seed: 7 })
  const [county] = countiesOf(packs, SAMPLE)
  const ground = (await groundsOf(packs, async () => {}))(county)
  const probes = [...probesOfCounty(packs, county, ground, card.probes, 7)]
  expect(probes).toHaveLength(card.probes.inside + card.probes.border + card.probes.parcels)
  for (const { layer, counties } of card.sections.slice(0, 2)) {
    const [{ by_probe, parcels, fill }] = counties
    const counted: Record<string, Record<string, number>> = {}
    const filled: Record<string, number> = {}
    for (const probe of probes) {
      const section = buildDossierFromPacks(packs, probe).layers[layer]
      counted[probe.kind] ??= { available: 0, empty: 0, not_covered: 0, not_available: 0 }
      counted[probe.kind][section.status]++
      if (section.status !== 'available') continue
      for (const [field, value] of Object.entries(section.data as object))
        filled[field] = (filled[field] ?? 0) + (value === null ? 0 : 1)
    }
    const { parcel, ...points } = counted
    expect(by_probe).toEqual({ anywhere: null, ...points })
    const pct = (count: number) => (100 * count) / card.probes.parcels
    expect(parcels).toEqual({
      in_build: 99 + STACKED,
      probes: card.probes.parcels,
      available_pct: expect.closeTo(pct(parcel.available), 1),
      known_pct: expect.closeTo(pct(parcel.available + parcel.empty), 1),
    })
    const available = Object.values(counted).reduce((sum, each) => sum + each.available, 0)
    expect(Object.keys(fill)).toEqual(Object.keys(filled))
    for (const [field, count] of Object.entries(filled))
      expect(fill[field]).toBeCloseTo(count / available, 3)
  }
})

describe('the example town', () => {
  test('parcels are never not_covered inside their coverage, and often beyond the border', async () => {
    const card = await scorecard(packs, { build: 'b1', layer: 'parcel' })
    for (const { by_probe } of card.sections[0].counties) {
      expect(by_probe.inside!.not_covered).toBe(0)
      expect(by_probe.border!.not_covered).toBeGreaterThan(20)
      expect(by_probe.border!.empty + by_probe.border!.available).toBeGreaterThan(20)
    }
  })

  test('a county without a flood study has a flood score all the same: not_covered', async () => {
    const card = await scorecard(packs, { build: 'b1', layer: 'flood', county: '99003' })
    const [{ by_probe, fill, sources }] = card.sections[0].counties
    expect(by_probe.inside).toMatchObject({ available: 0, empty: 0, not_covered: 100 })
    expect([fill, sources]).toEqual([{}, []])
  })

  test('the address is filled where the roll has the parcel', async () => {
    const card = await scorecard(packs, { build: 'b1', layer: 'parcel', county: '99001' })
    const [{ fill, sources }] = card.sections[0].counties
    expect(fill.parcel_key).toBe(1)
    expect(fill.situs_address).toBeGreaterThan(0.8)
    expect(sources).toEqual([
      { name: 'Fictional parcels', vintage: '2026', answers: expect.any(Number) },
    ])
  })

  test('all sections are listed, the live one without counties', async () => {
    const card = Scorecard.parse(await scorecard(packs, SAMPLE))
    expect(card.sections.map(({ layer }) => layer)).toEqual(SECTION_NAMES)
    const weather = card.sections.find(({ layer }) => layer === 'weather')
    expect(weather).toMatchObject({ stage: 'live', counties: [] })
    for (const { stage, counties } of card.sections)
      expect(counties.length > 0).toBe(stage === 'answering')
  })
})

test('the same build, filter and seed give the same scorecard; another seed another', async () => {
  const text = async (seed: number) => JSON.stringify(await scorecard(packs, { ...SAMPLE, seed }))
  expect(await text(1)).toBe(await text(1))
  expect(await text(1)).not.toBe(await text(2))
})

test('a county scores the same alone and among others', async () => {
  const all = await scorecard(packs, { build: 'b1', layer: 'parcel' })
  const alone = await scorecard(packs, { build: 'b1', layer: 'parcel', county: '99003' })
  expect(alone.sections[0].counties[0]).toEqual(all.sections[0].counties[1])
})

test('a state is named by postal code or digits; an unknown one has no counties', async () => {
  const counties = async (state: string) =>
    (await scorecard(packs, { build: 'b1', layer: 'parcel', state })).sections[0].counties.length
  expect([await counties('99'), await counties('ME'), await counties('23')]).toEqual([2, 0, 0])
})

test('many counties share the probes, down to one of each kind', () => {
  const total = (...of: Parameters<typeof probesPerCounty>) =>
    Object.values(probesPerCounty(...of)).reduce((sum, number) => sum + number)
  expect([1, 6, 30, 300, 3_200].map((counties) => total(counties))).toEqual([
    1_500, 1_500, 300, 30, 4,
  ])
  expect(probesPerCounty(1)).toEqual({ anywhere: 1_000, inside: 100, border: 100, parcels: 300 })
  expect(probesPerCounty(1, 15)).toEqual({ anywhere: 10, inside: 1, border: 1, parcels: 3 })
})

describe('the cache', () => {
  test('computes an equal question once, and a build takes its scorecards with it', async () => {
    const cache = new ScorecardCache()
    const [a, b] = await Promise.all([cache.get(packs, SAMPLE), cache.get(packs, SAMPLE)])
    expect(b).toBe(a)
    expect(await cache.get(new Map(packs), SAMPLE)).not.toBe(a)
  })

  test('refuses the seventeenth question in the queue, and answers it later', async () => {
    const cache = new ScorecardCache()
    const request = (seed: number) => cache.get(packs, { ...SAMPLE, probes: 3, seed })
    const waiting = Array.from({ length: 16 }, (_, seed) => request(seed))
    await expect(request(99)).rejects.toBeInstanceOf(ScorecardsBusy)
    await Promise.all(waiting)
    expect((await request(99)).seed).toBe(99)
  })
})
