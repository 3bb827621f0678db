import { round } from '../../values/round.ts'
import type { WeatherData } from './data.ts'

/** One sentence: sky, temperature, wind, what fell, and the air where it is known. */
export function summarise(data: WeatherData): string {
  const { conditions, precipitation_mm, air_quality } = data
  const minutes = round(data.precipitation_interval_seconds / 60, 0)
  const fell = data.is_raining
    ? `${precipitation_mm} mm of rain in the last ${minutes} minutes`
    : precipitation_mm > 0
      ? `snow or ice of ${precipitation_mm} mm of water in the last ${minutes} minutes`
      : `no rain in the last ${minutes} minutes`
  const parts = [
    conditions[0].toUpperCase() + conditions.slice(1),
    `${data.temperature_c} °C (${data.temperature_f} °F)`,
    `wind of ${data.wind_speed_kmh} km/h (${data.wind_speed_mph} mph) from ${data.wind_direction}`,
    fell,
    ...(air_quality?.us_aqi != null ? [`air quality index ${air_quality.us_aqi}`] : []),
    ...(data.hourly === null && data.daily === null ? ['no forecast by hour or day'] : []),
  ]
  return `${parts.join(', ')}.`
}
