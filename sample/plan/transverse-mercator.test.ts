import gdal from 'gdal-async'
import { expect, test } from 'vitest'
import { sampleCounty } from '../../tests/sample/shared-county.ts'
import { groundArea } from './areas.ts'
import { GEOGRAPHIC_WKT, PROJECTED_WKT, project } from './transverse-mercator.ts'

const nad83 = gdal.SpatialReference.fromWKT(GEOGRAPHIC_WKT)
const county = gdal.SpatialReference.fromWKT(PROJECTED_WKT)

test('this projection and PROJ agree to a millimetre', () => {
  const toCounty = new gdal.CoordinateTransformation(nad83, county)
  for (let i = 0; i <= 20; i++) {
    for (let j = 0; j <= 20; j++) {
      const [lng, lat] = [-72.2 + i * 0.02, 29.9 + j * 0.01]
      const { x, y } = toCounty.transformPoint(lng, lat)
      const [easting, northing] = project([lng, lat])
      expect(Math.hypot(x - easting, y - northing)).toBeLessThan(0.001)
    }
  }
})

test('ground areas agree with an equal-area projection to a part in a million', () => {
  // Lambert azimuthal equal area, centred on the county.
  const equal = gdal.SpatialReference.fromProj4('+proj=laea +lat_0=30 +lon_0=-72 +ellps=GRS80')
  const toEqual = new gdal.CoordinateTransformation(nad83, equal)
  for (const { rings, area } of sampleCounty().parcels.slice(0, 400)) {
    const polygon = new gdal.Polygon()
    for (const points of rings) {
      const ring = new gdal.LinearRing()
      for (const at of [...points, points[0]]) ring.points.add(...at)
      polygon.rings.add(ring)
    }
    polygon.transform(toEqual)
    expect(Math.abs(groundArea(rings) / polygon.getArea() - 1)).toBeLessThan(1e-6)
    expect(area).toBe(groundArea(rings))
  }
})
