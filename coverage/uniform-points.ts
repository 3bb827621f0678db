import { forEachEdge } from '../geometry/edges.ts'
import { authalicNorthing } from '../geometry/geodesic-area.ts'
import type { GridPoint } from '../geometry/grid-point.ts'
import { boundsOf, GRID, type Polygons } from '../geometry/polygons.ts'

/** Scanned rows for each row of cells: more of them measure the shape better. */
const ROWS_PER_CELL = 2

/** The part of the shape in one row. */
interface Row {
  y: number
  /** Crossings of the row with the rings, ascending: inside from even to odd. */
  crossings: number[]
  /** Metres of northing of the strip around the row, on the equal-area projection. */
  height: number
}

/**
 * `count` points inside the polygons, in grid units, uniform by area on the ellipsoid, and spread:
 * the shape is cut into `count` patches of equal area, with one random point in each. So the share
 * of the points in a compact part is closer to its share of the area than with independent points:
 * the error falls with count^0.75, not with the square root.
 */
export function uniformPoints(area: Polygons, count: number, random: () => number): GridPoint[] {
  const rows = rowsOf(area, count, random)
  const total = rows.reduce((sum, row) => sum + areaOf(row), 0)
  if (total === 0) return []
  const points: GridPoint[] = []
  let index = 0
  let before = 0
  for (let i = 0; i < count; i++) {
    const at = ((i + random()) / count) * total
    while (index < rows.length - 1 && before + areaOf(rows[index]) <= at)
      before += areaOf(rows[index++])
    points.push(pointAlong(rows[index], (at - before) / rows[index].height))
  }
  return points
}

/** Rows through the shape, as many and as far apart as make patches about square. */
function rowsOf(area: Polygons, count: number, random: () => number): Row[] {
  const [west, south, east, north] = boundsOf(area)
  const width = (east - west) * Math.cos(((south + north) / 2 / GRID) * (Math.PI / 180))
  const cells = Math.min(count, Math.sqrt((count * (north - south)) / width))
  const number = Math.ceil(ROWS_PER_CELL * cells)
  const step = (north - south) / number
  const rows = Array.from({ length: number }, (_, i): Row => {
    const edge = (row: number) => authalicNorthing((south + row * step) / GRID)
    return { y: south + (i + random()) * step, crossings: [], height: edge(i + 1) - edge(i) }
  })
  // By edge and not by row: a county line has up to 100,000 of them, each of which few rows cross.
  forEachEdge(area, (ax, ay, bx, by) => {
    const [low, high] = ay < by ? [ay, by] : [by, ay]
    const last = Math.min(number - 1, Math.floor((high - south) / step))
    for (let i = Math.floor((low - south) / step); i <= last; i++) {
      const { y, crossings } = rows[i]
      if (ay > y !== by > y) crossings.push(ax + ((y - ay) / (by - ay)) * (bx - ax))
    }
  })
  for (const { crossings } of rows) crossings.sort((a, b) => a - b)
  return rows
}

/** Area of the shape within the strip of a row, in a unit of its own. */
function areaOf({ crossings, height }: Row): number {
  let length = 0
  for (let i = 0; i + 1 < crossings.length; i += 2) length += crossings[i + 1] - crossings[i]
  return length * height
}

function pointAlong({ y, crossings }: Row, along: number): GridPoint {
  let left = along
  for (let i = 0; i + 3 < crossings.length; i += 2) {
    const length = crossings[i + 1] - crossings[i]
    if (left < length) return [crossings[i] + left, y]
    left -= length
  }
  return [crossings.at(-2)! + left, y]
}
