/** The nearest triangle at each pixel, and its nearness. */
export interface DepthPlane {
  width: number
  height: number
  /** 0 where no triangle is. */
  nearness: Float32Array
  /** Number of the triangle, counted from 1; 0 without a triangle. */
  ids: Uint32Array
  /** The rows that are drawn; all of them when absent. */
  rows?: Rows
}

/** Rows of a picture, counted from its top; `end` is not included. */
export interface Rows {
  start: number
  end: number
}

/** Share by which a face must be nearer: of two faces in one plane the first one drawn stays. */
const NEARER = 1 + 1e-5

/**
 * Triangles are drawn so much larger, in pixels: where a corner of one lies on the edge of another,
 * as at the ends of walls, the numbers of both edges differ in their last digits.
 */
const SEAM_PIXELS = 1e-4

/**
 * Draws a triangle into planes that look through their pixels at `offsets`, x and y of each. The
 * corners go either way round; nearness is `planeA` x + `planeB` y + `planeC`. Between two
 * triangles that share an edge no pixel is left out.
 */
export function fillTriangle(
  planes: readonly DepthPlane[],
  offsets: readonly (readonly [x: number, y: number])[],
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  planeA: number,
  planeB: number,
  planeC: number,
  id: number,
): void {
  const twice = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
  if (twice === 0) return
  if (twice < 0) {
    const [x, y] = [x1, y1]
    x1 = x2
    y1 = y2
    x2 = x
    y2 = y
  }
  const { width, height, rows } = planes[0]
  const firstRow = rows?.start ?? 0
  const endRow = rows?.end ?? height
  const top = Math.min(y0, y1, y2)
  const bottom = Math.max(y0, y1, y2)
  const left = Math.min(x0, x1, x2)
  const right = Math.max(x0, x1, x2)
  if (bottom < firstRow || top > endRow || right < 0 || left > width) return
  // At height y each edge bounds the row at x = k y + m, from the left or from the right.
  let l1k = 0
  let l1m = -Infinity
  let l2k = 0
  let l2m = -Infinity
  let r1k = 0
  let r1m = Infinity
  let r2k = 0
  let r2m = Infinity
  for (let edge = 0; edge < 3; edge++) {
    const px = edge === 0 ? x0 : edge === 1 ? x1 : x2
    const py = edge === 0 ? y0 : edge === 1 ? y1 : y2
    const qx = edge === 0 ? x1 : edge === 1 ? x2 : x0
    const qy = edge === 0 ? y1 : edge === 1 ? y2 : y0
    const a = py - qy
    if (a === 0) continue
    const k = -(qx - px) / a
    const m = -(px * qy - qx * py) / a
    if (a > 0) {
      l2k = l1k
      l2m = l1m
      l1k = k
      l1m = m
    } else {
      r2k = r1k
      r2m = r1m
      r1k = k
      r1m = m
    }
  }
  for (let s = 0; s < planes.length; s++) {
    const { nearness, ids } = planes[s]
    const ox = offsets[s][0]
    const oy = offsets[s][1]
    const first = Math.max(firstRow, Math.ceil(top - oy - SEAM_PIXELS))
    const last = Math.min(endRow - 1, Math.ceil(bottom - oy + SEAM_PIXELS) - 1)
    for (let row = first; row <= last; row++) {
      const y = row + oy
      const from = Math.max(l1k * y + l1m, l2k * y + l2m)
      const to = Math.min(r1k * y + r1m, r2k * y + r2m)
      const start = Math.max(0, Math.ceil(from - ox - SEAM_PIXELS))
      const end = Math.min(width - 1, Math.ceil(to - ox + SEAM_PIXELS) - 1)
      const along = planeB * y + planeC
      let at = row * width + start
      for (let x = start + ox; x <= end + ox; x++, at++) {
        const near = planeA * x + along
        if (near > nearness[at] * NEARER) {
          nearness[at] = near
          ids[at] = id
        }
      }
    }
  }
}
