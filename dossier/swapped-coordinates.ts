import { z } from 'zod'
import { toGridPoint } from '../geometry/grid-point.ts'
import { type Box, GRID } from '../geometry/polygons.ts'
import type { Packs } from '../lookup/location-lookup.ts'

/**
 * A doubt about the request that the caller should check. The answer is still for the given point.
 */
export const DossierWarning = z.object({
  code: z.enum(['coordinates_swapped']).describe('more may be added'),
  message: z.string().describe('what is suspected, and why, in a sentence for people'),
  point: z.object({ lat: z.number(), lng: z.number() }).describe('the point to try instead'),
})
export type DossierWarning = z.infer<typeof DossierWarning>

/**
 * Warns where longitude seems to be given as latitude: no source of the build covers the point, of
 * which `isCovered` is false, and one covers the point with the two exchanged. Null otherwise.
 */
export function swappedCoordinates(
  packs: Packs,
  { lat, lng }: { lat: number; lng: number },
  isCovered: boolean,
): DossierWarning | null {
  const coverage = packs.get('coverage')
  const exchanged = { lat: lng, lng: lat }
  if (!coverage || isCovered || coverage.rowsAt(...toGridPoint(exchanged)).length === 0) return null
  return {
    code: 'coordinates_swapped',
    message: `No source of this build covers latitude ${lat}, longitude ${lng}, but one covers ${lng}, ${lat}: the two may be swapped. Latitude comes first.`,
    point: exchanged,
  }
}

/**
 * The box in degrees with latitudes and longitudes exchanged, where no source of the build covers
 * any of the box and one covers some of the exchanged one. Null otherwise.
 */
export function swappedBox(packs: Packs, [west, south, east, north]: Box): Box | null {
  const coverage = packs.get('coverage')
  const exchanged: Box = [south, west, north, east]
  const isOnGlobe = Math.max(Math.abs(west), Math.abs(east)) <= 90
  const isCovered = (box: Box) => {
    const units = box.map((side) => Math.round(side * GRID)) as Box
    return coverage!.rowsInBox(units, 1).rows.length > 0
  }
  if (!coverage || !isOnGlobe || isCovered([west, south, east, north])) return null
  return isCovered(exchanged) ? exchanged : null
}
