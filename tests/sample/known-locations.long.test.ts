import gdal from 'gdal-async'
import { describe, expect, test } from 'vitest'
import { buildCounty } from '../../sample/county.ts'
import type { LngLat } from '../../sample/plan/plan.ts'
import { knownLocations } from './known-locations.ts'
import { sampleCounty, sampleLocations } from './shared-county.ts'

const county = sampleCounty()
const locations = sampleLocations()

/** Uses GEOS, so that the locations are checked by other means than the plan they come from. */
function holds(rings: LngLat[][], lng: number, lat: number): boolean {
  const near = rings[0].map(([x, y]) => [x - lng, y - lat])
  if (near.every(([x]) => x > 0) || near.every(([x]) => x < 0)) return false
  if (near.every(([, y]) => y > 0) || near.every(([, y]) => y < 0)) return false
  const polygon = new gdal.Polygon()
  for (const points of rings) {
    const ring = new gdal.LinearRing()
    for (const at of [...points, points[0]]) ring.points.add(...at)
    polygon.rings.add(ring)
  }
  return polygon.contains(new gdal.Point(lng, lat))
}

describe.each(locations)('$name: $what', ({ lng, lat, flood, parcel }) => {
  test('the flood polygons agree', () => {
    const zones = county.floodZones.filter(({ rings }) => holds(rings, lng, lat))
    expect(zones.map(({ attributes }) => attributes)).toEqual(flood === null ? [] : [flood])
  })

  test('the parcel polygons agree', () => {
    const here = county.parcels.filter(({ rings }) => holds(rings, lng, lat))
    expect([...new Set(here.map(({ id }) => id))]).toEqual(parcel?.ids ?? [])
  })
})

test('each location has the zone or parcel that its name states', () => {
  const byName = new Map(locations.map((location) => [location.name, location]))
  const at = (name: string) => byName.get(name) ?? expect.fail(`no location ${name}`)
  expect(at('floodway').flood).toMatchObject({ zone: 'AE', subtype: 'FLOODWAY' })
  expect(at('ae_bfe_zero').flood).toMatchObject({ zone: 'AE', bfeFeet: 0 })
  expect(at('ae_bfe_negative').flood).toMatchObject({ zone: 'AE', bfeFeet: -2 })
  expect(at('ae_bfe_unknown').flood).toMatchObject({ zone: 'AE', bfeFeet: 'unknown' })
  expect(at('ae_ngvd29').flood).toMatchObject({ zone: 'AE', datum: 'NGVD29' })
  expect(at('zone_a').flood).toMatchObject({ zone: 'A', bfeFeet: null })
  expect(at('ah_pond').flood).toMatchObject({ zone: 'AH' })
  expect(at('ao_depth').flood).toMatchObject({ zone: 'AO', depthFeet: 2 })
  expect(at('ve_beach').flood).toMatchObject({ zone: 'VE', bfeFeet: 11 })
  expect(at('shaded_x').flood?.subtype).toBe('0.2 PCT ANNUAL CHANCE FLOOD HAZARD')
  expect(at('levee_x').flood?.subtype).toBe('AREA WITH REDUCED FLOOD RISK DUE TO LEVEE')
  expect(at('minimal_x').flood?.subtype).toBe('AREA OF MINIMAL FLOOD HAZARD')
  expect(at('zone_d').flood?.zone).toBe('D')
  expect(at('area_not_included').flood?.zone).toBe('AREA NOT INCLUDED')
  expect(at('open_water').flood?.zone).toBe('OPEN WATER')
  expect(at('unmapped_hole').flood).toBeNull()
  expect(at('outside_county').flood).toBeNull()
  expect(at('street').parcel).toBeNull()
  expect(at('condo_stack').parcel?.ids.length).toBeGreaterThanOrEqual(10)
  expect(at('two_piece_parcel').parcel?.ids.length).toBe(1)
  expect(at('null_id').parcel?.ids).toEqual([null])
  expect(at('no_roll_row').parcel?.roll).toBeNull()
  expect(at('parcel_with_hole').parcel?.ids).not.toEqual(at('hole_in_parcel').parcel?.ids)
  expect(at('riverside_house').parcel?.roll).toMatchObject({ DOR_UC: '001' })
})

test.each([1, 2])('seed %i has every location', (seed) => {
  const names = knownLocations(buildCounty(seed)).map(({ name }) => name)
  expect(names).toEqual(locations.map(({ name }) => name))
})
