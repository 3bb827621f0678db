import { z } from 'zod'

export const AirQuality = z.object({
  us_aqi: z.number().nullable().describe('air quality index of the US EPA; above 100 is unhealthy'),
  pm2_5: z.number().nullable().describe('micrograms a cubic metre'),
  pm10: z.number().nullable().describe('micrograms a cubic metre'),
  ozone: z.number().nullable().describe('micrograms a cubic metre'),
})
export type AirQuality = z.infer<typeof AirQuality>

const number = z.number()

/** Hours from now on in an answer. */
export const HOURS_MAX = 24
/** Days in an answer, the first of them today. */
export const DAYS_MAX = 7

const value = number.nullable()
const ForecastHour = z.object({
  time: z.string().describe('local time at the place with its offset, 2026-08-23T19:00-04:00'),
  temperature_c: value.describe('2 m above the ground, at that time'),
  precipitation_mm: value.describe('of the hour before that time, snow as water'),
  precipitation_chance_pct: value.describe('that anything falls in the hour before that time'),
})
export type ForecastHour = z.infer<typeof ForecastHour>

const ForecastDay = z.object({
  date: z.string().describe('local day at the place'),
  temperature_low_c: value.describe('the lowest, 2 m above the ground'),
  temperature_high_c: value.describe('the highest, 2 m above the ground'),
  precipitation_mm: value.describe('of the day, snow as water'),
  precipitation_chance_pct: value.describe('the highest of any hour of the day'),
})
export type ForecastDay = z.infer<typeof ForecastDay>

export const WeatherData = z.object({
  is_raining: z.boolean().describe('rain or showers fell in the last interval; snow is not rain'),
  precipitation_mm: number.describe('of the last interval, snow as water'),
  precipitation_interval_seconds: number.describe('length of that interval'),
  conditions: z.string().describe('in words, for example light drizzle'),
  temperature_c: number.describe('2 m above the ground'),
  temperature_f: number.describe('2 m above the ground'),
  humidity_pct: number.describe('relative, 2 m above the ground'),
  pressure_hpa: number.nullable().describe('reduced to sea level'),
  cloud_cover_pct: number.nullable().describe('of the sky'),
  uv_index: number.nullable().describe('now, not the maximum of the day'),
  is_day: z.boolean().nullable().describe('whether the sun is up'),
  wind_speed_kmh: number.describe('10 m above the ground'),
  wind_speed_mph: number.describe('10 m above the ground'),
  wind_gusts_kmh: number.nullable().describe('10 m above the ground'),
  wind_direction_deg: number.describe('where it comes from, clockwise from north'),
  wind_direction: z.string().describe('one of 16 points of the compass'),
  air_quality: AirQuality.nullable().describe(
    'null when the air-quality service did not answer; the note has the reason',
  ),
  time_zone: z
    .string()
    .nullable()
    .describe('of the place, by its IANA name; null where it is not known (additive)'),
  hourly: z
    .array(ForecastHour)
    .nullable()
    .describe(
      '24 hours from now on at most; null where the service has only current conditions (additive)',
    ),
  daily: z
    .array(ForecastDay)
    .nullable()
    .describe('7 days from today on at most; null as for hourly (additive)'),
})
export type WeatherData = z.infer<typeof WeatherData>
