import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GRID } from '../../geometry/polygons.ts'
import type { StructuresData } from '../../layers/structures/data.ts'
import { fileSha256 } from '../../pipelines/stages/fetch.ts'
import { isLongRun } from '../long-run.ts'
import type { KnownLocation } from '../sample/known-locations.ts'
import { sampleCounty, sampleLocations } from '../sample/shared-county.ts'
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

/** Tolerance of an area: the contract's share, and the effect of a 1 cm grid on a lot of 600 m2. */
const AREA_SHARE = 1e-4
const GRID_M2 = 0.1

/** One lot in so many is compared with those around it. */
const LOTS_EVERY = isLongRun ? 8 : 31

const county = sampleCounty()
const locations = sampleLocations()
let build: AnsweringBuild
beforeAll(async () => {
  build = (await sampleBuild()).build
})
afterAll(() => build?.close())

/** The parcel row of a dossier. */
function rowOf(key: string, { lng, lat }: KnownLocation) {
  const pack = build.packs.get('parcels')!
  const rows = pack.rowsAt(Math.round(lng * GRID), Math.round(lat * GRID))
  const row = rows.map((number) => pack.values(number)).find((each) => each.parcel_key === key)
  return row ?? expect.fail(`no row ${key}`)
}

/**
 * Area of a parcel: pieces of one parcel are added, units of a stack have the whole polygon each.
 */
function areaOfParcel({ parcel }: KnownLocation): number {
  const pieces = county.parcels.filter(({ id }) => id !== null && id === parcel!.ids[0])
  const isInPieces = pieces.some(({ oddity }) => oddity === 'two_pieces')
  return isInPieces ? pieces.reduce((sum, { area }) => sum + area, 0) : parcel!.area
}

const answerTo = ({ lng, lat }: KnownLocation) => build.dossierAt(lng, lat)

describe('the flood section agrees with the plan', () => {
  // The plan settles nothing within 3 m of a zone's line.
  const settled = locations.filter(({ flood }) => flood !== undefined)
  test('nearly all locations are settled', () =>
    expect(settled.length).toBeGreaterThan(locations.length - 4))

  test.each(settled)('$name: $what', (location) => {
    const dossier = answerTo(location)
    const [{ layers }, flood, truth] = [dossier, floodOf(dossier), location.flood!]
    const isOutside = ['beyond_panels', 'outside_county'].includes(location.name)
    expect(layers.flood.status).toBe(isOutside ? 'not_covered' : 'available')
    if (isOutside) return expect(flood).toBeNull()
    const isMapped = truth !== null && truth.zone !== 'AREA NOT INCLUDED'
    expect(flood!.mapped).toBe(isMapped)
    if (!isMapped) {
      expect(flood).toMatchObject({ is_in_flood_zone: null, zone_at_point: null })
      return
    }
    const isUndetermined = ['D', 'OPEN WATER'].includes(truth.zone)
    expect(flood!.is_in_flood_zone).toBe(isUndetermined ? null : /^[AV]/.test(truth.zone))
    const hasElevation = truth.datum === 'NAVD88' && truth.bfeFeet !== 'unknown'
    expect(flood!.zone_at_point).toMatchObject({
      zone: truth.zone,
      zone_subtype: truth.subtype,
      base_flood_elevation_ft: hasElevation ? truth.bfeFeet : null,
      depth_ft: truth.depthFeet,
    })
  })
})

describe('the parcel section agrees with the plan', () => {
  test.each(locations)('$name: $what', (location) => {
    const dossier = answerTo(location)
    const [{ layers }, parcel] = [dossier, parcelOf(dossier)]
    if (location.parcel === null) {
      expect(layers.parcel.status).toBe(
        location.name === 'outside_county' ? 'not_covered' : 'empty',
      )
      expect(parcel).toBeNull()
      return
    }
    expect(layers.parcel.status).toBe('available')
    expect(parcel!.parcel_count_here).toBe(location.parcel.ids.length)
    const keys = new Set([parcel!.parcel_key, ...parcel!.stacked_parcel_keys])
    expect(keys.size).toBe(Math.min(11, location.parcel.ids.length))
    const area = areaOfParcel(location)
    expect(Math.abs(parcel!.area_m2! - area)).toBeLessThan(area * AREA_SHARE + GRID_M2)
  })
})

describe('neighbours and frontage are those of the plan', () => {
  const bordersAt = (name: string) => {
    const { lng, lat } = locations.find((location) => location.name === name)!
    const [row] = build.packs.get('parcels')!.rowsAt(Math.round(lng * GRID), Math.round(lat * GRID))
    return build.bordersOf(row)
  }

  test('lots that share a side are neighbours, those that touch or face each other are not', () =>
    expect(expectNeighbours(county, build, LOTS_EVERY)).toBeGreaterThan(9_600 / LOTS_EVERY))

  test('a lot on a street has frontage where its street is', () =>
    expect(expectStreetSides(county, build, LOTS_EVERY)).toBeGreaterThan(3_200 / LOTS_EVERY))

  test('a cemetery inside a farm has only the farm as its neighbour, and no street', () => {
    const [hole, farm] = [bordersAt('hole_in_parcel'), bordersAt('parcel_with_hole')]
    expect(hole.adjacent_parcels!.map(({ parcel_key }) => parcel_key)).toEqual([farm.parcel_key])
    expect(hole.frontage).toMatchObject({ total_m: 0, segment_count: 0 })
  })

  test('a lot along the bank has frontage on the water, and each piece of a parcel across the river has its own', () => {
    const banked = bordersAt('curved_frontage').frontage!
    expect(banked.along_water_m).toBeGreaterThan(0.2 * banked.total_m)
    expect(banked.along_water_m).toBeLessThan(banked.total_m)
    expect(bordersAt('two_piece_parcel').frontage!.segment_count).toBe(2)
  })

  test('units of a stack have the frontage of their lot, and no other unit as a neighbour', () => {
    const unit = bordersAt('condo_stack')
    expect(unit.frontage!.total_m).toBeGreaterThan(20)
    const neighbours = unit.adjacent_parcels!.map(({ parcel_key }) => parcel_key)
    expect(neighbours.filter((key) => unit.stacked_parcel_keys.includes(key))).toEqual([])
  })
})

