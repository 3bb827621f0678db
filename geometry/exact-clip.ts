import { arealPart, geos, read } from './geos-shapes.ts'
import { boundsOf, GRID, type Polygons } from './polygons.ts'
import { isInside, trimAround } from './trim.ts'

/**
 * The part of `feature` that lies in `mask`, cut by GEOS on the grid of `Polygons`, so that it is
 * valid there; null if they share no area. It works on whole features, not on pieces, so no seam
 * shows. ClipByRect with a snap afterwards gave 2 wrong areas and 46 shapes that were invalid on
 * the grid in 2,270 random pairs (tried once).
 */
export function clipExactly(feature: Polygons, mask: Polygons): Polygons | null {
  const maskBox = boundsOf(mask)
  const featureBox = boundsOf(feature)
  // Most buildings lie wholly on their lot and need no cut.
  if (isInside(featureBox, maskBox) && covers(mask, feature)) return feature
  const nearFeature = trimAround(feature, maskBox)
  const nearMask = trimAround(mask, featureBox)
  return nearFeature && nearMask && intersection(nearFeature, nearMask)
}

function intersection(a: Polygons, b: Polygons): Polygons | null {
  const [first, second] = [read(a), read(b)]
  try {
    const shared = geos.GEOSIntersectionPrec(first, second, 1 / GRID)
    if (!shared) return null
    try {
      return arealPart(shared)
    } finally {
      geos.GEOSGeom_destroy(shared)
    }
  } finally {
    geos.GEOSGeom_destroy(first)
    geos.GEOSGeom_destroy(second)
  }
}

function covers(mask: Polygons, feature: Polygons): boolean {
  const geometry = read(feature)
  try {
    return geos.GEOSPreparedCovers(preparedOf(mask), geometry) === 1
  } finally {
    geos.GEOSGeom_destroy(geometry)
  }
}

interface Mask {
  of: Polygons
  geometry: number
  prepared: number
}

/** The last mask: a dossier clips all of its features by one parcel. */
let lastMask: Mask | null = null

function preparedOf(mask: Polygons): number {
  if (lastMask?.of === mask) return lastMask.prepared
  if (lastMask) {
    geos.GEOSPreparedGeom_destroy(lastMask.prepared)
    geos.GEOSGeom_destroy(lastMask.geometry)
    lastMask = null
  }
  const geometry = read(mask)
  lastMask = { of: mask, geometry, prepared: geos.GEOSPrepare(geometry) }
  return lastMask.prepared
}
