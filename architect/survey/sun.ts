import type { Survey } from '../scene/survey.ts'

/** Declination of the sun at the solstices, in degrees: the obliquity of the ecliptic in 2000. */
const OBLIQUITY = 23.44
/** Altitude of the sun's centre at sunrise: 34' of refraction and 16' of its radius. */
const RISE_ALTITUDE = -0.833
const RADIANS = Math.PI / 180

type SunOfDay = NonNullable<Survey['sun']>['june']

/** Where the formulas are from, as a survey states it. */
export const SUN_SOURCE =
  'Declination and hour angle as in the Solar Calculator of NOAA (Meeus, Astronomical Algorithms, 13 and 15)'

/** The sun at solstices and equinoxes, at a latitude in degrees. Right within 0.5 degree. */
export function sunAt(latitude: number): NonNullable<Survey['sun']> {
  return {
    june: sunOfDay(latitude, OBLIQUITY),
    equinox: sunOfDay(latitude, 0),
    december: sunOfDay(latitude, -OBLIQUITY),
  }
}

function sunOfDay(latitude: number, declination: number): SunOfDay {
  const noonAltitude = 90 - Math.abs(latitude - declination)
  const [lat, decl, rise] = [latitude, declination, RISE_ALTITUDE].map((each) => each * RADIANS)
  const cosHour =
    (Math.sin(rise) - Math.sin(lat) * Math.sin(decl)) / (Math.cos(lat) * Math.cos(decl))
  if (!(Math.abs(cosHour) < 1)) {
    const isUp = cosHour < 0
    return { noonAltitude, sunrise: null, sunset: null, daylightHours: isUp ? 24 : 0 }
  }
  const cosAzimuth =
    (Math.sin(decl) - Math.sin(rise) * Math.sin(lat)) / (Math.cos(rise) * Math.cos(lat))
  const sunrise = Math.acos(Math.min(1, Math.max(-1, cosAzimuth))) / RADIANS
  const daylightHours = (2 * Math.acos(cosHour)) / RADIANS / 15
  return { noonAltitude, sunrise, sunset: 360 - sunrise, daylightHours }
}
