import gdal from 'gdal-async'
import type { ShapePoint } from '../../sample/files/shapefile.ts'

/** A GEOS polygon from open rings, shell first. */
export function geosPolygon(rings: readonly (readonly ShapePoint[])[]): gdal.Polygon {
  const polygon = new gdal.Polygon()
  for (const points of rings) {
    const ring = new gdal.LinearRing()
    for (const [x, y] of [...points, points[0]]) ring.points.add(x, y)
    polygon.rings.add(ring)
  }
  return polygon
}

/** Area of the union of polygons, and the sum of their areas: equal where none overlap. */
export function unionOf(polygons: readonly gdal.Polygon[]): { union: gdal.Geometry; sum: number } {
  const all = new gdal.MultiPolygon()
  let sum = 0
  for (const polygon of polygons) {
    sum += polygon.getArea()
    all.children.add(polygon)
  }
  return { union: all.unionCascaded(), sum }
}
