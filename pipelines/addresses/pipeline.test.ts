import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { addressPoints, streetRanges, zipPoints } from '../../layers/addresses/tables.ts'
import { coverageTable } from '../../layers/coverage-table.ts'
import type { Table } from '../../packs/table.ts'
import {
  DIRTY_STRETCHES,
  POINTS,
  STRETCHES,
  stretch,
  writePointsFixture,
  writeRangesFixture,
  writeZipsFixture,
} from '../../tests/fixtures/addresses/address-files.ts'
import { FIXTURE_COUNTY } from '../../tests/fixtures/county.ts'
import { parquetRows, runFixture } from '../../tests/fixtures/partition-run.ts'
import { writeLayerFile } from '../../tests/fixtures/stages/layer-file.ts'
import { fixtureRows, readFixture } from '../../tests/layer-fixture.ts'
import type { PartitionTable } from '../pipeline.ts'
import { gdal } from '../stages/gdal.ts'
import { AddressesPartition, addresses } from './pipeline.ts'

const fixture = readFixture('addresses')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-addresses-'))
})
afterAll(() => rm(folder, { recursive: true }))

const DEFINITIONS = {
  points: {
    mapping: 'openaddresses',
    file: { asset: 'points.zip', member: 'points.csv' },
    coverage: { asset: 'points.zip', member: 'county.shp' },
    note: 'Fictional addresses',
  },
  streets: {
    mapping: 'tiger-addrfeat',
    file: { asset: 'streets.zip', member: 'addrfeat.shp' },
    coverage: null,
    note: 'Fictional ranges',
  },
  zips: {
    mapping: 'zip-json',
    file: { asset: 'zips.json', member: 'zips.json' },
    coverage: null,
    note: 'Fictional ZIP points',
  },
}
const TABLES = { points: addressPoints, streets: streetRanges, zips: zipPoints }
type Name = keyof typeof DEFINITIONS

/** Runs the partition over the files that `write` puts into an empty folder. */
async function make(
  name: Name,
  write: (place: string) => unknown,
  changes: Record<string, unknown> = {},
): Promise<PartitionTable> {
  const place = await mkdtemp(join(folder, 'files-'))
  write(place)
  const base = { lock: 'fixture', county: FIXTURE_COUNTY }
  const definition = AddressesPartition.parse({ ...base, ...DEFINITIONS[name], ...changes })
  const assets = { [definition.file.asset]: place }
  const made = await runFixture(addresses, definition, { folder, partition: name, assets })
  return made.get(TABLES[name].name)!
}

const rowsOf = ({ table, file }: PartitionTable) => parquetRows(table, file)
const sorted = (table: Table, rows: Awaited<ReturnType<typeof rowsOf>>) =>
  rows.toSorted((a, b) => (`${a.values[table.key]}` < `${b.values[table.key]}` ? -1 : 1))

const WRITERS = { points: writePointsFixture, streets: writeRangesFixture, zips: writeZipsFixture }

const known = new Map<Name, Promise<PartitionTable>>()
/** A partition of its fixture's own files, made once. */
function knownOf(name: Name): Promise<PartitionTable> {
  const found = known.get(name) ?? make(name, (place) => WRITERS[name](place))
  known.set(name, found)
  return found
}

describe.each(Object.keys(DEFINITIONS) as Name[])('the partition %s', (name) => {
  test('makes the rows that the layer’s fixture has, and its coverage', async () => {
    const made = await knownOf(name)
    const table = TABLES[name]
    const expected = fixtureRows(fixture, table)
    expect(sorted(table, await rowsOf(made))).toEqual(sorted(table, expected))
    expect([made.rows, made.area_km2]).toEqual([expected.length, 0])
    const declared = fixtureRows(fixture, coverageTable).find(
      ({ values }) => values.coverage_key === `${table.name}/${name}`,
    )!
    const { polygons, from, note, outside } = made.coverage
    expect({ declared_by: from, source_note: note, outside }).toEqual({
      declared_by: declared.values.declared_by,
      source_note: declared.values.source_note,
      outside: declared.values.outside,
    })
    expect(polygons && areaM2(polygons)).toBe(declared.polygons && areaM2(declared.polygons))
  })
})

