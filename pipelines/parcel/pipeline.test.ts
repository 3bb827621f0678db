import { mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import { coverageTable } from '../../layers/coverage-table.ts'
import { parcels } from '../../layers/parcel/tables.ts'
import { FIXTURE_COUNTY } from '../../tests/fixtures/county.ts'
import {
  COUNTY_FABRIC,
  COUNTY_ROLL,
  lot,
  type RollLine,
  rollLine,
  writeBoundaryFixture,
  writeFabricFixture,
  writeJoinedFabricFixture,
  writeParcelsFixture,
  writeRollFixture,
} from '../../tests/fixtures/parcel/county-roll.ts'
import { parquetRows, runFixture, zipFolder } from '../../tests/fixtures/partition-run.ts'
import { fixtureRows, readFixture } from '../../tests/layer-fixture.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { ParcelPartition, parcel } from './pipeline.ts'

const fixture = readFixture('parcel')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-parcel-'))
})
afterAll(() => rm(folder, { recursive: true }))

const ROLL = { asset: 'all.zip', member: 'roll.csv', key: 'PARCEL_ID', fabric_key: 'PARCELNO' }

/** Runs the pipeline over the files of a folder, which is every asset. */
async function make(
  place: string,
  roll: (typeof ROLL & { where?: string }) | null,
  secret?: string,
  mapping = 'fl-nal',
  crs?: string,
) {
  writeBoundaryFixture(place)
  const definition = ParcelPartition.parse({
    lock: 'fixture',
    county: { ...FIXTURE_COUNTY, local_code: 98 },
    mapping,
    fabric: { asset: 'all.zip', member: 'parcels.shp', crs },
    roll,
    coverage: { asset: 'county.zip', member: 'county.shp' },
    note: 'A fictional fabric and roll',
  })
  const assets = { 'all.zip': place, 'county.zip': place }
  const run = { folder, partition: 'nal', assets, secret }
  return (await runFixture(parcel, definition, run)).get('parcels')!
}
type Made = Awaited<ReturnType<typeof make>>

/** A fabric of ids with a separate roll. */
async function makeCounty(
  fabric: { id: string | null; wkt: string | null }[] = COUNTY_FABRIC,
  roll: RollLine[] = COUNTY_ROLL,
  secret?: string,
) {
  const place = await mkdtemp(join(folder, 'county-'))
  writeFabricFixture(place, fabric)
  writeRollFixture(place, roll)
  return make(place, ROLL, secret)
}

let known: Promise<Made> | undefined
/** The county of the fixture, made once. */
function knownCounty(): Promise<Made> {
  known ??= makeCounty()
  return known
}

async function rowsOf({ file }: Made) {
  const byKey = (row: { values: { parcel_key?: unknown } }) => `${row.values.parcel_key}`
  return (await parquetRows(parcels, file)).sort((a, b) => (byKey(a) < byKey(b) ? -1 : 1))
}

const keysOf = async (made: Made) =>
  (await rowsOf(made)).map(({ values }) => values.parcel_key as string)

/** The fixture's rows, without those that a file cannot know. */
function expected(isKnown: (key: unknown) => boolean = () => true) {
  return fixtureRows(fixture, parcels)
    .filter(({ values }) => isKnown(values.has_roll))
    .sort((a, b) => (`${a.values.parcel_key}` < `${b.values.parcel_key}` ? -1 : 1))
}

