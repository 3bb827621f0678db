import type { Polygons } from '../../geometry/polygons.ts'
import { type Geometry, gdal } from '../stages/gdal.ts'
import { gridPolygons } from '../stages/repair.ts'
import type { HeightSource } from './height-source.ts'
import type { Survey } from './survey.ts'

/** Points along a side of a raster, which is a curve in longitude and latitude. */
const POINTS_A_SIDE = 32

/**
 * Points that stray less than this from a straight line are dropped: a tenth of the grid's unit.
 */
const STRAIGHT_DEGREES = 1e-8

/** Extent of the files, with and without heights: the declared coverage. */
export function extentOf(sources: readonly HeightSource[]): Polygons {
  return gridPolygons(extentGeometry(sources))
}

/** Outline of the ground that has heights, in fields of a 64th of a side. */
export function outlineOf(sources: readonly HeightSource[], { fields }: Survey): Polygons {
  const boxes = new gdal.MultiPolygon()
  for (const [west, south, east, north] of fields)
    boxes.children.add(
      polygonOf([
        [west, south],
        [east, south],
        [east, north],
        [west, north],
      ]),
    )
  const outline = boxes.unionCascaded().intersection(extentGeometry(sources))
  return gridPolygons(outline.simplifyPreserveTopology(STRAIGHT_DEGREES))
}

function extentGeometry(sources: readonly HeightSource[]): Geometry {
  const tiles = new gdal.MultiPolygon()
  for (const source of sources) tiles.children.add(polygonOf(cornersOf(source)))
  return tiles.unionCascaded()
}

/** The border of a raster in longitude and latitude. */
function cornersOf({ width, height, affine, frame, lonLatWkt }: HeightSource): [number, number][] {
  const [x0, dx, rx, y0, dy, ry] = affine
  const at = (column: number, row: number): [number, number] => [
    x0 + column * dx + row * rx,
    y0 + column * dy + row * ry,
  ]
  const corners: [number, number][] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]
  if (frame.isGeographic()) return corners.map(([column, row]) => at(column, row))
  const operation = new gdal.CoordinateTransformation(
    frame,
    gdal.SpatialReference.fromWKT(lonLatWkt),
  )
  return corners.flatMap(([column, row], i) => {
    const [nextColumn, nextRow] = corners[(i + 1) % corners.length]
    return Array.from({ length: POINTS_A_SIDE }, (_, step): [number, number] => {
      const share = step / POINTS_A_SIDE
      const [x, y] = at(column + (nextColumn - column) * share, row + (nextRow - row) * share)
      const point = operation.transformPoint(x, y)
      return [point.x, point.y]
    })
  })
}

function polygonOf(border: readonly (readonly [number, number])[]) {
  const ring = new gdal.LinearRing()
  for (const [x, y] of border) ring.points.add(x, y)
  ring.closeRings()
  const polygon = new gdal.Polygon()
  polygon.rings.add(ring)
  return polygon
}
