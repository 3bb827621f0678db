import earcut from 'earcut'

/**
 * Corners of triangles over a flat ring with holes, `flat` being u, v of each corner and `starts` the
 * corner with which each hole begins. Every corner is in a triangle: earcut leaves out those on a
 * straight edge, and the face beside, which ends there, would show a crack.
 */
export function flatTriangles(flat: number[], starts: number[]): number[] {
  const triangles = earcut(flat, starts)
  const used = new Set(triangles)
  for (let corner = 0; corner < flat.length / 2; corner++) {
    if (!used.has(corner)) splitAt(flat, triangles, corner)
  }
  return triangles
}

/** How far a corner may be from an edge that it lies on, as a share of the edge's square. */
const STRAIGHT = 1e-9

function splitAt(flat: number[], triangles: number[], corner: number): void {
  for (let i = 0; i < triangles.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [0, 1, 2].map((step) => triangles[i + ((k + step) % 3)])
      if (!isBetween(flat, corner, a, b)) continue
      triangles.splice(i, 3, a, corner, c, corner, b, c)
      return
    }
  }
}

function isBetween(flat: number[], corner: number, a: number, b: number): boolean {
  const [u, v] = [flat[2 * b] - flat[2 * a], flat[2 * b + 1] - flat[2 * a + 1]]
  const [p, q] = [flat[2 * corner] - flat[2 * a], flat[2 * corner + 1] - flat[2 * a + 1]]
  const square = u * u + v * v
  const along = p * u + q * v
  return along > 0 && along < square && Math.abs(p * v - q * u) <= STRAIGHT * square
}
