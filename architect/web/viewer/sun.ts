import type { Season, Sun } from '../state/view-state.ts'
import type { Vec3 } from './orbit.ts'

/** A scene has no place on the globe: the sun is that of this latitude, in degrees north. */
export const LATITUDE = 45
/** Declination of the sun in degrees: at the solstices the tilt of the axis of the Earth. */
const DECLINATIONS: Record<Season, number> = { summer: 23.44, equinox: 0, winter: -23.44 }

export interface SunPosition {
  /** From the building to the sun. */
  direction: Vec3
  /** Degrees above the horizon; negative at night. */
  altitude: number
  /** Degrees clockwise from north. */
  azimuth: number
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180
const degrees = (angle: number): number => (angle * 180) / Math.PI

/** The sun at a solar time of a season: 12 is noon, when it stands in the south. */
export function sunPosition({ hour, season }: Sun): SunPosition {
  const declination = radians(DECLINATIONS[season])
  const latitude = radians(LATITUDE)
  const angle = radians(15 * (hour - 12))
  const up =
    Math.sin(latitude) * Math.sin(declination) +
    Math.cos(latitude) * Math.cos(declination) * Math.cos(angle)
  const east = -Math.cos(declination) * Math.sin(angle)
  const north =
    Math.cos(latitude) * Math.sin(declination) -
    Math.sin(latitude) * Math.cos(declination) * Math.cos(angle)
  return {
    direction: [east, up, -north],
    altitude: degrees(Math.asin(up)),
    azimuth: (degrees(Math.atan2(east, north)) + 360) % 360,
  }
}

/** Light of a sun at this altitude: strength from 0 to 1, and warmth, 1 at the horizon. */
export function sunlight(altitude: number): { strength: number; warmth: number } {
  const share = Math.min(1, Math.max(0, (altitude + 5) / 20))
  return {
    strength: share * share * (3 - 2 * share),
    warmth: 1 - Math.min(1, Math.max(0, altitude / 35)),
  }
}

/** Hours as `15:30`. */
export function formatHour(hour: number): string {
  const minutes = Math.round(hour * 60)
  return `${Math.floor(minutes / 60)}:${`${minutes % 60}`.padStart(2, '0')}`
}