describe('the row has the values of its roll', () => {
  const single = locations.filter(({ parcel }) => parcel?.ids.length === 1)
  test.each(single)('$name: $what', (location) => {
    const row = rowOf(parcelOf(answerTo(location))!.parcel_key, location)
    const roll = location.parcel!.roll
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

describe('the wetlands section agrees with the plan', () => {
  const settled = locations.filter(({ wetlands }) => wetlands !== undefined)
  test('nearly all locations are settled', () =>
    expect(settled.length).toBeGreaterThan(locations.length - 4))
  test.each(settled)('$name: $what', (location) =>
    expectWetlands(build.dossierAt(location.lng, location.lat, ['wetlands']), location),
  )
})

describe('the soils section agrees with the plan', () => {
  const settled = locations.filter(({ soils }) => soils !== undefined)
  test('nearly all locations are settled', () =>
    expect(settled.length).toBeGreaterThan(locations.length - 4))
  test.each(settled)('$name: $what', (location) =>
    expectSoils(build.dossierAt(location.lng, location.lat, ['soils']), location),
  )
})

describe('the structures section agrees with the plan', () => {
  test.each(locations)('$name: $what', (location) =>
    expectStructures(build.dossierAt(location.lng, location.lat, ['structures']), location),
  )
})

describe('the tax section agrees with the plan', () => {
  // The plan does not settle which unit of a stack answers.
  const settled = locations.filter(({ tax }) => tax !== undefined)
  test.each(settled)('$name: $what', (location) =>
    expectTax(build.dossierAt(location.lng, location.lat, ['tax']), location),
  )
})

describe('the market section agrees with the plan', () => {
  const settled = locations.filter(({ market }) => market !== undefined)
  test('nearly all locations are settled', () =>
    expect(settled.length).toBeGreaterThan(0.95 * locations.length))
  test.each(settled)('$name: $what', (location) =>
    expectMarket(build.dossierAt(location.lng, location.lat, ['market']), location),
  )
})

describe('the zoning section agrees with the plan', () => {
  const settled = locations.filter(({ zoning }) => zoning !== undefined)
  test('nearly all locations are settled', () =>
    expect(settled.length).toBeGreaterThan(0.9 * locations.length))
  test.each(settled)('$name: $what', (location) =>
    expectZoning(build.dossierAt(location.lng, location.lat, ['zoning']), location),
  )
})

describe('the utilities section agrees with the plan', () => {
  const settled = locations.filter(({ utilities }) => utilities !== undefined)
  test('nearly all locations are settled', () =>
    expect(settled.length).toBeGreaterThan(0.9 * locations.length))
  test.each(settled)('$name: $what', (location) =>
    expectUtilities(build.dossierAt(location.lng, location.lat, ['utilities']), location),
  )
})

describe('the permits section agrees with the plan', () => {
  // The plan does not settle a permit at the edge of the radius.
  const settled = locations.filter(({ permits }) => permits !== undefined)
  test('nearly all locations are settled', () =>
    expect(settled.length).toBeGreaterThan(0.9 * locations.length))
  test.each(settled)('$name: $what', (location) =>
    expectPermits(build.dossierAt(location.lng, location.lat, ['permits']), location),
  )
})

test('a house over its lot line is divided between its two parcels', () => {
  const [house, land] = ['overhanging_house', 'overhung_lot'].map(
    (name) => locations.find((location) => location.name === name)!,
  )
  const parts = [house, land].map(({ lng, lat }) => {
    const { data } = build.dossierAt(lng, lat, ['structures']).layers.structures
    return (data as StructuresData).total_footprint_m2!
  })
  const [{ outline }] = house.structures!.surveyed
  expect(Math.min(...parts)).toBeGreaterThan(10)
  expect(parts[0] + parts[1]).toBeCloseTo(outline.area, 0)
})

describe('the boundaries section agrees with the plan', () => {
  const settled = locations.filter(({ boundaries }) => boundaries !== undefined)
  test('nearly all locations are settled', () =>
    expect(settled.length).toBeGreaterThan(0.9 * locations.length))
  test.each(settled)('$name: $what', (location) =>
    expectBoundaries(build.dossierAt(location.lng, location.lat, ['boundaries']), location),
  )
})

describe('the code basis section agrees with the plan', () => {
  const settled = locations.filter(({ codeBasis }) => codeBasis !== undefined)
  test.each(settled)('$name: $what', (location) =>
    expectCodeBasis(build.dossierAt(location.lng, location.lat, ['code_basis']), location),
  )
})

test('records are merged, distinguished and refused as in the plan', () => {
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
