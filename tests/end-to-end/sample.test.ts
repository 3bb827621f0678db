import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GRID } from '../../geometry/polygons.ts'
import type { StructuresData } from '../../layers/structures/data.ts'
import { fileSha256 } from '../../pipelines/stages/fetch.ts'
import { buildCounty } from '../../sample/county.ts'
import { type KnownLocation, knownLocations } from '../sample/known-locations.ts'
import { expectNeighbours, expectStreetSides } from './border-answers.ts'
import { type AnsweringBuild, sampleBuild } from './build-home.ts'
import { expectBoundaries, expectCodeBasis } from './county-answers.ts'
import { floodOf, parcelOf } from './dossier-values.ts'
import { countsOf, expectGolden } from './golden.ts'
import { expectSoils, expectStructures, expectWetlands } from './ground-answers.ts'
import { expectMarket } from './market-answers.ts'
import { expectPermits } from './permit-answers.ts'
import { expectTax, expectZoning } from './record-answers.ts'
import { expectUtilities } from './utility-answers.ts'

/** The contract's share, and what corners on a grid of 1 cm may add to a lot of 600 m2. */
const AREA_SHARE = 1e-4
const GRID_M2 = 0.1

const county = buildCounty()
const spots = knownLocations(county)
let build: AnsweringBuild
beforeAll(async () => {
  build = (await sampleBuild()).build
})
afterAll(() => build?.close())

/** The parcel row that a dossier answered. */
function rowOf(key: string, { lng, lat }: KnownLocation) {
  const pack = build.packs.get('parcels')!
  const rows = pack.rowsAt(Math.round(lng * GRID), Math.round(lat * GRID))
  const row = rows.map((number) => pack.values(number)).find((each) => each.parcel_key === key)
  return row ?? expect.fail(`no row ${key}`)
}

/** Pieces of one parcel count together, units of a stack each with the whole polygon. */
function areaOfParcel({ parcel }: KnownLocation): number {
  const pieces = county.parcels.filter(({ id }) => id !== null && id === parcel!.ids[0])
  const isInPieces = pieces.some(({ oddity }) => oddity === 'two_pieces')
  return isInPieces ? pieces.reduce((sum, { area }) => sum + area, 0) : parcel!.area
}

const answerTo = ({ lng, lat }: KnownLocation) => build.dossierAt(lng, lat)

describe('the flood section answers what the plan says', () => {
  // Within 3 m of a zone's line the plan promises nothing.
  const settled = spots.filter(({ flood }) => flood !== undefined)
  test('nearly all spots are settled', () =>
    expect(settled.length).toBeGreaterThan(spots.length - 4))

  test.each(settled)('$name: $what', (spot) => {
    const dossier = answerTo(spot)
    const [{ layers }, flood, truth] = [dossier, floodOf(dossier), spot.flood!]
    const isOutside = ['beyond_panels', 'outside_county'].includes(spot.name)
    expect(layers.flood.status).toBe(isOutside ? 'not_covered' : 'available')
    if (isOutside) return expect(flood).toBeNull()
    const isMapped = truth !== null && truth.zone !== 'AREA NOT INCLUDED'
    expect(flood!.mapped).toBe(isMapped)
    if (!isMapped) {
      expect(flood).toMatchObject({ is_in_flood_zone: null, zone_at_point: null })
      return
    }
    const isUnsaid = ['D', 'OPEN WATER'].includes(truth.zone)
    expect(flood!.is_in_flood_zone).toBe(isUnsaid ? null : /^[AV]/.test(truth.zone))
    const isElevationSaid = truth.datum === 'NAVD88' && truth.bfeFeet !== 'unknown'
    expect(flood!.zone_at_point).toMatchObject({
      zone: truth.zone,
      zone_subtype: truth.subtype,
      base_flood_elevation_ft: isElevationSaid ? truth.bfeFeet : null,
      depth_ft: truth.depthFeet,
    })
  })
})

describe('the parcel section answers what the plan says', () => {
  test.each(spots)('$name: $what', (spot) => {
    const dossier = answerTo(spot)
    const [{ layers }, parcel] = [dossier, parcelOf(dossier)]
    if (spot.parcel === null) {
      expect(layers.parcel.status).toBe(spot.name === 'outside_county' ? 'not_covered' : 'empty')
      expect(parcel).toBeNull()
      return
    }
    expect(layers.parcel.status).toBe('available')
    expect(parcel!.parcel_count_here).toBe(spot.parcel.ids.length)
    const keys = new Set([parcel!.parcel_key, ...parcel!.stacked_parcel_keys])
    expect(keys.size).toBe(Math.min(11, spot.parcel.ids.length))
    const area = areaOfParcel(spot)
    expect(Math.abs(parcel!.area_m2! - area)).toBeLessThan(area * AREA_SHARE + GRID_M2)
  })
})

