import {
  booleanOpWithPolyTree,
  Clipper,
  ClipType,
  EndType,
  FillRule,
  JoinType,
  type Path64,
  type PolyPath64,
  PolyTree64,
} from 'clipper2-ts'
import { area, type Polygon } from './polygon.ts'

/** An area of plan: an outer ring counter-clockwise and rings cut out of it, clockwise. */
export interface Region {
  outer: Polygon
  holes: Polygon[]
}

/** Clipper works on whole numbers: units of 10 nm, far below the grid of 0.1 mm. */
const UNITS_PER_METRE = 1e8

// In all of these functions a clockwise ring is a hole: pass `counterClockwise` rings, or
// `ringsOf`.

/** The union of `polygons`: overlaps count once. */
export const union = (polygons: Polygon[]): Region[] => combine(ClipType.Union, polygons, [])
/** The parts of `polygons` outside of all `cuts`. */
export const difference = (polygons: Polygon[], cuts: Polygon[]): Region[] =>
  combine(ClipType.Difference, polygons, cuts)
/** The area in one of `polygons` and in one of `others`. */
export const intersection = (polygons: Polygon[], others: Polygon[]): Region[] =>
  combine(ClipType.Intersection, polygons, others)

/**
 * The polygons grown by `metres` with mitred corners, or shrunk where negative; may be empty or
 * several.
 */
export function offset(polygons: Polygon[], metres: number): Region[] {
  const grown = Clipper.inflatePaths(
    polygons.map(toPath),
    metres * UNITS_PER_METRE,
    JoinType.Miter,
    EndType.Polygon,
    4,
  )
  return combinePaths(ClipType.Union, grown, [])
}

/** Rings of regions as input of `difference` and its like: holes are the clockwise rings. */
export const ringsOf = (regions: Region[]): Polygon[] =>
  regions.flatMap(({ outer, holes }) => [outer, ...holes])

export const regionArea = (regions: Region[]): number =>
  regions.reduce(
    (sum, { outer, holes }) => sum + area(outer) - holes.reduce((cut, hole) => cut + area(hole), 0),
    0,
  )

function combine(type: ClipType, polygons: Polygon[], others: Polygon[]): Region[] {
  return combinePaths(type, polygons.map(toPath), others.map(toPath))
}

function combinePaths(type: ClipType, subject: Path64[], clip: Path64[]): Region[] {
  const tree = new PolyTree64()
  booleanOpWithPolyTree(type, subject, clip, tree, FillRule.NonZero)
  const regions: Region[] = []
  collect(tree, regions)
  return regions
}

/** Children of the root are outer rings, theirs are holes, and theirs are islands in the holes. */
function collect(parent: PolyPath64, regions: Region[]): void {
  for (let i = 0; i < parent.count; i++) {
    const outer = parent.child(i)
    const region: Region = { outer: toPolygon(outer.poly!), holes: [] }
    regions.push(region)
    for (let j = 0; j < outer.count; j++) {
      const hole = outer.child(j)
      region.holes.push(toPolygon(hole.poly!))
      collect(hole, regions)
    }
  }
}

// Clipper's outer rings turn from x to y. Here z points down the page, hence the sign.
const toPath = (polygon: Polygon): Path64 =>
  polygon.map(([x, z]) => ({
    x: Math.round(x * UNITS_PER_METRE),
    y: Math.round(-z * UNITS_PER_METRE),
  }))
const toPolygon = (path: Path64): Polygon =>
  path.map(({ x, y }) => [x / UNITS_PER_METRE, -y / UNITS_PER_METRE || 0])