describe('address points', () => {
  test('dirty rows are counted by name, each with an example', async () => {
    const { tally } = await knownOf('points')
    expect(tally.rejects).toEqual({
      'addresses.no_house_number': { count: 2, example: expect.stringContaining('DEEP HOLLOW') },
      'addresses.no_street': { count: 1, example: 'feature 9: number "363"' },
      'addresses.swapped_coordinates': { count: 1, example: expect.stringContaining('30.001') },
      'addresses.zero_coordinates': { count: 1, example: expect.any(String) },
      'addresses.unreadable_coordinates': { count: 1, example: 'line 13: W71, 30.001' },
      'geometry.missing': { count: 1, example: expect.any(String) },
      'geometry.out_of_range': { count: 1, example: expect.any(String) },
    })
    expect(tally.cases).toEqual({
      'addresses.entity_decoded': 1,
      'addresses.unreadable_zip': 1,
      'addresses.unreadable_state': 1,
      // The house beyond the limits, and the one that is nowhere on the globe.
      'addresses.outside_coverage': 2,
    })
  })

  test('a parcel’s id in the ID column does not become a key', async () => {
    const rows = await rowsOf(await knownOf('points'))
    expect(JSON.stringify(rows)).not.toMatch(/R-\d/)
  })

  test('come as GeoJSON with names in lower case, a file or a feature a line, to the same rows', async () => {
    const clean = POINTS.filter((line) => /,a\d$/.test(line))
    const features = clean.map((line) => {
      const [lng, lat, number, street, unit, city, district, region, postcode, id, hash] =
        line.split(',')
      const properties = { hash, number, street, unit, city, district, region, postcode, id }
      return {
        type: 'Feature',
        properties,
        geometry: { type: 'Point', coordinates: [Number(lng), Number(lat)] },
      }
    })
    const file = { asset: 'points.zip', member: 'source.geojson' }
    const whole = JSON.stringify({ type: 'FeatureCollection', features })
    const lines = features.map((feature) => JSON.stringify(feature)).join('\n')
    const expected = sorted(addressPoints, fixtureRows(fixture, addressPoints))
    for (const text of [whole, lines]) {
      const write = (place: string) => {
        writePointsFixture(place)
        writeFileSync(join(place, 'source.geojson'), text)
      }
      const made = await make('points', write, { file })
      expect(sorted(addressPoints, await rowsOf(made))).toEqual(expected)
      expect(made.tally.rejects).toEqual({})
    }
  })

  test('in a city’s own shapefile, the whole address in one column, are split and projected', async () => {
    const wkts = ['POINT (-81.898 35.357)', 'POINT (-81.88 35.36)', 'POINT (-81.87 35.36)']
    const full = ['129 KNOLLWOOD DR', '130  ANGILA  ST', '0   DEEP HOLLOW TRL']
    const write = (place: string) =>
      writeLayerFile({
        file: join(place, 'city.shp'),
        layer: 'city',
        crs: 'EPSG:2264',
        fields: { id: 'integer', full_addre: 'text', x_coord: 'real', y_coord: 'real' },
        features: wkts.map((wkt, i) => ({ wkt, values: { id: i, full_addre: full[i] } })),
        geometryType: gdal.wkbPoint,
      })
    const made = await make('points', write, {
      mapping: 'forest-city-points',
      file: { asset: 'points.zip', member: 'city.shp' },
      coverage: null,
      city: 'Fixton',
    })
    const rows = sorted(addressPoints, await rowsOf(made))
    expect(rows.map(({ values }) => values)).toMatchObject([
      { address_key: 'points:0', number: '129', street: 'KNOLLWOOD DR', city: 'Fixton' },
      { address_key: 'points:1', number: '130', street: 'ANGILA ST', city: 'Fixton', state: 'ZZ' },
    ])
    expect(rows[0].point!.map((unit) => unit / 1e7)).toEqual([
      expect.closeTo(-81.898, 6),
      expect.closeTo(35.357, 6),
    ])
    expect(made.tally.rejects).toMatchObject({ 'addresses.no_house_number': { count: 1 } })
    expect(made.coverage.note).toMatch(/inverse of .*North Carolina/)
  })

  test('of a CSV may be chosen by a filter', async () => {
    const [first] = POINTS
    const file = { asset: 'points.zip', member: 'points.csv', where: "NUMBER = '7'" }
    const other = first.replace(/^([^,]*,[^,]*),[^,]*/, '$1,7')
    const made = await make('points', (place) => writePointsFixture(place, [first, other]), {
      file,
    })
    expect((await rowsOf(made)).map(({ values }) => values.number)).toEqual(['7'])
    expect(made.tally.rejects).toEqual({})
    const json = make('zips', (place) => writeFileSync(join(place, 'zips.json'), '{}'), {
      mapping: 'zip-json',
      file: { asset: 'zips.json', member: 'zips.json', where: "ZIP = '1'" },
    })
    await expect(json).rejects.toThrow(/"where", which layer files and CSV take/)
  })

  test('with swapped coordinates are recognized only by latitude where no coverage is declared', async () => {
    const lines = ['30.001,-71.994,5,SWAPPED RD,,,,,,,b4', '44.8,-98.7,6,SWAPPED RD,,,,,,,b5']
    const made = make('points', (place) => writePointsFixture(place, [...lines, POINTS[0]]), {
      coverage: null,
    })
    const { tally, rows } = await made
    // Nothing is wrong with the first: 30 E, 72 S exists.
    expect([rows, tally.rejects]).toMatchObject([
      2,
      { 'addresses.swapped_coordinates': { count: 1 } },
    ])
  })

  test('of another layout are refused with the columns that they have', async () => {
    const write = (place: string) => writeFileSync(join(place, 'points.csv'), 'LON,LAT,ADDR\n')
    await expect(make('points', write, { coverage: null })).rejects.toThrow(
      /no column NUMBER, STREET; it has LON, LAT, ADDR/,
    )
  })
})

