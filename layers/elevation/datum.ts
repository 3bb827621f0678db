/** Boxes within which 3DEP counts from NAVD88: the conterminous states and Alaska. */
const NAVD88_BOXES = [
  [-125.1, 24.3, -66.8, 49.5],
  [-180, 51, -129.9, 71.6],
] as const

/**
 * Datum of 3DEP's heights at a point. The islands have datums of their own (GUVD04, PRVD02, local
 * mean sea level), and the data do not state which:
 * https://www.usgs.gov/faqs/what-vertical-datum-used-3dep
 */
export function datumOf3dep(lng: number, lat: number): string {
  const isMainland = NAVD88_BOXES.some(
    ([west, south, east, north]) => lng >= west && lng <= east && lat >= south && lat <= north,
  )
  return isMainland ? NAVD88 : 'a local datum of the island, not NAVD88'
}

/** The datum of all contours. */
export const NAVD88 = 'NAVD88'

/** Datum of a raster whose source does not state it. */
export const NOT_STATED = 'not stated'