describe('neighbours and frontage are those of the plan', () => {
  const bordersAt = (name: string) => {
    const { lng, lat } = spots.find((spot) => spot.name === name)!
    const [row] = build.packs.get('parcels')!.rowsAt(Math.round(lng * GRID), Math.round(lat * GRID))
    return build.bordersOf(row)
  }

  test('lots that share a side are neighbours, those that touch or face each other are not', () =>
    expect(expectNeighbours(county, build)).toBeGreaterThan(1_200))

  test('a lot on a street has frontage where its street is', () =>
    expect(expectStreetSides(county, build)).toBeGreaterThan(400))

  test('a cemetery inside a farm has the farm alone beside it, and no street', () => {
    const [hole, farm] = [bordersAt('hole_in_parcel'), bordersAt('parcel_with_hole')]
    expect(hole.adjacent_parcels!.map(({ parcel_key }) => parcel_key)).toEqual([farm.parcel_key])
    expect(hole.frontage).toMatchObject({ total_m: 0, segment_count: 0 })
  })

  test('a lot along the bank has frontage on the water, and the pieces of one across the river each theirs', () => {
    const banked = bordersAt('curved_frontage').frontage!
    expect(banked.along_water_m).toBeGreaterThan(0.2 * banked.total_m)
    expect(banked.along_water_m).toBeLessThan(banked.total_m)
    expect(bordersAt('two_piece_parcel').frontage!.segment_count).toBe(2)
  })

  test('units of a stack have the frontage of their lot, and none of the others beside them', () => {
    const unit = bordersAt('condo_stack')
    expect(unit.frontage!.total_m).toBeGreaterThan(20)
    const beside = unit.adjacent_parcels!.map(({ parcel_key }) => parcel_key)
    expect(beside.filter((key) => unit.stacked_parcel_keys.includes(key))).toEqual([])
  })
})

describe('the row has the values of its roll', () => {
  const single = spots.filter(({ parcel }) => parcel?.ids.length === 1)
  test.each(single)('$name: $what', (spot) => {
    const row = rowOf(parcelOf(answerTo(spot))!.parcel_key, spot)
    const roll = spot.parcel!.roll
    expect(row.has_roll).toBe(roll !== null)
    if (roll === null) return expect(row.just_value).toBeNull()
    const unlessZero = (value: string | number) => (value === 0 || value === '' ? null : value)
    expect(row).toMatchObject({
      use_code: roll.DOR_UC,
      just_value: roll.JV,
      assessed_value: roll.AV_NSD,
      taxable_value: roll.TV_NSD,
      land_value: roll.LND_VAL,
      year_built_actual: unlessZero(roll.ACT_YR_BLT ?? ''),
      living_area_sqft: unlessZero(roll.TOT_LVG_AREA ?? ''),
    })
  })
})

describe('the wetlands section answers what the plan says', () => {
  const settled = spots.filter(({ wetlands }) => wetlands !== undefined)
  test('nearly all spots are settled', () =>
    expect(settled.length).toBeGreaterThan(spots.length - 4))
  test.each(settled)('$name: $what', (spot) =>
    expectWetlands(build.dossierAt(spot.lng, spot.lat, ['wetlands']), spot),
  )
})

describe('the soils section answers what the plan says', () => {
  const settled = spots.filter(({ soils }) => soils !== undefined)
  test('nearly all spots are settled', () =>
    expect(settled.length).toBeGreaterThan(spots.length - 4))
  test.each(settled)('$name: $what', (spot) =>
    expectSoils(build.dossierAt(spot.lng, spot.lat, ['soils']), spot),
  )
})

describe('the structures section answers what the plan says', () => {
  test.each(spots)('$name: $what', (spot) =>
    expectStructures(build.dossierAt(spot.lng, spot.lat, ['structures']), spot),
  )
})

describe('the tax section answers what the plan says', () => {
  // Which unit of a stack is meant is not settled.
  const settled = spots.filter(({ tax }) => tax !== undefined)
  test.each(settled)('$name: $what', (spot) =>
    expectTax(build.dossierAt(spot.lng, spot.lat, ['tax']), spot),
  )
})

