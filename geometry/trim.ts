import { type Box, boundsOf, type Polygons } from './polygons.ts'

/** Grid units by which the box is widened, so that nothing changes at its edge. */
const MARGIN = 16

/**
 * Simplifies polygons outside of a box: a run of points on one side of it becomes one edge on that
 * side. Inside of the box, and along every edge that reaches into it, nothing changes; outside,
 * rings may cross themselves. Null if nothing is left. It is for overlays within the box: clipping
 * a river of 100,000 points to a parcel is then as fast as clipping a pond.
 */
export function trimAround(polygons: Polygons, around: Box): Polygons | null {
  const box = boxOfEdgesIn(polygons, around)
  const bounds = boundsOf(polygons)
  if (isInside(bounds, box)) return polygons
  const coords: number[] = []
  const ringEnds: number[] = []
  const polygonEnds: number[] = []
  let ring = 0
  for (const polygonEnd of polygons.polygonEnds) {
    const shell = ring
    for (; ring < polygonEnd; ring++) {
      const start = ring === 0 ? 0 : polygons.ringEnds[ring - 1]
      const before = coords.length
      const isNear = trimRing(polygons.coords, start * 2, polygons.ringEnds[ring] * 2, box, coords)
      if (isNear) ringEnds.push(coords.length / 2)
      else {
        coords.length = before
        // A polygon whose shell is outside has no part in the box.
        if (ring === shell) ring = polygonEnd - 1
      }
    }
    if (ringEnds.length > (polygonEnds.at(-1) ?? 0)) polygonEnds.push(ringEnds.length)
  }
  if (polygonEnds.length === 0) return null
  return {
    coords: new Int32Array(coords),
    ringEnds: new Uint32Array(ringEnds),
    polygonEnds: new Uint32Array(polygonEnds),
  }
}

export function isInside(inner: Box, outer: Box): boolean {
  return (
    inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3]
  )
}

/** The box, widened to contain every edge that reaches into it: none of those may change. */
function boxOfEdgesIn({ coords, ringEnds }: Polygons, around: Box): Box {
  const [west, south, east, north] = [
    around[0] - MARGIN,
    around[1] - MARGIN,
    around[2] + MARGIN,
    around[3] + MARGIN,
  ]
  const box: Box = [west, south, east, north]
  let start = 0
  for (const ringEnd of ringEnds) {
    const end = ringEnd * 2
    let ax = coords[end - 2]
    let ay = coords[end - 1]
    for (let i = start; i < end; i += 2) {
      const bx = coords[i]
      const by = coords[i + 1]
      const isOutsideBox =
        (ax < west && bx < west) ||
        (ax > east && bx > east) ||
        (ay < south && by < south) ||
        (ay > north && by > north)
      if (!isOutsideBox) {
        box[0] = Math.min(box[0], ax, bx)
        box[1] = Math.min(box[1], ay, by)
        box[2] = Math.max(box[2], ax, bx)
        box[3] = Math.max(box[3], ay, by)
      }
      ax = bx
      ay = by
    }
    start = end
  }
  return [box[0] - MARGIN, box[1] - MARGIN, box[2] + MARGIN, box[3] + MARGIN]
}

const WEST = 1
const EAST = 2
const SOUTH = 4
const NORTH = 8

/** The sides of the box that the point lies beyond; 0 inside. */
function sidesOf(x: number, y: number, [west, south, east, north]: Box): number {
  return (x < west ? WEST : x > east ? EAST : 0) | (y < south ? SOUTH : y > north ? NORTH : 0)
}

/**
 * Adds the ring without the points whose neighbours lie beyond the same side. Its highest points
 * and their neighbours stay, because GEOS reads the winding from them. Returns false if the whole
 * ring lies beyond one side.
 */
function trimRing(
  coords: Int32Array,
  start: number,
  end: number,
  box: Box,
  into: number[],
): boolean {
  let highest = -Infinity
  for (let i = start + 1; i < end; i += 2) highest = Math.max(highest, coords[i])
  let previousY = coords[end - 1]
  let lastSides = 0
  let allSides = WEST | EAST | SOUTH | NORTH
  for (let i = start; i < end; i += 2) {
    const x = coords[i]
    const y = coords[i + 1]
    const next = i + 2 === end ? start : i + 2
    const nextY = coords[next + 1]
    const sides = sidesOf(x, y, box)
    allSides &= sides
    const isNeeded =
      (lastSides & sides & sidesOf(coords[next], nextY, box)) === 0 ||
      Math.max(previousY, y, nextY) === highest
    if (isNeeded) {
      into.push(x, y)
      lastSides = sides
    }
    previousY = y
  }
  return allSides === 0
}