describe('a county becomes the rows of the fixture', () => {
  test('from a zipped fabric of ids and a roll with full column names', async () => {
    const place = await mkdtemp(join(folder, 'zipped-'))
    writeFabricFixture(place, COUNTY_FABRIC)
    writeBoundaryFixture(place)
    writeRollFixture(place, [...COUNTY_ROLL, rollLine('09-9999', 'NOWHERE')])
    const zip = join(folder, 'county.zip')
    await writeFile(zip, await zipFolder(place))
    const definition = ParcelPartition.parse({
      lock: 'fixture',
      county: { ...FIXTURE_COUNTY, local_code: 98 },
      mapping: 'fl-nal',
      fabric: { asset: 'all.zip', member: 'PARCELS.SHP' },
      roll: ROLL,
      coverage: { asset: 'county.zip', member: 'county.shp' },
      note: 'A fictional fabric and roll',
    })
    const run = { folder, partition: 'nal', assets: { 'all.zip': zip, 'county.zip': place } }
    const made = (await runFixture(parcel, definition, run)).get('parcels')!
    expect(await rowsOf(made)).toEqual(expected())
    expect(made.tally).toMatchObject({
      rejects: {},
      cases: {
        'roll.parcel_without_row': 1,
        'roll.row_without_parcel': 1,
        'key.merged_pieces': 1,
      },
    })
    const [declared] = fixtureRows(fixture, coverageTable)
    expect({
      outside: made.coverage.outside,
      outside_evidence: made.coverage.evidence,
      declared_by: made.coverage.from,
      source_note: made.coverage.note,
    }).toEqual(
      Object.fromEntries(
        ['outside', 'outside_evidence', 'declared_by', 'source_note'].map((name) => [
          name,
          declared.values[name],
        ]),
      ),
    )
    expect(made.coverage.polygons).toEqual(declared.polygons)
  })

  test('from a fabric that carries the roll under names of ten characters', async () => {
    const place = await mkdtemp(join(folder, 'joined-'))
    writeJoinedFabricFixture(place, COUNTY_FABRIC.slice(0, -1))
    expect(await rowsOf(await make(place, null))).toEqual(expected((hasRoll) => hasRoll === true))
  })
})

describe('the key of a parcel', () => {
  if (isLongRun)
    test('does not depend on the order of the files, nor on a parcel elsewhere', async () => {
      const keys = await keysOf(await knownCounty())
      const shuffled = await makeCounty(COUNTY_FABRIC.toReversed(), COUNTY_ROLL.toReversed())
      expect(await keysOf(shuffled)).toEqual(keys)
      const more = await makeCounty([{ id: '00-0000', wkt: lot(8, 8, 9, 9) }, ...COUNTY_FABRIC])
      expect(await keysOf(more)).toEqual(expect.arrayContaining(keys))
      expect(await keysOf(more)).toHaveLength(keys.length + 1)
    })

  if (isLongRun)
    test('is another one under another secret', async () => {
      const keys = await keysOf(await knownCounty())
      const others = await keysOf(await makeCounty(COUNTY_FABRIC, COUNTY_ROLL, 'another secret'))
      expect(others).toHaveLength(keys.length)
      expect(others.filter((key) => keys.includes(key))).toEqual([])
    })

  test('of a parcel without an id comes from its shape alone', async () => {
    const nameless = { id: null, wkt: lot(8, 0, 9, 1) }
    const made = await makeCounty([nameless, ...COUNTY_FABRIC])
    const known = await keysOf(await knownCounty())
    const [own] = (await keysOf(made)).filter((key) => !known.includes(key))
    expect(made.tally.cases['key.null_id']).toBe(1)
    const others = COUNTY_FABRIC.slice(3).toReversed()
    expect(await keysOf(await makeCounty([...others, nameless]))).toContain(own)
  })

  test('has no county id in any column', async () => {
    const text = JSON.stringify(await rowsOf(await knownCounty()))
    expect(fixture.county_ids.filter((id) => text.includes(id))).toEqual([])
  })
})

