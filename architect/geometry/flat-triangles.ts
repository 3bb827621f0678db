import earcut from 'earcut'

/**
 * Corners of triangles over a flat ring with holes, `flat` being u, v of each corner and `starts`
 * the corner with which each hole begins. They meet edge to edge at every corner: earcut leaves out
 * triangles without area, and where three corners lie in line there would be a visible crack.
 */
export function flatTriangles(flat: number[], starts: number[]): number[] {
  const triangles = earcut(flat, starts)
  const corners = flat.length / 2
  const whole = corners + 2 * starts.length - 2
  if (triangles.length / 3 >= whole) return triangles
  const border = borderOf(corners, starts)
  // Each splitting adds one of those that are missing.
  for (let missing = whole - triangles.length / 3; missing > 0; missing--) {
    if (!splitOne(flat, triangles, border)) break
  }
  return triangles
}

function borderOf(corners: number, starts: number[]): Set<string> {
  const border = new Set<string>()
  for (const [index, from] of [0, ...starts].entries()) {
    const to = starts[index] ?? corners
    for (let corner = from; corner < to; corner++) {
      const next = corner + 1 < to ? corner + 1 : from
      border.add(`${corner} ${next}`).add(`${next} ${corner}`)
    }
  }
  return border
}

/**
 * Splits a triangle at a corner on that edge of it which no other triangle and no border shares.
 */
function splitOne(flat: number[], triangles: number[], border: Set<string>): boolean {
  const edges = new Set<string>()
  for (let i = 0; i < triangles.length; i++)
    edges.add(`${triangles[i]} ${triangles[i % 3 === 2 ? i - 2 : i + 1]}`)
  for (let i = 0; i < triangles.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [0, 1, 2].map((step) => triangles[i + ((k + step) % 3)])
      if (edges.has(`${b} ${a}`) || border.has(`${a} ${b}`)) continue
      const corner = cornerBetween(flat, a, b)
      if (corner === null) continue
      triangles.splice(i, 3, a, corner, c, corner, b, c)
      return true
    }
  }
  return false
}

/** How far a corner may be from an edge that it lies on, as a share of the edge. */
const STRAIGHT = 1e-9

/** The corner nearest to `a` of those between `a` and `b` in line. */
function cornerBetween(flat: number[], a: number, b: number): number | null {
  const [u, v] = [flat[2 * b] - flat[2 * a], flat[2 * b + 1] - flat[2 * a + 1]]
  const square = u * u + v * v
  let nearest: number | null = null
  let least = square
  for (let corner = 0; corner < flat.length / 2; corner++) {
    if (corner === a || corner === b) continue
    const [p, q] = [flat[2 * corner] - flat[2 * a], flat[2 * corner + 1] - flat[2 * a + 1]]
    const along = p * u + q * v
    if (along <= 0 || along >= least || Math.abs(p * v - q * u) > STRAIGHT * square) continue
    nearest = corner
    least = along
  }
  return nearest
}
