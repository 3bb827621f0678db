import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realDataFolder } from '../../catalog/plat-home.ts'
import type { Packs } from '../../dossier/dossier.ts'
import { boundsOf, GRID } from '../../geometry/polygons.ts'
import type { Section } from '../../layers/section.ts'
import type { UtilitiesData } from '../../layers/utilities/data.ts'
import { utilities as layer } from '../../layers/utilities/layer.ts'
import { electricTerritories } from '../../layers/utilities/tables.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import { packRows } from '../../tests/fixtures/packed-rows.ts'
import { parquetRows, runFixture } from '../../tests/fixtures/partition-run.ts'
import { buildSection } from '../../tests/test-layer.ts'
import type { PartitionTable } from '../pipeline.ts'
import { utilities } from './pipeline.ts'

const NAME = 'hifld_retail_territories_94.geojson.gz'
const file = join(realDataFolder(), 'electric', NAME)

describe.skipIf(!existsSync(file))('94 electric territories of HIFLD, thinned and tagged', () => {
  let folder: string
  let made: PartitionTable
  let rows: Awaited<ReturnType<typeof parquetRows>>
  let packs: Packs
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plat-utilities-real-'))
    const definition = (await utilities.partitions()).get('us-electric-94')!
    const run = { folder, partition: 'us-electric-94', assets: { [NAME]: file } }
    made = (await runFixture(utilities, definition, run)).get('electric_territories')!
    rows = await parquetRows(electricTerritories, made.file)
    const shaped = rows.map(({ values, polygons }) => ({ values, shape: polygons }))
    packs = new Map([['electric_territories', await packRows(electricTerritories, shaped, folder)]])
  })
  afterAll(async () => {
    closePacks(packs)
    await rm(folder, { recursive: true })
  })

  const rowNamed = (name: string) => rows.find(({ values }) => values.name === name)!
  const sectionAt = (lng: number, lat: number) =>
    buildSection(layer, packs, { lng, lat }) as Section<UtilitiesData>
  const namesAt = (lng: number, lat: number) =>
    sectionAt(lng, lat).data!.electric_providers.map(({ name }) => name)
  /** West, south, east, north in whole degrees outwards. */
  const boxAround = (name: string) =>
    boundsOf(rowNamed(name).polygons!).map((side, i) =>
      i < 2 ? Math.floor(side / GRID) : Math.ceil(side / GRID),
    )

  test('are 94 rows out of a gzip: none refused, 7 that touched themselves mended', () => {
    const { rejects, repairs, cases } = made.tally
    expect({ rows: made.rows, rejects, cases }).toEqual({ rows: 94, rejects: {}, cases: {} })
    expect(repairs).toEqual({
      collapsed_ring: { count: 4, area_change_m2: 0 },
      self_intersection: { count: 7, area_change_m2: expect.closeTo(623.5, 0) },
    })
    expect(made.coverage.polygons).toBeNull()
  })

  test('have no kind: the selection left HIFLD’s column out', () => {
    expect(new Set(rows.map(({ values }) => values.type))).toEqual(new Set([null]))
    expect(new Set(rows.map(({ values }) => values.utility_id)).size).toBe(94)
  })

  test('have the state of an office, and not of the ground', () => {
    // Eastern Pennsylvania and New Jersey under Ohio, Massachusetts under New York.
    const states = (names: string[]) => names.map((name) => rowNamed(name).values.office_state)
    expect(states(['METROPOLITAN EDISON CO', 'JERSEY CENTRAL POWER & LT CO'])).toEqual(['OH', 'OH'])
    expect(boxAround('JERSEY CENTRAL POWER & LT CO')).toEqual([-76, 39, -73, 42])
    expect(rowNamed('MASSACHUSETTS ELECTRIC CO').values.office_state).toBe('NY')
  })

  test('a cooperative in Arkansas is tagged as Jacksonville’s utility, and the tag stays', () => {
    const wrong = rowNamed('PETIT JEAN ELECTRIC COOP CORP')
    expect([wrong.values.tagged_as, wrong.values.office_state]).toEqual(['JEA', 'AR'])
    expect(boxAround('PETIT JEAN ELECTRIC COOP CORP')).toEqual([-94, 35, -92, 36])
    expect(boxAround('JEA')).toEqual([-83, 29, -81, 31])
    // Its name is right, and it is the name that answers.
    expect(sectionAt(-92.6, 35.6).data!.electric_providers).toContainEqual({
      name: 'PETIT JEAN ELECTRIC COOP CORP',
      type: null,
      utility_id: '14864',
      tagged_as: 'JEA',
    })
  })

  test('so are a Carolina and a Dakota cooperative under the tag of Missouri', () => {
    const tagged = rows.filter(({ values }) => values.tagged_as === 'Ameren Missouri')
    expect(tagged.map(({ values }) => values.office_state).sort()).toEqual(['MO', 'NC', 'SD'])
  })

  test('all that contain a point are listed by name: two in Houston, three on the Kansas line', () => {
    expect(namesAt(-95.37, 29.76)).toEqual(['CENTERPOINT ENERGY', 'ENTERGY TEXAS INC.'])
    expect(namesAt(-94.7, 38)).toEqual([
      'EVERGY KANSAS CENTRAL, INC',
      'EVERGY KANSAS SOUTH, INC',
      'EVERGY METRO',
    ])
    expect(namesAt(-81.66, 30.33)).toEqual(['JEA'])
    expect(sectionAt(-95.37, 29.76).summary).toBe(
      'Electric territory of CENTERPOINT ENERGY and ENTERGY TEXAS INC.',
    )
  })

  test('a point outside all is not covered: the selection does not state its coverage', () => {
    expect(sectionAt(-112, 32.1)).toMatchObject({ status: 'not_covered', data: null })
  })
})
