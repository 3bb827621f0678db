import { GRID, type Polygons } from './polygons.ts'

const METRES_PER_UNIT = 111_320 / GRID
/** A ring of fewer points has no area. */
const RING_POINTS_MIN = 3

/**
 * Polygons for a picture: of each ring only points that lie at least a tolerance from the one
 * before them. Every edge stays within the tolerance of the original border. Rings without room for
 * three such points are left out, so polygons smaller than the tolerance vanish; rings may touch.
 */
export function thinned(polygons: Polygons, toleranceM: number): Polygons {
  const coords: number[] = []
  const ringEnds: number[] = []
  const polygonEnds: number[] = []
  let ring = 0
  for (const polygonEnd of polygons.polygonEnds) {
    for (const shell = ring; ring < polygonEnd; ring++) {
      const start = ring === 0 ? 0 : polygons.ringEnds[ring - 1]
      const points = thinnedRing(polygons.coords, start, polygons.ringEnds[ring], toleranceM)
      const isLost = points.length < 2 * RING_POINTS_MIN
      if (!isLost) {
        for (const each of points) coords.push(each)
        ringEnds.push(coords.length / 2)
      } else if (ring === shell) {
        // The holes of a lost polygon are lost with it.
        ring = polygonEnd
        break
      }
    }
    if (ringEnds.length > (polygonEnds.at(-1) ?? 0)) polygonEnds.push(ringEnds.length)
  }
  return {
    coords: new Int32Array(coords),
    ringEnds: new Uint32Array(ringEnds),
    polygonEnds: new Uint32Array(polygonEnds),
  }
}

/** The points of one ring, as x and y in turn. */
function thinnedRing(coords: Int32Array, start: number, end: number, toleranceM: number): number[] {
  const cos = Math.max(0.01, Math.cos((coords[start * 2 + 1] / GRID) * (Math.PI / 180)))
  const distance = (ax: number, ay: number, bx: number, by: number) =>
    Math.hypot((bx - ax) * cos, by - ay) * METRES_PER_UNIT
  const points: number[] = []
  for (let i = start * 2; i < end * 2; i += 2) {
    const [x, y] = [coords[i], coords[i + 1]]
    const last = points.length
    if (last > 0 && distance(points[last - 2], points[last - 1], x, y) < toleranceM) continue
    points.push(x, y)
  }
  return points
}
