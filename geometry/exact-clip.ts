import { arealPart, geos, read } from './geos-shapes.ts'
import { boundsOf, GRID, type Polygons } from './polygons.ts'
import { isInside, trimAround } from './trim.ts'

/**
 * The part of `feature` that lies in `mask`, by GEOS on our own grid, so that it is valid there;
 * null when they share no area. It works on whole features, never on pieces, so no seam shows. Not
 * by ClipByRect and a snap afterwards: of 2,270 random pairs, tried once, that gave 2 wrong areas
 * and 46 shapes that were invalid on the grid.
 */
export function clipExactly(feature: Polygons, mask: Polygons): Polygons | null {
  const maskBox = boundsOf(mask)
  const featureBox = boundsOf(feature)
  // Most buildings lie wholly on their lot: then there is nothing to cut.
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

/** The mask that was asked for last: a dossier clips all of its features by one parcel. */
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
