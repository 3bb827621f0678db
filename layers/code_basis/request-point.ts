import { InvalidResponse } from '../../upstream/failure.ts'

/** Answers name the point as it was asked for, give or take their rounding. */
const APART_MAX_DEGREES = 0.02

/**
 * Where design values are asked: a thousandth of a degree, about 100 m, is finer than the grids
 * they come from (the finest is 30 seconds), and neighbours share an answer.
 */
export function roundPoint({ lat, lng }: { lat: number; lng: number }) {
  return { lat: Number(lat.toFixed(3)), lng: Number(lng.toFixed(3)) }
}

/** Throws `InvalidResponse` for an answer about another point than the asked one. */
export function assertNear(
  told: { lat: number; lng: number },
  at: { lat: number; lng: number },
): void {
  const apart = Math.max(Math.abs(told.lat - at.lat), Math.abs(told.lng - at.lng))
  if (apart <= APART_MAX_DEGREES) return
  throw new InvalidResponse(`answered for another point, ${told.lat}, ${told.lng}`)
}
