/**
 * One or more polygons with holes as flat arrays: the only areal geometry between stages, packs,
 * tiles and sections.
 *
 * Coordinates are whole numbers of 1e-7 degree (about 1.1 cm, finer than any source),
 * longitude then latitude. On this grid orientation and containment are exact in doubles for
 * features up to about 9 degrees wide. Rings are open (the first point is not repeated), outer
 * rings run counter-clockwise, holes clockwise.
 */
export interface Polygons {
  /** x0, y0, x1, y1, ... in units of 1e-7 degree. */
  readonly coords: Int32Array
  /** Per ring, the index one past its last point (in points, not in numbers). */
  readonly ringEnds: Uint32Array
  /** Per polygon, the index one past its last ring. The first ring of a polygon is its shell. */
  readonly polygonEnds: Uint32Array
}

/** The rings of one or more polygons; their winding marks the holes. */
export type Rings = Pick<Polygons, 'coords' | 'ringEnds'>

/** Grid units per degree. */
export const GRID = 1e7

/** west, south, east, north, in the unit of the context. */
export type Box = [west: number, south: number, east: number, north: number]

/** The bounding box of polygons or lines in grid units; an inverted box without any point. */
export function boundsOf(shape: Pick<Polygons, 'coords'>): Box {
  let west = Infinity
  let south = Infinity
  let east = -Infinity
  let north = -Infinity
  const { coords } = shape
  for (let i = 0; i < coords.length; i += 2) {
    const x = coords[i]
    const y = coords[i + 1]
    if (x < west) west = x
    if (x > east) east = x
    if (y < south) south = y
    if (y > north) north = y
  }
  return [west, south, east, north]
}

/** The box around all boxes; null when there is none. */
export function boxAround(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null
  const side = (i: number) => boxes.map((box) => box[i])
  return [Math.min(...side(0)), Math.min(...side(1)), Math.max(...side(2)), Math.max(...side(3))]
}
