import earcut from 'earcut'
import { authalicNorthing, EASTING_M } from './geodesic-area.ts'
import { type Box, boundsOf, GRID, type Polygons, type Rings } from './polygons.ts'
import { forEachRing } from './rings.ts'

/**
 * A subject (a parcel) made ready to be measured against many pieces: cut into triangles once,
 * with its own origin so that offsets stay small and the sums keep all their digits.
 */
export interface Subject {
  readonly bounds: Box
  readonly originX: number
  readonly originY: number
  /** Six numbers a triangle, counter-clockwise, in grid units from the origin. */
  readonly triangles: Float64Array
  /** Square metres, the sum of its triangles. */
  readonly area_m2: number
  /** Metres north of the origin for an offset in grid units. */
  readonly northing: (y: number) => number
}

/** Cuts the polygons into triangles. Cost grows with their points: about 1 ms for 2,000. */
export function makeSubject(polygons: Polygons): Subject {
  const bounds = boundsOf(polygons)
  const [originX, originY] = bounds
  const triangles: number[] = []
  for (const { shell, holes } of shellsOf(polygons, originX, originY)) {
    const indices = earcut(shell, holes, 2)
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [indices[i] * 2, indices[i + 1] * 2, indices[i + 2] * 2]
      const twice =
        (shell[b] - shell[a]) * (shell[c + 1] - shell[a + 1]) -
        (shell[c] - shell[a]) * (shell[b + 1] - shell[a + 1])
      if (twice === 0) continue
      const [p, q] = twice > 0 ? [b, c] : [c, b]
      triangles.push(shell[a], shell[a + 1], shell[p], shell[p + 1], shell[q], shell[q + 1])
    }
  }
  const y0 = authalicNorthing(originY / GRID)
  const subject = {
    bounds,
    originX,
    originY,
    triangles: Float64Array.from(triangles),
    northing: (y: number) => authalicNorthing((originY + y) / GRID) - y0,
    area_m2: 0,
  }
  for (let t = 0; t < triangles.length; t += 6)
    subject.area_m2 += ringAreaM2(triangles.slice(t, t + 6), 6, subject.northing)
  return subject
}

function shellsOf(polygons: Polygons, originX: number, originY: number) {
  const shells: { shell: number[]; holes: number[] }[] = []
  forEachRing(polygons, (start, end, isShell) => {
    if (isShell) shells.push({ shell: [], holes: [] })
    const { shell, holes } = shells[shells.length - 1]
    if (!isShell) holes.push(shell.length / 2)
    for (let i = start; i < end; i++)
      shell.push(polygons.coords[i * 2] - originX, polygons.coords[i * 2 + 1] - originY)
  })
  return shells
}

/**
 * Square metres of the subject that the piece covers: the piece is clipped to the subject's box,
 * then to each of its triangles, and the signed areas of what is left are summed on the
 * equal-area projection. Bridges that clipping leaves cancel out.
 */
export function overlapM2(subject: Subject, piece: Rings): number {
  const { triangles, originX, originY, bounds, northing } = subject
  const width = bounds[2] - bounds[0]
  const height = bounds[3] - bounds[1]
  let total = 0
  let start = 0
  for (const ringEnd of piece.ringEnds) {
    const ring: number[] = []
    for (let i = start * 2; i < ringEnd * 2; i += 2)
      ring.push(piece.coords[i] - originX, piece.coords[i + 1] - originY)
    start = ringEnd
    let boxed = clip(ring, ring.length, 1, 0, 0)
    boxed = clip(boxed, boxed.length, -1, 0, width)
    boxed = clip(boxed, boxed.length, 0, 1, 0)
    boxed = clip(boxed, boxed.length, 0, -1, height)
    if (boxed.length < 6) continue
    for (let t = 0; t < triangles.length; t += 6) {
      let left = boxed
      for (let e = 0; e < 6 && left.length >= 6; e += 2) {
        const f = (e + 2) % 6
        const ax = triangles[t + e]
        const ay = triangles[t + e + 1]
        // Inside is to the left of the edge a -> b: nx * x + ny * y + c >= 0.
        const nx = ay - triangles[t + f + 1]
        const ny = triangles[t + f] - ax
        left = clip(left, left.length, nx, ny, -(nx * ax + ny * ay))
      }
      if (left.length >= 6) total += ringAreaM2(left, left.length, northing)
    }
  }
  return total
}

/** Sutherland and Hodgman (1974): the part of a ring where nx * x + ny * y + c >= 0. */
function clip(ring: number[], length: number, nx: number, ny: number, c: number): number[] {
  if (length === 0) return ring
  let px = ring[length - 2]
  let py = ring[length - 1]
  let p = nx * px + ny * py + c
  // Most rings lie on one side: no copy is made for those.
  let anyIn = false
  let anyOut = false
  for (let i = 0; i < length; i += 2) {
    if (nx * ring[i] + ny * ring[i + 1] + c >= 0) anyIn = true
    else anyOut = true
    if (anyIn && anyOut) break
  }
  if (!anyOut) return ring
  if (!anyIn) return []
  const out: number[] = []
  for (let i = 0; i < length; i += 2) {
    const x = ring[i]
    const y = ring[i + 1]
    const s = nx * x + ny * y + c
    if (s >= 0 !== p >= 0) {
      const t = p / (p - s)
      out.push(px + t * (x - px), py + t * (y - py))
    }
    if (s >= 0) out.push(x, y)
    px = x
    py = y
    p = s
  }
  return out
}

function ringAreaM2(ring: number[], length: number, northing: (y: number) => number): number {
  const x0 = ring[0]
  const y0 = northing(ring[1])
  let sum = 0
  let px = 0
  let py = 0
  for (let i = 2; i < length; i += 2) {
    const x = ring[i] - x0
    const y = northing(ring[i + 1]) - y0
    sum += px * y - x * py
    px = x
    py = y
  }
  return (sum * (EASTING_M / GRID)) / 2
}