describe('ranges along streets', () => {
  test('dirty rows are counted by name, and the other side of a stretch stays', async () => {
    const made = await make('streets', (place) =>
      writeRangesFixture(place, [...STRETCHES, ...DIRTY_STRETCHES]),
    )
    expect(made.tally.rejects).toEqual({
      'addresses.no_street': { count: 1, example: 'feature 6: it has numbers and no name' },
      'addresses.range_not_numeric': {
        count: 1,
        example: 'feature 7, left: Hyphen Blvd from 12-01 to 12-99',
      },
      'addresses.half_a_range': {
        count: 1,
        example: 'feature 8, left: Half St from 1 to null',
      },
      'geometry.collapsed': { count: 1, example: expect.any(String) },
    })
    expect(made.tally.cases).toEqual({
      'addresses.street_without_numbers': 1,
      'addresses.unreadable_zip': 1,
    })
    const right = (await rowsOf(made)).filter(({ values }) => /Blvd|Half/.test(`${values.street}`))
    expect(right.map(({ values }) => values.side)).toEqual(['right', 'right'])
  })

  test('have the parity that the source states, else that of their ends', async () => {
    const line = `${STRETCHES[0].wkt}`
    const parities: unknown[] = []
    for (const [from, to, PARITYL] of [
      ['1', '9', 'O'],
      ['1', '9', null],
      ['2', '8', null],
      ['2', '9', null],
      ['1', '9', 'E'],
      ['1', '8', 'O'],
      ['1', '9', 'B'],
      ['1', '9', 'X'],
    ] as const) {
      const sides = PARITYL === null ? {} : { PARITYL }
      const made = await make('streets', (place) =>
        writeRangesFixture(place, [stretch(line, [1, '1', 'A St'], [from, to], sides)]),
      )
      const [{ values }] = await rowsOf(made)
      parities.push([values.parity, ...Object.keys(made.tally.cases)])
    }
    expect(parities).toEqual([
      ['odd'],
      ['odd'],
      ['even'],
      ['both', 'addresses.mixed_parity'],
      ['even', 'addresses.parity_against_numbers'],
      ['odd', 'addresses.parity_against_numbers'],
      ['both'],
      ['odd', 'addresses.unknown_parity'],
    ])
  })

  test('of a city’s roads have no id: shape and side name them, 0 to 0 is not a range', async () => {
    const fields = {
      ...({
        NAME: 'text',
        PREFIX: 'text',
        STREET: 'text',
        SUFFIX1: 'text',
        SUFFIX2: 'text',
      } as const),
      ...({ ADD_L_FROM: 'integer', ADD_L_TO: 'integer' } as const),
    }
    const write = (place: string) =>
      writeLayerFile({
        file: join(place, 'roads.geojson'),
        layer: 'roads',
        crs: 'EPSG:4326',
        fields: { ...fields, ADD_R_FROM: 'integer', ADD_R_TO: 'integer' },
        features: [
          road('MAIN ST', 710, 816, 709, 811),
          road('MAIN ST', 0, 0, 0, 0),
          road(null, 0, 0, 0, 0),
          road('YORK ST', 91, 0, 86, 61),
          road('RANDOLPH LN', 2, 8, 0, 0, 'Randolph', 'Dr'),
          road('ELM ST', 2, 8, 0, 0, 'Elm', 'Street'),
        ],
        geometryType: gdal.wkbLineString,
      })
    const road = (
      NAME: string | null,
      ADD_L_FROM: number,
      ADD_L_TO: number,
      ADD_R_FROM: number,
      ADD_R_TO: number,
      STREET: string | null = null,
      SUFFIX1: string | null = null,
    ) => ({
      wkt: `${STRETCHES[0].wkt}`,
      values: {
        ...{ NAME, PREFIX: '', STREET, SUFFIX1, SUFFIX2: '' },
        ...{ ADD_L_FROM, ADD_L_TO, ADD_R_FROM, ADD_R_TO },
      },
    })
    const made = await make('streets', write, {
      mapping: 'bangor-roads',
      file: { asset: 'streets.zip', member: 'roads.geojson' },
      city: 'Bangor',
    })
    const rows = (await rowsOf(made)).map(({ values }) => values)
    expect(new Set(rows.map(({ range_key }) => range_key)).size).toBe(6)
    expect(
      rows
        .map(({ street, side, from_number, to_number, parity, city }) => {
          return [street, side, from_number, to_number, parity, city]
        })
        .sort(),
    ).toEqual([
      ['ELM ST', 'left', 2, 8, 'even', 'Bangor'],
      ['MAIN ST', 'left', 710, 816, 'even', 'Bangor'],
      ['MAIN ST', 'right', 709, 811, 'odd', 'Bangor'],
      // The office calls the lane a drive: the stretch is listed under both names.
      ['RANDOLPH LN', 'left', 2, 8, 'even', 'Bangor'],
      ['Randolph Dr', 'left', 2, 8, 'even', 'Bangor'],
      ['YORK ST', 'right', 86, 61, 'both', 'Bangor'],
    ])
    expect(made.tally.cases).toMatchObject({
      'addresses.street_without_numbers': 2,
      'addresses.second_name': 1,
    })
    expect(Object.keys(made.tally.rejects)).toEqual(['addresses.half_a_range'])
  })

  test('retain the direction in which they were drawn, whatever the order of the file', async () => {
    const turned = await make('streets', (place) =>
      writeRangesFixture(place, STRETCHES.toReversed()),
    )
    const made = await make('streets', writeRangesFixture)
    expect(await rowsOf(turned)).toEqual(await rowsOf(made))
    const [{ lines }] = sorted(streetRanges, await rowsOf(made))
    expect(lines!.coords[0]).toBe(-720000000)
  })
})

describe('points of ZIP codes', () => {
  test('come as a CSV too; invalid and repeated ZIP codes are counted', async () => {
    const text = 'zip,lat,lng\n34501,30.005,-71.996\n34502,30.005,-71.987\n4401,30,-72\n34501,1,1\n'
    const write = (place: string) => writeFileSync(join(place, 'zips.csv'), text)
    const file = { asset: 'zips.csv', member: 'zips.csv' }
    const made = await make('zips', write, { mapping: 'zip-csv', file })
    expect(sorted(zipPoints, await rowsOf(made))).toEqual(fixtureRows(fixture, zipPoints))
    expect(made.tally.rejects).toMatchObject({
      'addresses.no_zip': { count: 1 },
      'addresses.repeated_zip': { count: 1 },
    })
  })

  test('in a JSON of another shape are refused', async () => {
    for (const zips of [{ '34501': [1] }, { '34501': { lat: 1 } }])
      await expect(make('zips', (place) => writeZipsFixture(place, zips))).rejects.toThrow(
        /zips\.json.*another shape/s,
      )
  })
})
