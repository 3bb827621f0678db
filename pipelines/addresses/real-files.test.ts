import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { stateOfZip } from '../../geocoder/tables/zip-states.ts'
import { boundsOf, GRID } from '../../geometry/polygons.ts'
import { Pack } from '../../packs/pack-reader.ts'
import { SILENT } from '../../terminal/progress.ts'
import { parquetRows, runFixture } from '../../tests/fixtures/partition-run.ts'
import { isLongRun } from '../../tests/long-run.ts'
import type { PartitionTable } from '../pipeline.ts'
import { writePack } from '../stages/pack.ts'
import { addresses } from './pipeline.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-addresses-real-'))
})
afterAll(() => rm(folder, { recursive: true }))

interface Made {
  made: PartitionTable
  rows: Awaited<ReturnType<typeof parquetRows>>
}

/** Makes a committed partition of a real file. */
async function make(partition: string, file: string): Promise<Made> {
  const definition = (await addresses.partitions()).get(partition)!
  const path = join(realDataFolder(), file)
  // A file that is not an archive is found in its folder.
  const assets = { [definition.file.asset]: file.endsWith('.zip') ? path : dirname(path) }
  const [made] = (await runFixture(addresses, definition, { folder, partition, assets })).values()
  return { made, rows: await parquetRows(made.table, made.file) }
}

async function packOf({ table, file, rows }: PartitionTable): Promise<Pack> {
  const path = join(folder, `${table.name}-${rows}.pack`)
  await writePack(table, [file], path, rows, SILENT)
  return new Pack({ file: path, memoryLimitBytes: 0 })
}

const lacks = (file: string) => !existsSync(join(realDataFolder(), file))
const countBy = (values: unknown[]) =>
  Object.fromEntries(
    [...Map.groupBy(values, (value) => `${value}`)].map(([value, all]) => [value, all.length]),
  )

const BANGOR = 'bangor-me/reference_layers.zip'
describe.skipIf(lacks(BANGOR))('the roads of Bangor', () => {
  let bangor: Made
  beforeAll(async () => {
    bangor = await make('bangor-roads', BANGOR)
  })

  test('are 2,893 numbered sides of 2,099 stretches, 144 of them under a second name too; 629 stretches have no numbers', () => {
    const { rejects, cases, repairs } = bangor.made.tally
    expect(bangor.made.rows).toBe(2893 + 144)
    expect(rejects).toEqual({
      'addresses.half_a_range': {
        count: 2,
        example: 'feature 221, right: YORK ST from 91 to null',
      },
    })
    expect(cases).toMatchObject({
      'addresses.street_without_numbers': 629,
      'addresses.mixed_parity': 10,
      'addresses.second_name': 75,
    })
    expect(repairs).toEqual({ collapsed_line: { count: 1, area_change_m2: 0 } })
  })

  test('have odd numbers on one side and even ones on the other, with few exceptions', () => {
    const parities = bangor.rows.map(({ values }) => `${values.side} ${values.parity}`)
    expect(countBy(parities)).toMatchInlineSnapshot(`
      {
        "left both": 3,
        "left even": 1496,
        "left odd": 22,
        "right both": 7,
        "right even": 29,
        "right odd": 1480,
      }
    `)
    const places = bangor.rows.map(({ values }) => `${values.city}, ${values.state} ${values.zip}`)
    expect(countBy(places)).toEqual({ 'Bangor, ME null': 3037 })
  })

  test('are found near a point with the share along them', async () => {
    const pack = await packOf(bangor.made)
    // On Main Street, which runs south-west from 710 to 816 here.
    const near = pack.linesNear(Math.round(-68.7814 * GRID), Math.round(44.7821 * GRID), 40)
    const found = near.map(({ row, side, share }) => {
      const { street, side: of, from_number, to_number } = pack.values(row)
      return [street, of, from_number, to_number, side, share.toFixed(2)].join(' ')
    })
    expect(found).toMatchInlineSnapshot(`
      [
        "MAIN ST right 709 811 right 0.10",
        "MAIN ST left 710 816 right 0.10",
      ]
    `)
    pack.close()
  })
})

