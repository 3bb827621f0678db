import { describe, expect, test } from 'vitest'
import { GRID } from '../../geometry/polygons.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { contoursOf } from '../../rasters/contours.ts'
import type { HeightGrid } from '../../rasters/height-grid.ts'
import { gdal } from '../stages/gdal.ts'

const COLUMNS = 24
const ROWS = 18
const STEP = 1e-4
const WEST = -72
const NORTH = 30

/** Hills and hollows of some feet, no node at a level. */
function roughGround(seed: number): HeightGrid {
  const random = seededRandom(seed)
  const hills = Array.from({ length: 6 }, () => [
    random() * COLUMNS,
    random() * ROWS,
    random() * 8 - 4,
  ])
  const heights = Float64Array.from({ length: COLUMNS * ROWS }, (_, i) => {
    const [c, r] = [i % COLUMNS, Math.floor(i / COLUMNS)]
    const smooth = hills.reduce(
      (sum, [x, y, height]) => sum + height * Math.exp(-((c - x) ** 2 + (r - y) ** 2) / 18),
      0,
    )
    return smooth + random() * 0.6 + 0.0137
  })
  return {
    xs: Float64Array.from({ length: COLUMNS }, (_, c) => WEST + (c + 0.5) * STEP),
    ys: Float64Array.from({ length: ROWS }, (_, r) => NORTH - (r + 0.5) * STEP),
    heights,
  }
}

/** Vertices of GDAL's contours by level, those among pixel centres: it draws on to the border. */
function gdalVertices({ heights }: HeightGrid): Map<number, [number, number][]> {
  const raster = gdal.open('', 'w', 'MEM', COLUMNS, ROWS, 1, gdal.GDT_Float64)
  raster.geoTransform = [WEST, STEP, 0, NORTH, 0, -STEP]
  raster.bands.get(1).pixels.write(0, 0, COLUMNS, ROWS, heights)
  const into = gdal.open('', 'w', 'Memory')
  const layer = into.layers.create('contours', null, gdal.wkbLineString)
  layer.fields.add(new gdal.FieldDefn('ID', gdal.OFTInteger))
  layer.fields.add(new gdal.FieldDefn('level', gdal.OFTReal))
  gdal.contourGenerate({
    src: raster.bands.get(1),
    dst: layer,
    interval: 1,
    idField: 0,
    elevField: 1,
  })
  const byLevel = new Map<number, [number, number][]>()
  layer.features.forEach((feature) => {
    const level = feature.fields.get('level') as number
    const line = feature.getGeometry() as InstanceType<typeof gdal.LineString>
    const points = byLevel.get(level) ?? []
    byLevel.set(level, points)
    line.points.forEach(({ x, y }) => {
      const edge = STEP * 0.5 - 1e-9
      const isAmong =
        x > WEST + edge &&
        x < WEST + COLUMNS * STEP - edge &&
        y < NORTH - edge &&
        y > NORTH - ROWS * STEP + edge
      if (isAmong) points.push([x, y])
    })
  })
  return byLevel
}

function ourVertices(grid: HeightGrid): Map<number, [number, number][]> {
  const { elevations, ends, coords } = contoursOf(grid, 1, 1e6)
  const byLevel = new Map<number, [number, number][]>()
  elevations.forEach((level, i) => {
    const points = byLevel.get(level) ?? []
    byLevel.set(level, points)
    for (let at = i === 0 ? 0 : ends[i - 1]; at < ends[i]; at++)
      points.push([coords[at * 2] / GRID, coords[at * 2 + 1] / GRID])
  })
  return byLevel
}

/** Points of one list that have none of the other within 1.1 units of the coordinate grid. */
function without(points: [number, number][], others: [number, number][]) {
  return points.filter(
    ([x, y]) =>
      !others.some(([u, v]) => Math.abs(x - u) < 1.1 / GRID && Math.abs(y - v) < 1.1 / GRID),
  )
}

describe("our contours are GDAL's", () => {
  test.each([11, 12, 13, 14, 15, 16])('on rough ground %i, vertex by vertex', (seed) => {
    const grid = roughGround(seed)
    const [theirs, ours] = [gdalVertices(grid), ourVertices(grid)]
    expect(ours.size).toBeGreaterThan(3)
    for (const [level, points] of ours) {
      expect(without(points, theirs.get(level) ?? []), `ours at ${level}`).toEqual([])
      expect(without(theirs.get(level) ?? [], points), `theirs at ${level}`).toEqual([])
    }
  })
})
