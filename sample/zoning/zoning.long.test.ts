import type gdal from 'gdal-async'
import { describe, expect, test } from 'vitest'
import {
  pointIn,
  type ReadFeature,
  readFeatures,
  readLayer,
  readText,
} from '../../tests/sample/archive-reading.ts'
import { sampleCounty, sampleLocations } from '../../tests/sample/shared-county.ts'
import { writeCountyZoning, writeTownZoning } from '../files/zoning-file.ts'
import { decoded } from './districts.ts'

const county = sampleCounty()
const locations = sampleLocations()
const countyFiles = writeCountyZoning(county)
const townFiles = writeTownZoning(county)
const countyMap = readFeatures(countyFiles, 'county_zoning.shp')
const future = readFeatures(countyFiles, 'county_future_land_use.shp')
const townMap = readFeatures(townFiles, 'sampleton_zoning.shp')
const metres = readLayer(countyFiles, 'county_zoning.shp')
const [limits] = readFeatures(townFiles, 'sampleton_limits.shp')

/** Neighbours meet in lines and points, which have no area. */
const areaOf = (geometry: gdal.Geometry | null): number =>
  geometry !== null && 'getArea' in geometry ? (geometry as gdal.Polygon).getArea() : 0
const unionOf = (features: readonly ReadFeature[]): gdal.Geometry =>
  features.map(({ polygon }) => polygon as gdal.Geometry).reduce((a, b) => a.union(b))

test('the maps have the stated columns, in the metres of the parcels', () => {
  const columns = (files: typeof countyFiles, member: string) => {
    const layer = readLayer(files, member)
    expect(layer.srs?.isProjected()).toBe(true)
    return layer.fields.getNames()
  }
  expect(columns(countyFiles, 'county_zoning.shp')).toEqual(['ZONING', 'ZONE_DESC', 'ORD_NO'])
  expect(columns(countyFiles, 'county_future_land_use.shp')).toEqual(['FLU_CODE', 'FLU_DESC'])
  expect(columns(townFiles, 'sampleton_zoning.shp')).toEqual(['DISTRICT', 'DESCRIPT'])
  expect(columns(townFiles, 'sampleton_limits.shp')).toEqual(['NAME'])
})

test('every district is on the map, one without a code and one with an entity', () => {
  const codes = new Set(countyMap.map(({ fields }) => fields.ZONING))
  expect(codes).toEqual(
    new Set(['AG-1', 'RR', 'RS-1', 'RM', 'C-2', 'C-2&amp;R', 'I-1', 'P', 'PUD', null]),
  )
  const uncoded = countyMap.filter(({ fields }) => fields.ZONING === null)
  expect(uncoded.map(({ fields }) => fields.ZONE_DESC)).toEqual(['ZONING UNDER REVIEW (FICTIONAL)'])
  const worded = countyMap.filter(({ fields }) => fields.ZONING !== null)
  for (const { fields } of worded) expect(fields.ZONE_DESC).toMatch(/ \(fictional\)$/)
})

describe.each([
  ['county districts', countyMap],
  ['future land use', future],
  ['town districts', townMap],
])('%s', (_, features) => {
  test('are valid polygons that do not overlap', () => {
    for (const { polygon } of features) expect(polygon?.isValid()).toBe(true)
    const sum = features.reduce((total, { polygon }) => total + areaOf(polygon), 0)
    expect(Math.abs(areaOf(unionOf(features)) / sum - 1)).toBeLessThan(1e-12)
  })
})

test('the town zones its limits, and the county all other land except one strip of road', () => {
  const [town, land] = [unionOf(townMap), unionOf(countyMap)]
  expect(areaOf(town.symDifference(limits.polygon!))).toBeLessThan(1e-3)
  const all = land.union(town) as gdal.Polygon
  expect(all.name).toBe('POLYGON')
  expect(all.rings.count()).toBe(2)
  // 16 m by 5,300 m in the plan; the warp leaves about that.
  const strip = (all.rings.get(1) as gdal.LinearRing).getArea()
  expect(strip).toBeGreaterThan(70000)
  expect(strip).toBeLessThan(100000)
})