describe('the market section answers what the plan says', () => {
  const settled = spots.filter(({ market }) => market !== undefined)
  test('nearly all spots are settled', () =>
    expect(settled.length).toBeGreaterThan(0.95 * spots.length))
  test.each(settled)('$name: $what', (spot) =>
    expectMarket(build.dossierAt(spot.lng, spot.lat, ['market']), spot),
  )
})

describe('the zoning section answers what the plan says', () => {
  const settled = spots.filter(({ zoning }) => zoning !== undefined)
  test('nearly all spots are settled', () =>
    expect(settled.length).toBeGreaterThan(0.9 * spots.length))
  test.each(settled)('$name: $what', (spot) =>
    expectZoning(build.dossierAt(spot.lng, spot.lat, ['zoning']), spot),
  )
})

describe('the utilities section answers what the plan says', () => {
  const settled = spots.filter(({ utilities }) => utilities !== undefined)
  test('nearly all spots are settled', () =>
    expect(settled.length).toBeGreaterThan(0.9 * spots.length))
  test.each(settled)('$name: $what', (spot) =>
    expectUtilities(build.dossierAt(spot.lng, spot.lat, ['utilities']), spot),
  )
})

describe('the permits section answers what the plan says', () => {
  // A permit at the very edge of the radius is not promised.
  const settled = spots.filter(({ permits }) => permits !== undefined)
  test('nearly all spots are settled', () =>
    expect(settled.length).toBeGreaterThan(0.9 * spots.length))
  test.each(settled)('$name: $what', (spot) =>
    expectPermits(build.dossierAt(spot.lng, spot.lat, ['permits']), spot),
  )
})

test('a house over its lot line is divided between its two parcels', () => {
  const [house, land] = ['overhanging_house', 'overhung_lot'].map(
    (name) => spots.find((spot) => spot.name === name)!,
  )
  const parts = [house, land].map(({ lng, lat }) => {
    const { data } = build.dossierAt(lng, lat, ['structures']).layers.structures
    return (data as StructuresData).total_footprint_m2!
  })
  const [{ outline }] = house.structures!.surveyed
  expect(Math.min(...parts)).toBeGreaterThan(10)
  expect(parts[0] + parts[1]).toBeCloseTo(outline.area, 0)
})

describe('the boundaries section answers what the plan says', () => {
  const settled = spots.filter(({ boundaries }) => boundaries !== undefined)
  test('nearly all spots are settled', () =>
    expect(settled.length).toBeGreaterThan(0.9 * spots.length))
  test.each(settled)('$name: $what', (spot) =>
    expectBoundaries(build.dossierAt(spot.lng, spot.lat, ['boundaries']), spot),
  )
})

describe('the code basis section answers what the plan says', () => {
  const settled = spots.filter(({ codeBasis }) => codeBasis !== undefined)
  test.each(settled)('$name: $what', (spot) =>
    expectCodeBasis(build.dossierAt(spot.lng, spot.lat, ['code_basis']), spot),
  )
})

test('records are merged, told apart and refused as the plan has them', () => {
  const odd = (oddity: string) => county.parcels.filter((parcel) => parcel.oddity === oddity).length
  const [duplicates, pieces] = [odd('duplicate') / 2, odd('two_pieces') / 2]
  const { rows, cases, rejects } = build.open.manifest.tables.find(
    ({ name }) => name === 'parcels',
  )!.partitions[0]
  expect(rows).toBe(county.parcels.length - duplicates - pieces - odd('bow_tie'))
  expect(cases).toMatchObject({
    'key.merged_identical': duplicates,
    'key.merged_pieces': pieces,
    'key.null_id': odd('null_id'),
  })
  expect(rejects).toMatchObject({ 'geometry.unrepairable': { count: odd('bow_tie') } })
})

test('the manifest has the hash of the DuckDB file', async () => {
  const { manifest, paths } = build.open
  expect(manifest.database.sha256).toBe(await fileSha256(paths.databaseFile))
})

test('the counts are the golden ones, and every audit passes', async () => {
  const { audits } = build.open.manifest
  expect(audits.filter(({ passed }) => !passed)).toEqual([])
  // All kinds of gates but two: nothing is pinned, and fictional products have no editions.
  expect(new Set(audits.map(({ name }) => name))).toEqual(
    new Set([
      ...['schema', 'rows', 'unique_keys', 'reject_share', 'required_filled', 'sentinels'],
      ...['bounds', 'area_km2', 'rows_off_coverage', 'area_over_coverage', 'valid_geometry'],
      ...['raster_values', 'raster_range', 'row_a_parcel', 'sections_answered', 'land_reported'],
    ]),
  )
  await expectGolden('sample', { tables: countsOf(build.open.manifest) })
})
