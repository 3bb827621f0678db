import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePacks } from '../../lookup/open-packs.ts'
import { packFixture, readFixture } from '../../tests/layer-fixture.ts'
import { buildSection, testLayer } from '../../tests/test-layer.ts'
import type { Coverage, LocatedRow, Row } from '../location.ts'
import { contributingPartitions } from './contributing-partitions.ts'
import type { UtilitiesData } from './data.ts'
import { utilities } from './layer.ts'
import { summarise } from './summary.ts'
import { drinkingWaterOf, providersOf, waterSystemsOf } from './supplies.ts'

testLayer(utilities, { whenBlank: 'empty' })

const found = (...rows: Row[]) => rows.map((row) => ({ row })) as unknown as LocatedRow[]
const territory = (name: string, utility_id: string) => ({ name, utility_id, type: null })

test('the partition of a used row comes first, and an edition that gave way to a newer one is not named', () => {
  const contributed = ['covers', 'older', 'newer'].map((partition) => ({ partition })) as Coverage[]
  const [older, newer] = [{ partition: 'older' }, { partition: 'newer' }]
  const rows = { atPoint: [], keyed: found(older, newer), contributed }
  const names = (used: Row[]) =>
    contributingPartitions(rows, used).map(({ partition }) => partition)
  expect(names([newer])).toEqual(['newer', 'covers'])
  expect(names([newer, older])).toEqual(['older', 'newer', 'covers'])
  expect(contributingPartitions({ ...rows, keyed: [] }, [])).toEqual(contributed)
})

describe('when the inventory last changed a record without a date', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plat-utilities-section-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test.each([
    ['generated', null],
    ['v2', null],
    ['2024 preliminary', null],
    ['2024-13', null],
    ['2024-1', null],
    ['2024', '2024'],
    ['2024-05', '2024-05'],
    ['2024-05-31', '2024-05-31'],
  ])(
    'is not known from a vintage that is not a date: %s is %s',
    async (source_vintage, updated) => {
      const fixture = readFixture('utilities')
      const coverage = fixture.coverage.map((row) => ({ ...row, source_vintage }))
      const packs = await packFixture(
        { ...fixture, coverage },
        await mkdtemp(join(folder, 'packs-')),
      )
      const at = (lng: number) =>
        (buildSection(utilities, packs, { lat: 30.0005, lng }).data as UtilitiesData)
          .wastewater_updated
      expect([at(-71.9965), at(-71.9995)]).toEqual([updated, '2019-05-31'])
      closePacks(packs)
    },
  )
})

describe('electric territories', () => {
  test('are all listed, in one order whatever order they are found in', () => {
    const rows = [territory('B', '2'), territory('A', '9'), territory('A', '1')]
    const providers = providersOf(found(...rows)).map(
      ({ name, utility_id }) => `${name}${utility_id}`,
    )
    expect(providers).toEqual(['A1', 'A9', 'B2'])
    expect(providersOf(found(...rows.toReversed()))).toEqual(providersOf(found(...rows)))
  })

  test('two pieces of one territory are one provider', () => {
    const [one] = providersOf(found(territory('A', '1'), territory('A', '1')))
    expect(providersOf(found(territory('A', '1'), territory('A', '1')))).toEqual([one])
  })
})

describe('water systems', () => {
  const system = (name: string, is_modeled: boolean | null) => ({ name, pwsid: null, is_modeled })

  test('that somebody drew come before those of a model, or of an unknown author', () => {
    const rows = found(system('A', true), system('B', null), system('C', false))
    expect(waterSystemsOf(rows).map(({ name }) => name)).toEqual(['C', 'A', 'B'])
  })

  test('give way where the inventory names a supply, and not where it only has unknown', () => {
    const systems = waterSystemsOf(found(system('A', false)))
    const recorded = { drinking_water: 'Known Private Well' }
    expect(drinkingWaterOf(recorded, systems).drinking_water).toBe('Known Private Well')
    expect(drinkingWaterOf({ drinking_water: null }, systems)).toEqual({
      drinking_water: 'A',
      drinking_water_from: 'service_area',
    })
    expect(drinkingWaterOf(null, []).drinking_water_from).toBeNull()
  })
})

describe('the sentence', () => {
  const data = (names: string[]) =>
    ({
      wastewater_as_recorded: null,
      drinking_water_from: null,
      electric_providers: names.map((name) => ({ name })),
    }) as unknown as UtilitiesData

  test('names three of many, and stays one sentence', () => {
    const names = ['CITY OF ST. PETE', 'B CO.', 'C', 'D', 'E']
    expect(summarise(data(names), null)).toBe(
      'Electric territory of CITY OF ST PETE, B CO, C and 2 more.',
    )
  })

  test('is there for a record of nothing', () => {
    expect(summarise(data([]), null)).toMatch(/without any value\.$/)
  })
})