describe('rows that share an id', () => {
  const FIELDS = {
    MAP_LOT: 'text',
    UNIT: 'text',
    PROP_ADDRS: 'text',
    LAND_USE: 'text',
    VALUE_TOT: 'real',
    VALUE_NET: 'real',
    VALUE_LAND: 'real',
    VALUE_BLDG: 'real',
    YR_BUILT: 'integer',
    DWLG_UNITS: 'integer',
  } as const
  const row = (wkt: string, values: Record<string, string | number> = {}) => ({
    wkt,
    values: { MAP_LOT: 'R-1', PROP_ADDRS: '1 FICTION ST', VALUE_TOT: 5, ...values },
  })

  /** A city's fabric with its roll joined: the mapping `bangor`. */
  async function makeCity(rows: ReturnType<typeof row>[]) {
    const place = await mkdtemp(join(folder, 'city-'))
    writeParcelsFixture(place, FIELDS, rows)
    return make(place, null, undefined, 'bangor')
  }

  test('and everything else are one parcel written twice', async () => {
    const made = await makeCity([row(lot(0, 0, 1, 1)), row(lot(0, 0, 1, 1))])
    expect([made.rows, made.tally.cases]).toEqual([1, { 'key.merged_identical': 1 }])
  })

  test('and values are pieces of one parcel, and overlapping pieces are counted', async () => {
    const apart = await makeCity([row(lot(0, 0, 1, 1)), row(lot(2, 0, 3, 1))])
    expect([apart.rows, apart.tally.cases]).toEqual([1, { 'key.merged_pieces': 1 }])
    expect((await rowsOf(apart))[0].polygons!.polygonEnds).toHaveLength(2)
    const over = await makeCity([row(lot(0, 0, 2, 1)), row(lot(1, 0, 3, 1))])
    expect(over.tally.cases).toEqual({ 'key.merged_pieces': 1, 'key.overlapping_pieces': 1 })
    const [{ values, polygons }] = await rowsOf(over)
    expect(values.area_m2).toBe(areaM2(polygons!))
    expect(polygons!.polygonEnds).toHaveLength(1)
  })

  test('are distinguished by their unit, though all else is equal', async () => {
    const stack = [
      row(lot(0, 0, 1, 1), { UNIT: '1' }),
      row(lot(0, 0, 1, 1), { UNIT: '2' }),
      row(lot(0, 0, 1, 1), { UNIT: '3' }),
    ]
    const made = await makeCity(stack)
    expect([made.rows, made.tally.cases]).toEqual([3, { 'key.tied_told_by_unit': 3 }])
    expect(await keysOf(await makeCity(stack.toReversed()))).toEqual(await keysOf(made))
  })

  test('are distinguished by their shape where the unit is the same', async () => {
    const rows = [row(lot(0, 0, 1, 1)), row(lot(2, 0, 3, 1), { VALUE_TOT: 6 })]
    const made = await makeCity(rows)
    expect([made.rows, made.tally.cases]).toEqual([2, { 'key.tied_told_by_shape': 2 }])
    expect(await keysOf(await makeCity(rows.toReversed()))).toEqual(await keysOf(made))
  })

  test('are distinguished by their values where the shape is the same too', async () => {
    const rows = [row(lot(0, 0, 1, 1)), row(lot(0, 0, 1, 1), { VALUE_TOT: 6 })]
    const made = await makeCity(rows)
    expect([made.rows, made.tally.cases]).toEqual([2, { 'key.tied_told_by_facts': 2 }])
    expect(await keysOf(await makeCity(rows.toReversed()))).toEqual(await keysOf(made))
  })
})

test('a twisted corner is repaired; a bow-tie and a parcel without a shape are set aside', async () => {
  const ring = (points: string) => `POLYGON ((${points}))`
  const twisted = ring(
    '-71.992 30, -71.991 30, -71.991 30.001, -71.99198 30.001, -71.992 30.00098, -71.992 30.001, -71.99198 30.00098, -71.992 30',
  )
  const bowTie = ring('-71.991 30, -71.99 30.001, -71.99 30, -71.991 30.002, -71.991 30')
  const even = ring('-71.991 30, -71.99 30.001, -71.99 30, -71.991 30.001, -71.991 30')
  const made = await makeCounty([
    ...COUNTY_FABRIC,
    ...[null, twisted, bowTie, even].map((wkt, i) => ({ id: `06-000${i}`, wkt })),
  ])
  expect(made.rows).toBe(fixture.tables.parcels.length + 1)
  expect(made.tally.rejects).toEqual({
    'geometry.missing': { count: 1, example: 'feature 24: it has no geometry' },
    'geometry.unrepairable': {
      count: 1,
      example: expect.stringMatching(/^feature 22: self_intersection: .* change its area/),
    },
    // Its two halves run in opposite directions and cancel out.
    'geometry.collapsed': { count: 1, example: expect.stringMatching(/^feature 23: .*no area/) },
  })
  const { self_intersection: repaired } = made.tally.repairs
  expect(repaired.count).toBe(1)
  expect(Math.abs(repaired.area_change_m2)).toBeLessThan(10)
})