const MEAGHER = 'addresses/tl_2021_30059_addrfeat.zip'
if (isLongRun)
  describe.skipIf(lacks(MEAGHER))('TIGER’s ranges of Meagher County', () => {
    let meagher: Made
    beforeAll(async () => {
      meagher = await make('meagher-mt', MEAGHER)
    })

    test('are 878 sides of 677 records, none refused; one ZIP code is invalid', () => {
      expect([meagher.made.rows, meagher.made.tally.rejects]).toEqual([878, {}])
      expect(meagher.made.tally.cases).toEqual({ 'addresses.unreadable_zip': 1 })
      expect(countBy(meagher.rows.map(({ values }) => values.state))).toEqual({ MT: 878 })
      expect(countBy(meagher.rows.map(({ values }) => values.zip))).toMatchInlineSnapshot(`
      {
        "59053": 102,
        "59086": 19,
        "59642": 47,
        "59644": 1,
        "59645": 706,
        "null": 3,
      }
    `)
    })

    test('run against the line on about half of the sides', () => {
      const isDown = ({ values }: Made['rows'][number]) =>
        (values.from_number as number) > (values.to_number as number)
      expect(meagher.rows.filter(isDown)).toHaveLength(435)
      expect(countBy(meagher.rows.map(({ values }) => values.parity))).toEqual({
        even: 432,
        odd: 446,
      })
    })

    test('list one stretch under all of its names, and two ranges of one side separately', () => {
      const keys = meagher.rows.map(({ values }) => `${values.range_key}`)
      const of = (tlid: string) =>
        meagher.rows
          .filter(({ values }) => `${values.range_key}`.includes(`:${tlid}:`))
          .map(({ values: { street, side, from_number, to_number } }) =>
            [street, side, from_number, to_number].join(' '),
          )
          .sort()
      expect(new Set(keys).size).toBe(878)
      expect(of('166706795')).toEqual(['Hwy 360 left 1101 1199', 'State Hwy 360 left 1101 1199'])
      expect(of('166709647')).toEqual(['Main St left 102 100', 'Main St left 198 104'])
    })
  })

const FOREST_CITY = 'forest-city-nc/forest_city.zip'
if (isLongRun)
  describe.skipIf(lacks(FOREST_CITY))('the addresses of Forest City', () => {
    let town: Made
    beforeAll(async () => {
      town = await make('forest-city-points', FOREST_CITY)
    })

    test('are 5,692 of 5,693: one is only a number; 109 lie beyond the planning area of the town', () => {
      expect([town.made.rows, town.made.tally.rejects]).toEqual([
        5692,
        { 'addresses.no_street': { count: 1, example: 'feature 5654: number "363"' } },
      ])
      expect(town.made.tally.cases).toEqual({ 'addresses.outside_coverage': 109 })
    })

    test('are split at the number, with blanks collapsed; those inside the town get its name', () => {
      const texts = town.rows.map(({ values: { number, street } }) => `${number}|${street}`)
      for (const each of ['129|KNOLLWOOD DR', '117|GRAYBROOK LN', '210|US 221A HWY'])
        expect(texts).toContain(each)
      expect(texts.filter((text) => /\s{2}|&amp;|^0\|/.test(text))).toEqual([])
      expect(town.rows.filter(({ values }) => !/^\d+[A-Z]?$/.test(`${values.number}`))).toEqual([])
      const places = town.rows.map(({ values }) => `${values.city} ${values.state} ${values.zip}`)
      expect(countBy(places)).toEqual({
        'Forest City NC null': 3878,
        'null NC null': 1814,
      })
    })
  })

const ZIPS = 'climate-zones/zipcode_centroid_lat_lngs.json'
if (isLongRun)
  describe.skipIf(lacks(ZIPS))('the ZIP points of the nation', () => {
    test('are 33,144, from Guam to Puerto Rico, each under its five digits', async () => {
      const { made, rows } = await make('us-zips', ZIPS)
      expect([made.rows, made.tally.rejects, made.tally.cases]).toEqual([33144, {}, {}])
      // Only those of Guam and the Northern Marianas, which share a prefix.
      const stateless = rows.filter(({ values }) => stateOfZip(`${values.zip}`) === null)
      expect(countBy(stateless.map(({ values }) => `${values.zip}`.slice(0, 3)))).toEqual({
        969: 12,
      })
      const pack = await packOf(made)
      const at = (zip: string) => pack.point(pack.rowOfKey(zip)!).map((unit) => unit / GRID)
      expect(at('04401')).toEqual([-68.8447897, 44.8492268])
      expect(at('59645')).toEqual([-111.0471394, 46.6804497])
      expect(pack.rowOfKey('4401')).toBeNull()
      const box = boundsOf({ coords: Int32Array.from(rows.flatMap(({ point }) => [...point!])) })
      expect(box.map((side) => Math.round(side / GRID))).toEqual([-177, -14, 146, 71])
      pack.close()
    })
  })
