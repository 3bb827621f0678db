import { type LatLng, toLatLng } from '../location-ref.ts'

/** Characters of a text that may be coordinates. */
const TEXT_CHARACTERS = 80
/** Degrees with a fraction, or degrees, minutes and seconds, and the letter of a side. */
const ANGLE = String.raw`([NSEW])?\s*([+-]?\d{1,3}(?:\.\d{1,15})?)\s*(?:°|º|d)?(?:\s*(\d{1,2}(?:\.\d{1,10})?)\s*['′’m])?(?:\s*(\d{1,2}(?:\.\d{1,10})?)\s*(?:"|″|”|''|s))?\s*([NSEW])?`
const PAIR = new RegExp(`^${ANGLE}\\s*[,; ]\\s*${ANGLE}$`, 'i')

/**
 * Parses typed coordinates: `29.98, -71.96`, `29.98N 71.96W`, `29°59'10"N, 71°57'52"W`.
 * Latitude comes first unless letters mark the order. Null for anything else, such as "12 34th St".
 */
export function parseTypedPoint(text: string): LatLng | null {
  const match = text.length <= TEXT_CHARACTERS ? PAIR.exec(text.trim()) : null
  if (!match) return null
  const one = angle(match.slice(1, 6))
  const other = angle(match.slice(6, 11))
  if (!one || !other) return null
  if (one.axis === other.axis && one.axis !== null) return null
  // Two whole numbers without a comma, a sign or a letter are a house and a street, not a point.
  const isPlain = one.axis === null && other.axis === null && /^\d+ +\d+$/.test(text.trim())
  if (isPlain) return null
  const [lat, lng] = one.axis === 'lng' || other.axis === 'lat' ? [other, one] : [one, other]
  return toLatLng(lat.degrees, lng.degrees)
}

function angle([before, degrees, minutes, seconds, after]: (string | undefined)[]) {
  if (before && after) return null
  const side = (before ?? after)?.toUpperCase()
  const parts = [Number(minutes ?? 0), Number(seconds ?? 0)]
  if (parts.some((part) => part >= 60)) return null
  const whole = Number(degrees)
  if (whole < 0 && side) return null
  const sign = side === 'S' || side === 'W' || degrees!.startsWith('-') ? -1 : 1
  const size = Math.abs(whole) + parts[0] / 60 + parts[1] / 3600
  const axis = side === undefined ? null : 'NS'.includes(side) ? 'lat' : 'lng'
  return { degrees: sign * size, axis } as const
}
