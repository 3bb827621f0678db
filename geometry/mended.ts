import { areaM2 } from './geodesic-area.ts'
import { arealPart, geos, read } from './geos-shapes.ts'
import type { Polygons } from './polygons.ts'
import { faultOf } from './soundness.ts'

/** A repair that changes the area by more than both of these yields another shape. */
const CHANGE_MAX_SHARE = 0.05
const CHANGE_MAX_M2 = 10

/**
 * The polygons, made valid by GEOS if necessary: a build mends its polygons, those of a live
 * service arrive as drawn. Null if nothing or another shape would be left.
 */
export function mended(polygons: Polygons): Polygons | null {
  if (faultOf(polygons) === null) return polygons
  const geometry = read(polygons)
  try {
    if (geos.GEOSisValid(geometry) === 1) return polygons
    const valid = geos.GEOSMakeValid(geometry)
    if (!valid) return null
    try {
      return alike(polygons, arealPart(valid))
    } finally {
      geos.GEOSGeom_destroy(valid)
    }
  } finally {
    geos.GEOSGeom_destroy(geometry)
  }
}

function alike(before: Polygons, after: Polygons | null): Polygons | null {
  if (!after) return null
  const area = areaM2(before)
  const change = Math.abs(areaM2(after) - area)
  return change > CHANGE_MAX_M2 && change > area * CHANGE_MAX_SHARE ? null : after
}
