import type { Geometry, GeometryCollection } from 'gdal-async'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import type { Polygons } from '../../geometry/polygons.ts'
import { collect } from '../../geometry/rings.ts'
import { faultOf } from '../../geometry/soundness.ts'
import { polygonsToWkb, wkbToPolygons } from '../../geometry/wkb.ts'
import { RowError } from '../../values/row-error.ts'
import { gdal } from './gdal.ts'
import { Tally } from './tally.ts'

/** A repair that changes the area by more than both of these is refused. */
const MAX_CHANGE_SHARE = 0.05
const MAX_CHANGE_M2 = 10
/** Most repairs of one shape: snapping a repaired one to the grid may make it invalid again. */
const MAX_ROUNDS = 3

/**
 * The polygons, repaired by GEOS where they are invalid. Counts every repair by the kind of fault
 * and its change of area. Throws `RowError` when the repair would change the shape too much.
 */
export function repair(polygons: Polygons, tally: Tally): Polygons {
  const fault = faultOf(polygons)
  if (fault === null || isValid(polygons)) return polygons
  const before = areaM2(polygons)
  let repaired = polygons
  for (let round = 0; round < MAX_ROUNDS && !isValid(repaired); round++) {
    const parts = arealParts(toGdal(repaired).makeValid())
    if (parts.length === 0)
      throw new RowError('geometry.unrepairable', `${fault}: nothing is left of it`)
    repaired = parts.length === 1 ? parts[0] : collect(parts)
  }
  if (!isValid(repaired))
    throw new RowError(
      'geometry.unrepairable',
      `${fault}: still invalid after ${MAX_ROUNDS} repairs`,
    )
  const change = areaM2(repaired) - before
  if (Math.abs(change) > MAX_CHANGE_M2 && Math.abs(change) > before * MAX_CHANGE_SHARE)
    throw new RowError(
      'geometry.unrepairable',
      `${fault}: repairing it would change its area from ${before.toFixed(0)} to ${(before + change).toFixed(0)} m2`,
    )
  tally.repair(fault, change)
  return repaired
}

/** The union of polygons, for pieces of one parcel and for coverages. */
export function union(areas: readonly Polygons[]): Polygons {
  if (areas.length === 1) return areas[0]
  // In halves: unions of neighbours stay smaller than one growing union.
  const merge = (from: number, to: number): Geometry => {
    if (to - from === 1) return toGdal(areas[from])
    const middle = (from + to) >> 1
    return merge(from, middle).union(merge(middle, to))
  }
  // Snapping the union to the grid may make it invalid. That is not counted: the publisher's data
  // is valid.
  return repair(collect(arealParts(merge(0, areas.length))), new Tally())
}

/** The part of an area that is outside of another one. */
export function difference(area: Polygons, other: Polygons): Polygons {
  return gridPolygons(toGdal(area).difference(toGdal(other)))
}

/**
 * Polygons of a geometry on the grid. Snapping may make them invalid; that repair is not counted,
 * since the publisher's data is valid.
 */
export function gridPolygons(geometry: Geometry): Polygons {
  return repair(wkbToPolygons(geometry.toWKB('LSB')), new Tally())
}

/** Whether the polygons are valid: a quick exact test first, GEOS when it is in doubt. */
export function isSound(polygons: Polygons): boolean {
  return faultOf(polygons) === null || isValid(polygons)
}

function isValid(polygons: Polygons): boolean {
  return toGdal(polygons).isValid()
}

function toGdal(polygons: Polygons): Geometry {
  return gdal.Geometry.fromWKB(Buffer.from(polygonsToWkb(polygons)))
}

/** Polygons of a geometry that may be a collection with points and lines among them. */
function arealParts(geometry: Geometry): Polygons[] {
  const type = geometry.wkbType & 0xff
  if (type === gdal.wkbPolygon || type === gdal.wkbMultiPolygon) {
    if (geometry.isEmpty()) return []
    const polygons = wkbToPolygons(geometry.toWKB('LSB'))
    return polygons.polygonEnds.length === 0 ? [] : [polygons]
  }
  if (type !== gdal.wkbGeometryCollection) return []
  return (geometry as GeometryCollection).children.map((child) => child).flatMap(arealParts)
}
