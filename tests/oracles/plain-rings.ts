type Position = number[]

/**
 * True when a closed ring contains a position, by plain ray casting, independent of Plat's code.
 */
export function ringContains(ring: readonly Position[], [x, y]: Position): boolean {
  let inside = false
  for (let i = 1; i < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i - 1], ring[i]]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}

/** True when an edge of one closed ring crosses an edge of the other. */
export function edgesCross(a: readonly Position[], b: readonly Position[]): boolean {
  const side = ([px, py]: Position, [qx, qy]: Position, [rx, ry]: Position) =>
    Math.sign((qx - px) * (ry - py) - (qy - py) * (rx - px))
  for (let i = 1; i < a.length; i++)
    for (let j = 1; j < b.length; j++) {
      const [p, q, r, s] = [a[i - 1], a[i], b[j - 1], b[j]]
      if (side(p, q, r) !== side(p, q, s) && side(r, s, p) !== side(r, s, q)) return true
    }
  return false
}

/** A clockwise rectangle, as Esri draws outer rings; `isHole` turns it round. */
export function rectangle(
  west: number,
  south: number,
  east: number,
  north: number,
  isHole = false,
): Position[] {
  const ring = [
    [west, south],
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ]
  return isHole ? ring.reverse() : ring
}
