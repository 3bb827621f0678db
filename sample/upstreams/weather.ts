/** The weather of the sample: a function of the hour and the place, the same every day. */
export interface SampleWeather {
  temperature_c: number
  humidity_pct: number
  /** In the last quarter of an hour. */
  rain_mm: number
  cloud_cover_pct: number
  pressure_hpa: number
  wind_speed_kmh: number
  wind_direction_deg: number
  uv_index: number
  is_day: boolean
  /** WMO code 4677, as Open-Meteo has it. */
  weather_code: number
  us_aqi: number
  pm2_5: number
  pm10: number
  ozone: number
}

/** Solar time follows the longitude; there is a shower each afternoon. */
export function sampleWeather(now: Date, lat: number, lng: number): SampleWeather {
  const hour = (now.getUTCHours() + now.getUTCMinutes() / 60 + lng / 15 + 48) % 24
  const sun = Math.max(0, Math.cos(((hour - 12.5) / 12) * Math.PI))
  const showers = Math.max(0, 1 - Math.abs(hour - 16) / 1.5)
  const cloud_cover_pct = Math.round(25 + 70 * showers)
  return {
    temperature_c: 27 - Math.abs(lat - 30) * 0.6 + 5 * Math.cos(((hour - 15) / 12) * Math.PI),
    humidity_pct: Math.round(72 - 14 * sun + 10 * showers),
    rain_mm: 2.4 * showers,
    cloud_cover_pct,
    pressure_hpa: 1016 + 1.5 * Math.cos(((hour - 10) / 6) * Math.PI),
    wind_speed_kmh: 11 + 9 * sun + 6 * showers,
    wind_direction_deg: Math.round(90 + 30 * Math.sin((hour / 24) * 2 * Math.PI)),
    uv_index: 9 * sun * (1 - cloud_cover_pct / 130),
    is_day: hour > 6.3 && hour < 18.7,
    weather_code: showers > 0 ? 80 : cloud_cover_pct > 30 ? 2 : 1,
    us_aqi: Math.round(34 + 12 * sun),
    pm2_5: 6 + 3 * sun,
    pm10: 11 + 5 * sun,
    ozone: 52 + 30 * sun,
  }
}
