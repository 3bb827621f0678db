import type gdal from 'gdal-async'
import { describe, expect, test } from 'vitest'
import { pointIn, readFeatures, readLayer } from '../../tests/sample/archive-reading.ts'
import { sampleCounty, sampleLocations } from '../../tests/sample/shared-county.ts'
import { writeTiger } from '../files/tiger-file.ts'
import { fromLngLat, type LngLat } from '../plan/plan.ts'
import { GENERALISED_SHORE, STRAY } from './county-line.ts'

const county = sampleCounty()
const locations = sampleLocations()
const archive = writeTiger(county)
const [state] = readFeatures(archive, 'tl_2025_us_state.shp')
const degrees = readLayer(archive, 'tl_2025_us_county.shp')
const [line] = readFeatures(archive, 'tl_2025_us_county.shp')
const zctas = readFeatures(archive, 'tl_2025_us_zcta520.shp')

const areaOf = (geometry: gdal.Geometry | null): number => (geometry as gdal.Polygon).getArea()

test('the three files have the columns of TIGER/Line', () => {
  const columns = (member: string) => readLayer(archive, member).fields.getNames().join(' ')
  expect(columns('tl_2025_us_state.shp')).toMatch(/^REGION DIVISION STATEFP .* STUSPS NAME LSAD /)
  expect(columns('tl_2025_us_county.shp')).toMatch(/^STATEFP COUNTYFP COUNTYNS GEOID .* NAMELSAD /)
  expect(columns('tl_2025_us_zcta520.shp')).toMatch(/^ZCTA5CE20 GEOID20 GEOIDFQ20 /)
  expect(readLayer(archive, 'tl_2025_us_state.shp').srs?.isGeographic()).toBe(true)
  expect(state.fields).toMatchObject({ STATEFP: '99', STUSPS: 'ZZ' })
  expect(line.fields).toMatchObject({
    GEOID: '99001',
    NAME: 'Sample',
    NAMELSAD: 'Sample County (fictional)',
    INTPTLON: expect.stringMatching(/^-072\.\d{7}$/),
  })
})

test('state and county share a line of few vertices', () => {
  expect(areaOf(state.polygon!.symDifference(line.polygon!))).toBe(0)
  expect(county.countyLine.ring.length).toBeLessThan(30)
  expect(line.polygon!.isValid()).toBe(true)
})

test('the shore of the line runs 100 to 300 m inland of the last lots, all along', () => {
  const last = Math.max(...county.lots.map(({ box }) => box[2]))
  const { ring } = county.countyLine
  for (let i = 3; i < ring.length - 5; i++) {
    for (let k = 0; k <= 20; k++) {
      const at = [0, 1].map(
        (axis) => ring[i][axis] + ((ring[i + 1][axis] - ring[i][axis]) * k) / 20,
      )
      const [u] = county.terrain.ground.undo(fromLngLat(at as unknown as LngLat))
      expect(last - u).toBeGreaterThan(100)
      expect(last - u).toBeLessThan(300)
      expect(Math.abs(u - GENERALISED_SHORE)).toBeLessThan(STRAY)
    }
  }
})

test('the tabulation areas do not overlap and lie in the county', () => {
  expect(zctas.map(({ fields }) => fields.ZCTA5CE20).sort()).toEqual(['34597', '34598', '34599'])
  for (const { polygon } of zctas) {
    expect(polygon!.isValid()).toBe(true)
    expect(areaOf(polygon!.difference(line.polygon!))).toBeLessThan(1e-12)
  }
  const union = zctas.map(({ polygon }) => polygon!).reduce((a, b) => a.union(b)) as gdal.Polygon
  const sum = zctas.reduce((total, { polygon }) => total + areaOf(polygon), 0)
  expect(Math.abs(union.getArea() / sum - 1)).toBeLessThan(1e-12)
  expect(union.name).toBe('POLYGON')
  expect(union.rings.count()).toBe(1)
})

test('the vertices of the shore are those of the county', () => {
  const held = new Set(county.zctas.flatMap(({ rings }) => rings.flat().map((at) => at.join())))
  const shore = county.countyLine.ring.slice(3, -5)
  // The three southernmost lie at the tidal flats, which are in no area.
  expect(shore.map((at) => held.has(at.join())).filter((isShared) => !isShared).length).toBe(2)
})

test('some addresses have another ZIP than their tabulation area', () => {
  const differing = locations.filter(
    ({ boundaries, parcel }) =>
      boundaries?.precision === 'boundary_file' &&
      parcel?.roll &&
      boundaries.zip !== null &&
      boundaries.zip !== parcel.roll.PHY_ZIPCD,
  )
  expect(differing.map(({ name }) => name)).toContain('zcta_is_not_zip')
})

describe('the polygons agree with the plan', () => {
  const settled = locations.filter(({ boundaries }) => boundaries !== undefined)
  test('nearly all locations have an expected answer', () =>
    expect(settled.length).toBeGreaterThan(0.9 * locations.length))

  test.each(settled)('$name', ({ lng, lat, boundaries }) => {
    const point = pointIn(degrees, [lng, lat])
    const isInside = boundaries?.precision === 'boundary_file'
    expect(line.polygon!.contains(point)).toBe(isInside)
    const here = zctas.filter(({ polygon }) => polygon!.contains(point))
    const zips = isInside && boundaries.zip !== null ? [boundaries.zip] : []
    expect(here.map(({ fields }) => fields.ZCTA5CE20)).toEqual(zips)
  })
})

test('each named location has the boundaries that its name states', () => {
  const at = (name: string) => locations.find((location) => location.name === name)
  expect(at('beyond_shore_line')?.boundaries).toMatchObject({ precision: 'parcel', zip: '34598' })
  expect(at('zcta_is_not_zip')).toMatchObject({
    boundaries: { zip: '34597' },
    parcel: { roll: { PHY_ZIPCD: expect.stringMatching(/3459[89]/) } },
  })
  expect(at('without_zcta')?.boundaries).toMatchObject({ precision: 'boundary_file', zip: null })
  expect(at('open_water')?.boundaries).toBeNull()
  expect(at('outside_county')?.codeBasis).toBeNull()
  expect(at('beyond_shore_line')?.codeBasis?.windSpeedMph).toBe(148)
})
