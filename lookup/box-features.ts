import type { Feature, Point } from 'geojson'
import { anchorOf } from '../geometry/anchor.ts'
import { linesToGeoJson, toGeoJson } from '../geometry/geojson.ts'
import type { GridPoint } from '../geometry/grid-point.ts'
import { type Box, GRID } from '../geometry/polygons.ts'
import type { DrawnTable } from '../layers/drawn-tables.ts'
import type { Coverage } from '../layers/location.ts'
import type { Pack } from '../packs/pack-reader.ts'
import type { Packs } from './location-lookup.ts'
import { listPartitions } from './partitions.ts'

/** Rows that one answer searches; where more meet the box, their number is not determined. */
const MATCHED_MAX = 100_000
/** Points of all shapes in one answer: about 2.5 MB of GeoJSON. */
export const ANSWER_POINTS_MAX = 100_000

/** The features of a table that meet a box. */
export interface BoxFeatures {
  /** Whole shapes, not clipped, in the order of the table. */
  features: Feature[]
  /** Rows that meet the box; null where they are more than `MATCHED_MAX`. */
  matched: number | null
  /** Rows left out because each alone has more points than an answer may have. */
  oversized: number
  /** True when anything that meets the box is missing from the features. */
  isTruncated: boolean
  /** Partitions of the features, in the order of the coverage table. */
  partitions: Coverage[]
}

/**
 * Finds the features of a table that meet one of the boxes (grid units), and yields after each row.
 * Features are compared by their box, or by the boxes of their pieces of at most 256 points, so a
 * few near the edge may not touch. Whole shapes in the table's order, until the limit or the points
 * are used up; with `asPoints` one point inside each polygon in place of the polygon.
 */
export function* featuresInBoxes(
  packs: Packs,
  drawn: DrawnTable,
  boxes: readonly Box[],
  { limit, asPoints = false }: { limit: number; asPoints?: boolean },
): Generator<void, BoxFeatures> {
  const pack = packs.get(drawn.table)!
  const found = boxes.map((box) => pack.rowsInBox(box, MATCHED_MAX))
  const [{ rows: ofFirst }, ...others] = found
  const rows =
    others.length === 0
      ? ofFirst
      : [...new Set(found.flatMap((each) => each.rows))].sort((a, b) => a - b)
  const features: Feature[] = []
  const partitions = new Set<unknown>()
  let points = 0
  let oversized = 0
  for (const row of rows) {
    yield
    if (features.length === limit) break
    const shape = shapeOf(pack, row, asPoints)
    if (shape.points > ANSWER_POINTS_MAX) {
      oversized++
      continue
    }
    points += shape.points
    if (points > ANSWER_POINTS_MAX) break
    const values = pack.row(row)
    partitions.add(values.partition)
    const id = `${values[drawn.key]}`
    const properties = [drawn.key, ...drawn.properties].map((name) => [name, values[name]])
    features.push({
      type: 'Feature',
      id,
      geometry: shape.geometry(),
      properties: Object.fromEntries(properties),
    })
  }
  const isCounted = found.every(({ isWhole }) => isWhole)
  return {
    features,
    matched: isCounted ? rows.length : null,
    oversized,
    isTruncated: !isCounted || features.length < rows.length,
    partitions: listPartitions(packs.get('coverage'), drawn.table).filter(({ partition }) =>
      partitions.has(partition),
    ),
  }
}

function shapeOf(pack: Pack, row: number, asPoints: boolean) {
  const { geometry, table } = pack
  switch (geometry) {
    case 'points':
      return { points: 1, geometry: () => pointAt(pack.point(row)) }
    case 'polygons': {
      const polygons = pack.polygons(row)
      if (asPoints) return { points: 1, geometry: () => pointAt(anchorOf(polygons)) }
      return { points: polygons.coords.length / 2, geometry: () => toGeoJson(polygons) }
    }
    case 'lines': {
      const lines = pack.lines(row)
      return { points: lines.coords.length / 2, geometry: () => linesToGeoJson(lines) }
    }
    case 'none':
      throw new Error(`table ${table} has no geometry to draw`)
    default:
      throw new Error(`table ${table} has the unknown geometry ${geometry satisfies never}`)
  }
}

function pointAt([x, y]: GridPoint): Point {
  return { type: 'Point', coordinates: [x / GRID, y / GRID] }
}