test('a number that cannot be read is counted with its text, and the parcel stays without it', async () => {
  const roll = COUNTY_ROLL.map((line, i) => (i === 0 ? { ...line, JV: '$250,000' } : line))
  const made = await makeCounty(COUNTY_FABRIC, roll)
  expect(made.rows).toBe(fixture.tables.parcels.length)
  expect(made.tally.rejects).toEqual({
    'roll.unreadable_just_value': { count: 1, example: expect.stringContaining('"$250,000"') },
  })
  const row = (await rowsOf(made)).find(({ values }) => values.situs_line1 === '1 FICTION ST')
  expect(row!.values).toMatchObject({ just_value: null, assessed_value: 200_000 })
})

test('a coverage states whether its parcels have values of a roll', async () => {
  expect((await knownCounty()).coverage.has_roll).toBe(true)
  // A roll of which no line meets a parcel, and one that has keys and uses alone.
  const strangers = COUNTY_ROLL.map((line, i) => ({ ...line, PARCEL_ID: `other ${i}` }))
  expect((await makeCounty(COUNTY_FABRIC, strangers)).coverage.has_roll).toBe(false)
  const blank = { JV: '', AV_NSD: '', TV_NSD: '', LND_VAL: '', SALE_PRC1: '' }
  const unvalued = COUNTY_ROLL.map((line) => ({ ...line, ...blank }))
  expect((await makeCounty(COUNTY_FABRIC, unvalued)).coverage.has_roll).toBe(false)
})

if (isLongRun)
  test('the order of the rows in the files changes no byte of the table', async () => {
    const forwards = await knownCounty()
    const backwards = await makeCounty(COUNTY_FABRIC.toReversed(), COUNTY_ROLL.toReversed())
    const bytes = await readFile(forwards.file)
    expect(bytes.equals(await readFile(backwards.file))).toBe(true)
  })

test('the parcel partitions and mappings of the repository can be read', async () => {
  expect([...(await parcel.partitions()).keys()]).toEqual(['bangor', 'forest-city', 'sample'])
})

test('of a state’s roll the county’s rows are chosen by a filter, so that ids of others do not collide', async () => {
  const place = await mkdtemp(join(folder, 'county-'))
  writeFabricFixture(place, COUNTY_FABRIC)
  const others = COUNTY_ROLL.map((line) => ({ ...line, CO_NO: '11', JV: '1' }))
  writeRollFixture(place, [...others, ...COUNTY_ROLL])
  const own = await make(place, { ...ROLL, where: "CO_NO = '98'" })
  const alone = await knownCounty()
  expect((await readFile(own.file)).equals(await readFile(alone.file))).toBe(true)
  expect(own.tally.rejects).toEqual(alone.tally.rejects)
})

test('a shapefile without its .prj is read where the partition file states its coordinate system', async () => {
  const writeFixture = async () => {
    const place = await mkdtemp(join(folder, 'county-'))
    writeFabricFixture(place, COUNTY_FABRIC)
    writeRollFixture(place, COUNTY_ROLL)
    await unlink(join(place, 'parcels.prj'))
    return place
  }
  const stated = await make(await writeFixture(), ROLL, undefined, 'fl-nal', 'EPSG:2236')
  const known = await knownCounty()
  expect((await readFile(stated.file)).equals(await readFile(known.file))).toBe(true)
  await expect(make(await writeFixture(), ROLL)).rejects.toMatchObject({
    message: expect.stringMatching(/parcels\.shp comes without its \.prj/),
    remedy: expect.stringMatching(/"crs" in the partition file/),
  })
})
