import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readLock } from '../../catalog/lock.ts'
import { PROJECT_ROOT, realDataFolder } from '../../catalog/plat-home.ts'
import { containsPoint } from '../../geometry/contains.ts'
import { GRID } from '../../geometry/polygons.ts'
import { climateZones, rainfallFrequencies, title24Zones } from '../../layers/code_basis/tables.ts'
import type { Row } from '../../layers/location.ts'
import type { Table } from '../../packs/table.ts'
import { parquetRows, runFixture } from '../../tests/fixtures/partition-run.ts'
import { isLongRun } from '../../tests/long-run.ts'
import type { PartitionTable } from '../pipeline.ts'
import { unpackAsset } from '../stages/unpack.ts'
import { codeBasis } from './pipeline.ts'

const lists = join(realDataFolder(), 'climate-zones')

describe.skipIf(!existsSync(lists))('the files that agencies published', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plat-code-basis-real-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  /** A committed partition, made from the bytes that its locks name. */
  async function make(partition: string): Promise<PartitionTable> {
    const definition = (await codeBasis.partitions()).get(partition)!
    const assets: Record<string, string> = {}
    for (const id of [definition.lock, ...definition.other_locks])
      for (const { name, path } of (await readLock(id)).assets) {
        const [scheme, rest] = path!.split(':')
        const root = scheme === 'package' ? join(PROJECT_ROOT, 'node_modules') : realDataFolder()
        const into = join(folder, `${partition}-${id}`)
        await mkdir(into, { recursive: true })
        const unpacked = await unpackAsset(join(root, rest), { into: join(into, name), name })
        assets[id === definition.lock ? name : `${id}/${name}`] = unpacked.folder
      }
    const made = await runFixture(codeBasis, definition, { folder, partition, assets })
    return [...made.values()][0]
  }

  const rowsOf = async (table: Table, { file }: PartitionTable): Promise<Row[]> =>
    (await parquetRows(table, file)).map(({ values }) => values)
  const covers = ({ coverage }: PartitionTable, lat: number, lng: number) =>
    containsPoint(coverage.polygons!, Math.round(lng * GRID), Math.round(lat * GRID))

  test("DOE's county list: 3,220 counties of the codes of the early 2000s", async () => {
    const made = await make('us')
    expect(made.rows).toBe(3220)
    // The list ends with one line for all of Alaska.
    expect(made.tally.rejects).toEqual({
      'code_basis.whole_state': { count: 1, example: 'row 3221: Alaska (all), no county' },
    })
    const rows = await rowsOf(climateZones, made)
    const zoneOf = (fips: string) => rows.find((row) => row.county_fips === fips)?.iecc_zone
    expect(zoneOf('23019')).toBe('6A')
    expect(zoneOf('34017')).toBe('4A')
    expect(zoneOf('12071')).toBe('2A')
    expect(zoneOf('06075')).toBe('3C')
    expect(zoneOf('02090')).toBe('8')
    expect(zoneOf('11001')).toBe('4A')
    // Counties that no longer exist, and none of those that replaced them.
    for (const former of ['46113', '02270', '51515', '51560', '02261', '02201', '02232', '02280'])
      expect(zoneOf(former), former).toEqual(expect.any(String))
    for (const current of ['46102', '02158', '02063', '02198', '02105', '02195', '09190'])
      expect(zoneOf(current), current).toBeUndefined()
    const counts = Object.groupBy(rows, (row) => `${row.iecc_zone}`)
    expect(counts['7']).toHaveLength(120)
    expect(counts['4C']).toHaveLength(38)
    expect(rows.filter((row) => row.is_warm_humid === true)).toHaveLength(516)
  })

  if (isLongRun)
    test("names that the list's copy garbled are left out, and their zones stay", async () => {
      const made = await make('us')
      const rows = await rowsOf(climateZones, made)
      const nameless = rows.filter((row) => row.county_name === null)
      expect(nameless.length).toBe(made.tally.cases['code_basis.garbled_county_name'])
      expect(nameless).toHaveLength(16)
      for (const { county_fips } of nameless) expect(`${county_fips}`).toMatch(/^72/)
      expect(JSON.stringify(rows)).not.toContain('\uFFFD')
    })

  if (isLongRun)
    test('the list covers the states and Puerto Rico, not Guam', async () => {
      const made = await make('us')
      expect(covers(made, 44.8, -68.77)).toBe(true)
      expect(covers(made, 18.4, -66.1)).toBe(true)
      // Adak Island and Attu, on either side of 180.
      expect(covers(made, 51.8, -176.6)).toBe(true)
      expect(covers(made, 52.9, 172.9)).toBe(true)
      expect(covers(made, 13.45, 144.78)).toBe(false)
      expect(covers(made, 45.5, -73.6)).toBe(false)
    })

  if (isLongRun)
    test('the ZIP code list: 1,766 codes of California in 16 zones, some of them not Californian', async () => {
      const made = await make('title24-ca')
      expect({ rows: made.rows, rejects: made.tally.rejects }).toEqual({ rows: 1766, rejects: {} })
      expect(made.tally.cases).toEqual({ 'code_basis.zip_of_another_state': 31_378 })
      const rows = await rowsOf(title24Zones, made)
      expect(new Set(rows.map(({ zone }) => zone)).size).toBe(16)
      expect(rows.find(({ zip }) => zip === '94110')).toMatchObject({ zone: '3' })
      expect(rows.filter(({ zip }) => !/^9[0-6]/.test(`${zip}`)).map(({ zip }) => zip)).toEqual([
        '89019',
        '89439',
        '97635',
      ])
      expect(covers(made, 37.76, -122.42)).toBe(true)
      expect(covers(made, 39.53, -119.81)).toBe(false)
    })

  if (isLongRun)
    test("NOAA's estimate for Fort Myers: 12.1 inches", async () => {
      const made = await make('lee-fl-rainfall')
      expect(await rowsOf(rainfallFrequencies, made)).toEqual([
        {
          rainfall_key: 'lee-fl-rainfall:26.6,-81.9',
          partition: 'lee-fl-rainfall',
          county_fips: '12071',
          lat: 26.6,
          lng: -81.9,
          rainfall_100yr_24hr_in: 12.1,
          volume: '9',
          version: '2',
        },
      ])
      expect(covers(made, 26.6, -81.9)).toBe(true)
      expect(covers(made, 27.95, -82.46)).toBe(false)
    })

  if (isLongRun)
    test('the recorded seismic expectations are not values of a county: points of one differ by 46 %', async () => {
      const file = join(realDataFolder(), 'seismic', 'asce7-10.expectation.json')
      const all = JSON.parse(await readFile(file, 'utf8')) as {
        request: { parameters: { title: string; siteClass: string } }
        response: { data: { sms: number } }
      }[]
      const inLosAngelesCounty = ['Los Angeles', 'Century City', 'Northridge', 'Long Beach']
      const sms = all
        .filter(({ request: { parameters } }) => parameters.siteClass === 'D')
        .filter(({ request: { parameters } }) => inLosAngelesCounty.includes(parameters.title))
        .map(({ response }) => response.data.sms)
      expect(sms).toHaveLength(4)
      expect(Math.max(...sms) / Math.min(...sms)).toBeCloseTo(1.46, 2)
    })
})
