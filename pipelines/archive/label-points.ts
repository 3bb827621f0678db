import { labelPointOf } from '../../geometry/label-point.ts'
import type { Polygons } from '../../geometry/polygons.ts'
import type { Fabric } from './fabric.ts'
import {
  AREA,
  firstPolygon,
  firstRing,
  HEADER,
  ID,
  POINTS,
  POLYGONS,
  PROPERTIES,
  propertiesAt,
  RINGS,
} from './fabric.ts'
import { forEachProperty } from './property-packing.ts'

/** How the features of an archive are labelled. */
export interface LabelSettings {
  /** Name of the MVT layer of the points. */
  layer: string
  /** Index of the property among the archive's keys. */
  key: number
  /** Lowest zoom with points: at least that of the regions. */
  minZoom: number
}

/** The point of one feature, on the world grid. */
export interface LabelPoint {
  /** Start of the feature's record. */
  start: number
  x: number
  y: number
  /** Offset and length of the packed value. */
  at: number
  length: number
}

/**
 * The points of the features of a region's records, the largest features first: where two labels
 * collide, a map writes the one that comes first. A feature of several regions has the same point
 * in each of them, since its record is whole wherever it lies as long as it is not noded; only the
 * region whose tiles hold the point draws it.
 */
export function labelPoints(source: Fabric, key: number): LabelPoint[] {
  const points: LabelPoint[] = []
  for (const start of source.starts) {
    const value = findValue(source, start, key)
    if (value === null) continue
    const [x, y] = labelPointOf(polygonsOf(source, start))
    points.push({ start, x, y, ...value })
  }
  const { floats } = source
  const area = ({ start }: LabelPoint) => floats[start / 2 + AREA]
  const id = ({ start }: LabelPoint) => floats[start / 2 + ID]
  return points.sort((a, b) => area(b) - area(a) || id(a) - id(b))
}

/** A record's geometry in place. */
function polygonsOf(fabric: Fabric, start: number): Polygons {
  const { words } = fabric
  const part = (from: number, length: number) =>
    new Uint32Array(words.buffer, words.byteOffset + 4 * from, length)
  return {
    coords: words.subarray(start + HEADER, start + HEADER + 2 * words[start + POINTS]),
    ringEnds: part(firstRing(fabric, start), words[start + RINGS]),
    polygonEnds: part(firstPolygon(fabric, start), words[start + POLYGONS]),
  }
}

function findValue(fabric: Fabric, start: number, key: number) {
  const from = propertiesAt(fabric, start)
  let found: Pick<LabelPoint, 'at' | 'length'> | null = null
  forEachProperty(
    fabric.bytes,
    from,
    from + fabric.words[start + PROPERTIES],
    (own, at, length) => {
      if (own === key) found = { at, length }
    },
  )
  return found as Pick<LabelPoint, 'at' | 'length'> | null
}
