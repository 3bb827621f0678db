/** West, south, east, north in degrees. */
export type DegreeBox = readonly [west: number, south: number, east: number, north: number]
type Position = readonly [lng: number, lat: number]

/** Geometry of a feature; rings are open here. */
export type EsriShape = { rings: readonly (readonly Position[])[] } | { point: Position } | null

/** True when a shape and a box have a point in common. */
export function meetsBox(shape: EsriShape, box: DegreeBox): boolean {
  if (shape === null) return false
  if ('point' in shape) return isInBox(shape.point, box)
  const { rings } = shape
  const [west, south, east, north] = box
  if (rings.some((ring) => ring.some((at) => isInBox(at, box)))) return true
  if (isInRings([west, south], rings)) return true
  const corners: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]
  const sides = edgesOf(corners)
  return rings.some((ring) =>
    edgesOf(ring).some(([a, b]) => sides.some(([c, d]) => cross(a, b, c, d))),
  )
}

/** As JSON: rings closed, the first clockwise and holes the other way, as Esri draws them. */
export function esriGeometry(shape: EsriShape) {
  if (shape === null) return null
  if ('point' in shape) return { x: shape.point[0], y: shape.point[1] }
  const rings = shape.rings.map((ring, i) => {
    const isClockwise = edgesOf(ring).reduce(
      (sum, [a, b]) => sum + (b[0] - a[0]) * (b[1] + a[1]),
      0,
    )
    const wanted = isClockwise > 0 === (i === 0) ? [...ring] : ring.toReversed()
    return [...wanted, wanted[0]]
  })
  return { rings }
}

function isInBox([lng, lat]: Position, [west, south, east, north]: DegreeBox): boolean {
  return lng >= west && lng <= east && lat >= south && lat <= north
}

/** Even-odd over all rings, so that holes are outside. */
function isInRings([x, y]: Position, rings: readonly (readonly Position[])[]): boolean {
  let isInside = false
  for (const ring of rings)
    for (const [[ax, ay], [bx, by]] of edgesOf(ring))
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside
  return isInside
}

function edgesOf(ring: readonly Position[]): [Position, Position][] {
  return ring.map((at, i) => [at, ring[(i + 1) % ring.length]])
}

function cross(a: Position, b: Position, c: Position, d: Position): boolean {
  const side = (p: Position, q: Position, r: Position) =>
    Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b)
}
