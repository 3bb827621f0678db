import { InvalidResponse } from '../../upstream/failure.ts'

/** A quantity: the units that it is reported in, and its bounds on Earth. */
export interface Measure {
  /** Conversions into the unit of the measure, by the upstream's spelling of its own unit. */
  units: Record<string, (value: number) => number>
  /** Bounds in the unit of the measure, both possible values. */
  least: number
  most: number
}

const asIs = (value: number) => value
const by = (factor: number) => (value: number) => value * factor

/** Kilometres an hour in one mile an hour. */
export const KMH_OF_MPH = 1.609344

/** Open-Meteo's spellings: a mile an hour is `mp/h`. https://open-meteo.com/en/docs */
const SPEED_UNITS: Measure['units'] = {
  'km/h': asIs,
  'm/s': by(3.6),
  'mp/h': by(KMH_OF_MPH),
  mph: by(KMH_OF_MPH),
  kn: by(1.852),
}
const PRECIPITATION_UNITS: Measure['units'] = { mm: asIs, inch: by(25.4) }
/** Both spellings are sent: U+03BC, the Greek letter, and U+00B5, the micro sign. */
const CONCENTRATION_UNITS: Measure['units'] = { 'μg/m³': asIs, 'µg/m³': asIs }
/** Numbers without a unit are reported with an empty one. */
const NO_UNIT: Measure['units'] = { '': asIs }

/**
 * The records of the WMO with some room:
 * https://wmo.asu.edu/content/world-weather-climate-extremes-archive
 */
export const MEASURES = {
  /** Celsius; -89.2 and 56.7 were measured. */
  temperature: {
    units: { '°C': asIs, '°F': (value: number) => ((value - 32) * 5) / 9 },
    least: -95,
    most: 65,
  },
  /** Km/h; 408 was measured in a gust. */
  speed: { units: SPEED_UNITS, least: 0, most: 450 },
  /** Millimetres of an interval; 305 fell within 42 minutes. */
  precipitation: { units: PRECIPITATION_UNITS, least: 0, most: 500 },
  /** Millimetres of a day; 1,825 fell within 24 hours. */
  dailyPrecipitation: { units: PRECIPITATION_UNITS, least: 0, most: 2_000 },
  /** At sea level; 870 and 1,084 were measured. */
  pressure: { units: { hPa: asIs }, least: 850, most: 1_100 },
  percent: { units: { '%': asIs }, least: 0, most: 100 },
  direction: { units: { '°': asIs }, least: 0, most: 360 },
  /** 43 was measured, in the Andes. */
  uvIndex: { units: NO_UNIT, least: 0, most: 50 },
  code: { units: { 'wmo code': asIs }, least: 0, most: 99 },
  flag: { units: NO_UNIT, least: 0, most: 1 },
  seconds: { units: { seconds: asIs }, least: 60, most: 86_400 },
  /** The index is reported beyond its own scale of 500 where the air is worse. */
  airIndex: { units: { USAQI: asIs }, least: 0, most: 2_000 },
  /** Micrograms a cubic metre; dust storms reach some 10,000. */
  concentration: { units: CONCENTRATION_UNITS, least: 0, most: 20_000 },
} satisfies Record<string, Measure>

/**
 * A value in the unit of the measure; null where the response has none. Throws `InvalidResponse`
 * for an unknown unit and for a value that cannot be.
 */
export function measured(
  name: string,
  value: unknown,
  unit: string | undefined,
  { units, least, most }: Measure,
): number | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'number')
    throw new InvalidResponse(`answered with a ${name} that is not a number`)
  if (unit === undefined || !Object.hasOwn(units, unit))
    throw new InvalidResponse(`answered with ${name} in the unit ${JSON.stringify(unit ?? null)}`)
  const converted = units[unit](value)
  if (converted < least || converted > most)
    throw new InvalidResponse(`answered with ${name} ${value} ${unit}, which cannot be`)
  return converted
}
