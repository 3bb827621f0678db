import { createRequire } from 'node:module'
import type { Geometry } from '../../pipelines/stages/gdal.ts'
import { gdal } from '../../pipelines/stages/gdal.ts'

/**
 * Points uniform by area over a county, by another method than the scorecard's: the atlas of its
 * package, read by GDAL, random points of its box, and GEOS to find those inside.
 */
export function countyPoints(
  fips: string,
  count: number,
  random: () => number,
): { lng: number; lat: number }[] {
  const county = countyOf(fips)
  const { minX, minY, maxX, maxY } = county.getEnvelope()
  const [low, high] = [minY, maxY].map((latitude) => Math.sin((latitude * Math.PI) / 180))
  const points: { lng: number; lat: number }[] = []
  while (points.length < count) {
    const lng = minX + random() * (maxX - minX)
    // Uniform in the sine of the latitude is uniform by area, on a sphere.
    const lat = (Math.asin(low + random() * (high - low)) * 180) / Math.PI
    if (county.contains(new gdal.Point(lng, lat))) points.push({ lng, lat })
  }
  return points
}

function countyOf(fips: string): Geometry {
  const dataset = gdal.open(createRequire(import.meta.url).resolve('us-atlas/counties-10m.json'))
  const counties = dataset.layers.get('counties')
  counties.setAttributeFilter(`id = '${fips}'`)
  const geometry = counties.features.first().getGeometry()!.clone()
  dataset.close()
  return geometry
}