test('both zone the annexed land, and only that', () => {
  const both = unionOf(countyMap).intersection(limits.polygon!)
  const annexed = townMap.filter(({ polygon }) => areaOf(polygon!.intersection(both)) > 1)
  expect(annexed.map(({ fields }) => fields.DISTRICT).sort()).toEqual(['TR', 'WF'])
  const doubled = countyMap.filter(({ polygon }) => areaOf(polygon!.intersection(both)) > 1)
  expect(doubled.map(({ fields }) => fields.ZONING)).toEqual(['C-2'])
})

test('every district of a table is on its map, and public land is not in a table', () => {
  const tableOf = (files: typeof countyFiles) => readFeatures(files, 'dimensional_standards.csv')
  const codesOf = (features: ReadFeature[], column: string) =>
    new Set(features.map(({ fields }) => fields[column] && decoded(String(fields[column]))))
  for (const [files, map, column] of [
    [countyFiles, countyMap, 'ZONING'],
    [townFiles, townMap, 'DISTRICT'],
  ] as const) {
    const tabled = tableOf(files).map(({ fields }) => fields.district)
    const mapped = codesOf(map, column)
    expect(tabled.filter((code) => !mapped.has(code as string))).toEqual([])
    expect([...mapped].filter((code) => code !== null && !tabled.includes(code))).toEqual(['P'])
  }
})

test('conditional standards are blank with their note, and a setback of 0 is a number', () => {
  const lines = readText(countyFiles, 'dimensional_standards.csv').split('\n')
  expect(lines[0]).toBe(
    'district,front_ft,side_ft,rear_ft,max_height_ft,max_far,min_lot_sqft,note,section',
  )
  expect(lines).toContain(
    'PUD,,,,,,,"Setbacks, height, floor area and lot size are those of the adopted development ' +
      'plan.",Sec. 4-201 (fictional)',
  )
  const town = readText(townFiles, 'dimensional_standards.csv')
  expect(town).toContain('TC,0,0,10,60,3,,,Sec. V.1 (fictional)\n')
})

describe('the polygons agree with the plan', () => {
  const settled = locations.filter(({ zoning }) => zoning !== undefined)
  test('nearly all locations have an expected answer', () =>
    expect(settled.length).toBeGreaterThan(0.9 * locations.length))

  test.each(settled)('$name', ({ lng, lat, zoning }) => {
    const point = pointIn(metres, [lng, lat])
    const here = (features: ReadFeature[], column: string) =>
      features
        .filter(({ polygon }) => polygon!.contains(point))
        .map(({ fields }) => fields[column] && decoded(String(fields[column])))
    const codes = { town: here(townMap, 'DISTRICT'), county: here(countyMap, 'ZONING') }
    if (!zoning) return expect(codes).toEqual({ town: [], county: [] })
    expect(codes[zoning.authority]).toEqual([zoning.district])
    const expected = zoning.alsoCounty === null ? [] : [zoning.alsoCounty]
    if (zoning.authority === 'town') expect(codes.county).toEqual(expected)
    const use = zoning.futureLandUse
    expect(here(future, 'FLU_CODE')).toEqual(use === null ? [] : [use.code])
  })
})

test('each named location has the zoning that its name states', () => {
  const at = (name: string) => locations.find((location) => location.name === name)?.zoning
  expect(at('zoning_fraction')).toMatchObject({ district: 'RS-1', standards: { sideFeet: 7.5 } })
  expect(at('zoning_all_conditional')?.standards).toMatchObject({
    frontFeet: null,
    maxHeightFeet: null,
    note: expect.stringContaining('adopted development plan'),
  })
  expect(at('zoning_part_conditional')?.standards).toMatchObject({ frontFeet: 20, sideFeet: null })
  expect(at('zoning_entity')).toMatchObject({
    district: 'C-2&R',
    description: 'General Commercial & Residential (fictional)',
    standards: { district: 'C-2&R' },
  })
  expect(at('zoning_without_code')).toMatchObject({ district: null, futureLandUse: null })
  expect(at('zoning_without_standards')).toMatchObject({ district: 'P', standards: null })
  expect(at('zoning_town')).toMatchObject({ authority: 'town', standards: { frontFeet: 0 } })
  expect(at('zoning_two_authorities')).toMatchObject({ district: 'TR', alsoCounty: 'C-2' })
  expect(at('zoning_without_future_use')).toMatchObject({ district: 'AG-1', futureLandUse: null })
  expect(at('unzoned_road')).toBeNull()
})
