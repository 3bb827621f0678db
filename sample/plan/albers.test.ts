import gdal from 'gdal-async'
import { expect, test } from 'vitest'
import { ALBERS_WKT, projectAlbers } from './albers.ts'
import { GEOGRAPHIC_WKT } from './transverse-mercator.ts'

test('this Albers projection and EPSG:5070 of PROJ agree to a millimetre', () => {
  const nad83 = gdal.SpatialReference.fromWKT(GEOGRAPHIC_WKT)
  const toAlbers = new gdal.CoordinateTransformation(nad83, gdal.SpatialReference.fromEPSG(5070))
  for (let i = 0; i <= 20; i++) {
    for (let j = 0; j <= 20; j++) {
      const [lng, lat] = [-72.2 + i * 0.02, 29.9 + j * 0.01]
      const { x, y } = toAlbers.transformPoint(lng, lat)
      const [easting, northing] = projectAlbers([lng, lat])
      expect(Math.hypot(x - easting, y - northing)).toBeLessThan(0.001)
    }
  }
  expect(
    gdal.SpatialReference.fromESRI([ALBERS_WKT]).isSame(gdal.SpatialReference.fromEPSG(5070)),
  ).toBe(true)
})
