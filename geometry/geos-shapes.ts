import initGeos from 'geos-wasm'
import type { Polygons } from './polygons.ts'
import { collect } from './rings.ts'
import { polygonsToWkb, wkbToPolygons } from './wkb.ts'

// GEOS would print its notices to the standard output, into the JSON of `plat dossier --json`.
export const geos = await initGeos({ noticeHandler: () => {} })

/** Polygons of a result, without the points and lines where borders only touch. */
export function arealPart(geometry: number): Polygons | null {
  const POLYGON = 3
  const MULTIPOLYGON = 6
  const COLLECTION = 7
  const type = geos.GEOSGeomTypeId(geometry)
  if (type === POLYGON || type === MULTIPOLYGON) return write(geometry)
  if (type !== COLLECTION) return null
  const parts: Polygons[] = []
  for (let i = 0; i < geos.GEOSGetNumGeometries(geometry); i++) {
    const part = arealPart(geos.GEOSGetGeometryN(geometry, i))
    if (part) parts.push(part)
  }
  return parts.length === 0 ? null : collect(parts)
}

/** Creates a GEOS geometry of the polygons; the caller must call `GEOSGeom_destroy`. */
export function read(polygons: Polygons): number {
  const wkb = polygonsToWkb(polygons)
  const pointer = geos.Module._malloc(wkb.length)
  try {
    geos.Module.HEAPU8.set(wkb, pointer)
    return geos.GEOSGeomFromWKB_buf(pointer, wkb.length)
  } finally {
    geos.Module._free(pointer)
  }
}

function write(geometry: number): Polygons | null {
  const sizePointer = geos.Module._malloc(8)
  const pointer = geos.GEOSGeomToWKB_buf(geometry, sizePointer)
  try {
    const size = geos.Module.getValue(sizePointer, 'i32')
    const polygons = wkbToPolygons(geos.Module.HEAPU8.slice(pointer, pointer + size))
    return polygons.polygonEnds.length === 0 ? null : polygons
  } finally {
    geos.GEOSFree(pointer)
    geos.Module._free(sizePointer)
  }
}
