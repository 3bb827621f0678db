import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { distanceM } from '../../geometry/distance.ts'
import { type PermitsData, RADIUS_M } from '../../layers/permits/data.ts'
import { permits as layer } from '../../layers/permits/layer.ts'
import { PermitMapping } from '../../layers/permits/mapping.ts'
import { permits as table } from '../../layers/permits/tables.ts'
import { Pack } from '../../packs/pack-reader.ts'
import { SILENT } from '../../terminal/progress.ts'
import { parquetRows, runFixture } from '../../tests/fixtures/partition-run.ts'
import { buildSection } from '../../tests/test-layer.ts'
import type { PartitionTable } from '../pipeline.ts'
import { writePack } from '../stages/pack.ts'
import { Feed } from './feed.ts'
import { openJsonPage } from './json-page.ts'
import { permits } from './pipeline.ts'
import { esriFrame, PointFrame } from './point-frame.ts'

const real = realDataFolder()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-permits-real-'))
})
afterAll(() => rm(folder, { recursive: true }))

const chicago = join(real, 'permits-chicago')
describe.skipIf(!existsSync(chicago))('Chicago, an extract of the portal', () => {
  let made: PartitionTable
  let rows: Awaited<ReturnType<typeof parquetRows>>
  beforeAll(async () => {
    const definition = (await permits.partitions()).get('chicago')!
    const assets = { 'Building_Permits_nocontacts.csv': chicago }
    const run = { folder, partition: 'chicago', assets }
    made = (await runFixture(permits, definition, run)).get(table.name)!
    rows = await parquetRows(table, made.file)
  })

  test('437 of 441 permits have coordinates, and nothing else is refused', () => {
    expect(made.rows).toBe(437)
    expect(made.tally).toMatchObject({
      rejects: { 'permits.without_location': { count: 4 } },
      repairs: {},
      cases: {},
    })
    expect(made.coverage).toMatchObject({ polygons: null, feeds_unavailable: [] })
    expect(made.coverage.note).toContain('permits issued from 2006-01-25 to 2016-11-30')
  })

  test('its money, dates and addresses are read behind the blanks of its header', () => {
    const of = (number: string) =>
      rows.find(({ values }) => values.permit_number === number)!.values
    expect(of('100637362')).toMatchObject({
      permit_type: 'PERMIT - NEW CONSTRUCTION',
      status: null,
      address: '1118 N STATE ST',
      issued_at: '2016-03-22',
      cost_usd: 20_000,
      url: 'https://data.cityofchicago.org/resource/ydr8-5enu.json?permit_=100637362',
    })
    // 427 of the 441 descriptions say crane.
    const undated = rows.filter(({ values }) => values.issued_at === null)
    expect([undated.length, rows.filter(({ values }) => values.cost_usd === null).length]).toEqual([
      4, 0,
    ])
    expect(JSON.stringify(rows)).not.toContain('17-17-231-005-0000')
  })

  test('the permits reported around a permit are those that a plain comparison of all rows finds', async () => {
    const path = join(folder, 'permits.pack')
    await writePack(table, [made.file], path, made.rows, SILENT)
    const pack = new Pack({ file: path, memoryLimitBytes: 1e8 })
    const packs = new Map([['permits', pack]])
    let found = 0
    for (const { point } of rows.filter((_, i) => i % 9 === 0)) {
      const [lng, lat] = point!.map((side) => side / 1e7)
      const { status, data } = buildSection(layer, packs, { lat, lng })
      expect(status).toBe('available')
      const { permits: reported, permit_count } = data as PermitsData
      const expected = rows.filter((row) => distanceM(point!, row.point!) <= RADIUS_M)
      expect(permit_count).toBe(expected.length)
      const ids = (list: unknown[]) => list.map(String).sort()
      expect(ids(reported.map(({ id }) => id))).toEqual(
        ids(expected.map(({ values }) => values.permit_number)),
      )
      expect(reported.map(({ distance_m }) => distance_m)).toEqual(
        reported.map(({ distance_m }) => distance_m).sort((a, b) => a - b),
      )
      found += reported.length
    }
    pack.close()
    expect(found).toBeGreaterThan(100)
  })
})

const arcgis = join(real, 'recorded', 'arcgis')
describe.skipIf(!existsSync(arcgis))('answers of ArcGIS REST that were recorded', () => {
  const feed = Feed.parse({ name: 'Recorded', asset: 'a', mapping: 'm', kind: 'esri_json' })
  const mappingOf = (number: string) =>
    PermitMapping.parse({
      title: 'Recorded points',
      authority: 'Nobody',
      number: { names: [number] },
      address: [],
      dates: ['epoch_ms'],
      location: null,
      url: null,
    })
  const open = (file: string, number: string) =>
    openJsonPage(join(arcgis, file), feed, 'esri_json', mappingOf(number))

  // Cook County, Illinois by EPSG's number; southern Michigan by Esri's own text of the frame.
  test.each<[string, string, [number, number, number, number]]>([
    ['us-il-cook/ids-only.json', 'EPSG:3435', [-88.3, 41.4, -87.5, 42.2]],
    ['us-ca-tuolumne/us-ca-tuolumne-0.json', 'PROJCS["NAD_1983', [-87, 41.6, -82, 44]],
  ])('%s is in feet of its state plane, and lies in its county', async (file, named, box) => {
    const body = JSON.parse(await readFile(join(arcgis, file), 'utf8'))
    const crs = esriFrame(body.spatialReference)!
    expect(crs.startsWith(named)).toBe(true)
    const frame = new PointFrame(crs, file)
    expect(frame.operation).toMatch(/^inverse of .*NAD83 taken as lon\/lat/)
    for (const { geometry } of body.features) {
      const [lng, lat] = frame
        .toGrid(...(geometry.rings[0][0] as [number, number]))
        .map((side) => side / 1e7)
      expect([lng > box[0], lat > box[1], lng < box[2], lat < box[3]]).not.toContain(false)
    }
  })

  test('without a geometry, because it was not requested, have no position', async () => {
    const page = await open('oa/us-pa-lancaster-probe.json', 'ADRNUM')
    expect([page.crs, page.hasMore]).toEqual(['EPSG:2272', true])
    for await (const rows of page.rows) expect(rows.map(({ at }) => at)).toEqual([null])
  })

  test('of one page without the word for more are whole', async () => {
    const page = await open('us-il-cook/page-full.json', 'ID')
    expect([page.crs, page.hasMore]).toEqual(['EPSG:4326', false])
  })

  test.each([
    ['oa/us-nm-washington-probe.json', '400: Failed to execute query.'],
    ['oa/us-tx-runnels-metadata.json', '499: Token Required'],
    ['oa/us-ks-brown-count-only.json', 'it has no features'],
  ])('%s is not a page of a feed', async (file, problem) => {
    await expect(open(file, 'ID')).rejects.toThrow(problem)
  })

  test('a real page lacks the columns of another layer, and the message lists its own', async () => {
    await expect(open('us-il-cook/page-full.json', 'PermitNum')).rejects.toThrow(
      /no column PermitNum; it has ADDRESS, ADDRESS_ER/,
    )
  })
})
