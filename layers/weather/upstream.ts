import type { Upstream } from '../../upstream/upstream.ts'

/** Current conditions, hours and days to come. https://open-meteo.com/en/docs */
export const openMeteoForecast: Upstream = {
  id: 'open-meteo-forecast',
  title: 'Open-Meteo Weather Forecast',
  attribution: 'Weather data by Open-Meteo.com (CC BY 4.0)',
  url: 'https://api.open-meteo.com/v1/forecast',
  isOn: true,
  deadline_ms: 3_000,
  // A body with all requested fields is about 4 kB.
  responseBytesMax: 64_000,
  // A third of the 15 minutes after which there are newer conditions.
  cache_ms: 300_000,
}

/** Current air quality. https://open-meteo.com/en/docs/air-quality-api */
export const openMeteoAirQuality: Upstream = {
  id: 'open-meteo-air-quality',
  title: 'Open-Meteo Air Quality',
  attribution:
    'Air quality by Open-Meteo.com (CC BY 4.0), from the Copernicus Atmosphere Monitoring Service',
  url: 'https://air-quality-api.open-meteo.com/v1/air-quality',
  isOn: true,
  deadline_ms: 3_000,
  responseBytesMax: 64_000,
  cache_ms: 300_000,
}
