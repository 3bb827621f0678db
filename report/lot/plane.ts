import type { MultiPolygon, Polygon, Position } from 'geojson'
import { lengthToEdge } from '../../geometry/contains.ts'
import { gridUnitAt } from '../../geometry/geodesic-area.ts'
import { GRID } from '../../geometry/polygons.ts'

/** Metres to the east and to the north of the middle of a plane. */
export type PlanePoint = [east: number, north: number]

/** A plane that touches the ellipsoid at a point: over 1 km its lengths are within 10 cm. */
export class Plane {
  private readonly lng: number
  private readonly lat: number
  private readonly east_m: number
  private readonly north_m: number

  constructor([lng, lat]: Position) {
    const { east_m, north_m } = gridUnitAt(lat)
    this.lng = lng
    this.lat = lat
    this.east_m = east_m * GRID
    this.north_m = north_m * GRID
  }

  at([lng, lat]: Position): PlanePoint {
    return [(lng - this.lng) * this.east_m, (lat - this.lat) * this.north_m]
  }

  /** The rings of an area, each closed. */
  rings(shape: Polygon | MultiPolygon): PlanePoint[][] {
    const rings = shape.type === 'Polygon' ? shape.coordinates : shape.coordinates.flat()
    return rings.map((ring) => ring.map((position) => this.at(position)))
  }
}

/** Metres between two lines; 0 where they cross. */
export function metresBetween(a: readonly PlanePoint[], b: readonly PlanePoint[]): number {
  let least = Infinity
  for (let i = 1; i < a.length; i++)
    for (let j = 1; j < b.length; j++) {
      if (isCrossing(a[i - 1], a[i], b[j - 1], b[j])) return 0
      least = Math.min(
        least,
        metresTo(a[i - 1], b[j - 1], b[j]),
        metresTo(a[i], b[j - 1], b[j]),
        metresTo(b[j - 1], a[i - 1], a[i]),
        metresTo(b[j], a[i - 1], a[i]),
      )
    }
  return least
}

/** Whether a point lies in an area of rings, by the even-odd rule. */
export function isWithin([x, y]: PlanePoint, rings: readonly (readonly PlanePoint[])[]): boolean {
  let isInside = false
  for (const ring of rings)
    for (let i = 1; i < ring.length; i++) {
      const [[ax, ay], [bx, by]] = [ring[i - 1], ring[i]]
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside
    }
  return isInside
}

function metresTo([x, y]: PlanePoint, [ax, ay]: PlanePoint, [bx, by]: PlanePoint): number {
  return lengthToEdge(ax - x, ay - y, bx - x, by - y)
}

function isCrossing(a: PlanePoint, b: PlanePoint, c: PlanePoint, d: PlanePoint): boolean {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
}

function turn([ax, ay]: PlanePoint, [bx, by]: PlanePoint, [x, y]: PlanePoint): number {
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax)
}
