import { InvalidResponse } from '../../upstream/failure.ts'

/** Responses repeat the requested point to within their rounding. */
const APART_MAX_DEGREES = 0.02

/**
 * Rounds the point that design values are requested for: a thousandth of a degree, about 100 m, is
 * finer than their grids (the finest is 30 seconds), and neighbours share a cached response.
 */
export function roundPoint({ lat, lng }: { lat: number; lng: number }) {
  return { lat: Number(lat.toFixed(3)), lng: Number(lng.toFixed(3)) }
}

/** Throws `InvalidResponse` for a response about another point than the requested one. */
export function assertNear(
  reported: { lat: number; lng: number },
  at: { lat: number; lng: number },
): void {
  const apart = Math.max(Math.abs(reported.lat - at.lat), Math.abs(reported.lng - at.lng))
  if (apart <= APART_MAX_DEGREES) return
  throw new InvalidResponse(`answered for another point, ${reported.lat}, ${reported.lng}`)
}
