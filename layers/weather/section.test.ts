import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildDossierFromPacks } from '../../dossier/dossier.ts'
import {
  airBody,
  forecastBody,
  LocalWeather,
  NOW,
  POINT,
  weatherAt,
} from '../../tests/servers/local-weather.ts'
import { UpstreamClient } from '../../upstream/client.ts'
import { upstreamSettings } from '../../upstream/settings.ts'
import { compassPoint } from './compass-point.ts'
import { conditionsOf } from './conditions.ts'
import { weather } from './layer.ts'
import { openMeteoAirQuality, openMeteoForecast } from './upstream.ts'

let services: LocalWeather
beforeAll(async () => {
  services = await LocalWeather.open()
})
beforeEach(() => services.reset())
afterAll(() => services.close())

/** The section while the forecast responds with one or more values changed. */
function weatherWith(current: object, units: object = {}) {
  services.forecast.respond = () => ({ body: forecastBody(current, units) })
  return services.section()
}

describe('the weather of a location', () => {
  test('has every field of the contract, in its units, and both sources', async () => {
    const { data, source, sources, summary } = await services.section()
    expect(data).toEqual({
      is_raining: false,
      precipitation_mm: 0,
      precipitation_interval_seconds: 900,
      conditions: 'overcast',
      temperature_c: 23.2,
      temperature_f: 73.8,
      humidity_pct: 85,
      pressure_hpa: 1015.6,
      cloud_cover_pct: 96,
      uv_index: 0.4,
      is_day: true,
      wind_speed_kmh: 11.2,
      wind_speed_mph: 7,
      wind_gusts_kmh: 23.8,
      wind_direction_deg: 178,
      wind_direction: 'S',
      air_quality: { us_aqi: 56, pm2_5: 12.1, pm10: 18.4, ozone: 81 },
      time_zone: 'GMT',
      hourly: null,
      daily: null,
    })
    expect(summary).toBe(
      'Overcast, 23.2 °C (73.8 °F), wind of 11.2 km/h (7 mph) from S, no rain in the last 15 minutes, air quality index 56, no forecast by hour or day.',
    )
    expect(source).toEqual({
      name: 'Open-Meteo Weather Forecast',
      kind: 'live',
      vintage: 'live',
      attribution: expect.stringContaining('CC BY 4.0'),
      note: expect.stringMatching(
        /^Conditions of 2026-08-23 22:45 UTC\. Values of weather models .* 0\.01 degree\. No forecast by hour or day: the service answered without one\.$/,
      ),
      retrieved_at: NOW,
    })
    expect(sources!.map(({ name }) => name)).toEqual([
      'Open-Meteo Weather Forecast',
      'Open-Meteo Air Quality',
    ])
  })

  test('is requested for rounded coordinates, once for neighbours, with all fields of the answer', async () => {
    const client = services.client()
    await weatherAt(POINT, client)
    await weatherAt({ lat: POINT.lat + 0.001, lng: POINT.lng - 0.001 }, client)
    const [request, ...others] = services.forecast.requests
    expect(others).toEqual([])
    const { latitude, longitude, current } = Object.fromEntries(request.searchParams)
    expect([latitude, longitude]).toEqual(['40.83', '-73.18'])
    expect(current.split(',')).toEqual(Object.keys(forecastBody().current).slice(2))
    expect(services.air.requests[0].searchParams.get('current')).toBe('us_aqi,pm2_5,pm10,ozone')
  })

  test('is that of the other side of 180 degrees too', async () => {
    services.forecast.respond = () => ({
      body: forecastBody({}, {}, { latitude: 0, longitude: -179.99 }),
    })
    services.air.respond = () => ({ body: { ...airBody(), latitude: 0, longitude: -179.8 } })
    const { status, data } = await services.section({ point: { lat: 0, lng: 180 } })
    expect([status, data!.air_quality!.us_aqi]).toEqual(['available', 56])
  })

  test('has null for what a model leaves out and the contract can do without', async () => {
    const nullable = {
      pressure_msl: null,
      cloud_cover: null,
      uv_index: null,
      is_day: null,
      wind_gusts_10m: null,
    }
    expect((await weatherWith(nullable)).data).toMatchObject({
      pressure_hpa: null,
      cloud_cover_pct: null,
      uv_index: null,
      is_day: null,
      wind_gusts_kmh: null,
    })
    services.air.respond = () => ({ body: airBody({ us_aqi: null, pm10: undefined }) })
    const { data, summary } = await services.section()
    expect(data!.air_quality).toEqual({ us_aqi: null, pm2_5: 12.1, pm10: null, ozone: 81 })
    expect(summary).not.toContain('air quality')
  })

  test('that is reported in local time is of the moment that its offset gives', async () => {
    const local = { utc_offset_seconds: -14_400 }
    services.forecast.respond = () => ({
      body: forecastBody({ time: '2026-08-23T18:45' }, {}, local),
    })
    const { status, source } = await services.section()
    expect(status).toBe('available')
    expect(source!.note).toContain('Conditions of 2026-08-23 22:45 UTC.')
  })
})

describe('units', () => {
  test.each([
    ['temperature_2m', '°F', 90.5, { temperature_c: 32.5, temperature_f: 90.5 }],
    ['temperature_2m', '°C', -40, { temperature_c: -40, temperature_f: -40 }],
    ['wind_speed_10m', 'mp/h', 10, { wind_speed_kmh: 16.1, wind_speed_mph: 10 }],
    ['wind_speed_10m', 'm/s', 10, { wind_speed_kmh: 36, wind_speed_mph: 22.4 }],
    ['wind_speed_10m', 'kn', 10, { wind_speed_kmh: 18.5, wind_speed_mph: 11.5 }],
    ['wind_gusts_10m', 'mp/h', 10, { wind_gusts_kmh: 16.1 }],
    ['precipitation', 'inch', 0, { precipitation_mm: 0 }],
  ])('%s in %s is converted', async (name, unit, value, expected) => {
    expect((await weatherWith({ [name]: value }, { [name]: unit })).data).toMatchObject(expected)
  })

  test('of rain in inches are converted', async () => {
    const inches = { precipitation: 'inch', rain: 'inch' }
    const { data } = await weatherWith({ precipitation: 0.1, rain: 0.1 }, inches)
    expect(data).toMatchObject({ precipitation_mm: 2.54, is_raining: true })
  })

  test('of micrograms are known by the Greek letter and by the micro sign', async () => {
    for (const micro of ['\u03bc', '\u00b5']) {
      const unit = `${micro}g/m³`
      services.air.respond = () => ({
        body: airBody({}, { pm2_5: unit, pm10: unit, ozone: unit }),
      })
      expect((await services.section()).data!.air_quality!.pm2_5).toBe(12.1)
    }
  })
})

describe('rain', () => {
  test.each([
    [{ precipitation: 0.3, rain: 0.3, showers: 0 }, true, '0.3 mm of rain in the last 15 minutes'],
    [{ precipitation: 0.3, rain: 0, showers: 0.3 }, true, '0.3 mm of rain'],
    [{ precipitation: 0.3, rain: null, showers: 0.3 }, true, '0.3 mm of rain'],
    [{ precipitation: 0.7, rain: 0, showers: 0 }, false, 'snow or ice of 0.7 mm of water'],
    [{ precipitation: 0, rain: null, showers: null }, false, 'no rain in the last 15 minutes'],
    [{ precipitation: 0.2, rain: 0.2, interval: 3600 }, true, 'in the last 60 minutes'],
  ])('of %j in the last interval: %s', async (current, isRaining, words) => {
    const { data, summary } = await weatherWith(current)
    expect(data).toMatchObject({
      is_raining: isRaining,
      precipitation_mm: current.precipitation,
      precipitation_interval_seconds: 'interval' in current ? current.interval : 900,
    })
    expect(summary).toContain(words)
  })
})

describe('conditions', () => {
  test.each([
    [0, 'clear sky'],
    [65, 'heavy rain'],
    [99, 'thunderstorm with heavy hail'],
    [42, 'conditions of an unknown kind (WMO code 42)'],
    [null, 'conditions not reported'],
  ])('of code %s are %s', async (weather_code, words) => {
    expect((await weatherWith({ weather_code })).data!.conditions).toBe(words)
    expect(conditionsOf(weather_code)).toBe(words)
  })

  test.each([
    [0, 'N'],
    [11.24, 'N'],
    [11.26, 'NNE'],
    [90, 'E'],
    [225, 'SW'],
    [348.74, 'NNW'],
    [348.76, 'N'],
    [360, 'N'],
  ])('wind from %d degrees is from %s', (degrees, point) => {
    expect(compassPoint(degrees)).toBe(point)
  })
})

test('a wind is named by a point of the compass that is within 11.25 degrees of it', () => {
  const points = ['N', 'NNE', 'NE', 'ENE', 'E', 'ESE', 'SE', 'SSE']
  points.push('S', 'SSW', 'SW', 'WSW', 'W', 'WNW', 'NW', 'NNW')
  for (let degrees = 0; degrees <= 360; degrees += 0.1) {
    const apart = Math.abs(degrees - points.indexOf(compassPoint(degrees)) * 22.5)
    expect(Math.min(apart, 360 - apart), `${degrees}`).toBeLessThanOrEqual(11.25 + 1e-9)
  }
})

describe('where no service is called', () => {
  test('a service without live services states it', async () => {
    expect(await weatherAt(POINT, null)).toMatchObject({
      status: 'not_available',
      reason: expect.stringContaining('was not called for this answer'),
    })
  })

  test('a service where it is switched off states how to switch it on', async () => {
    const upstreams = [openMeteoForecast, openMeteoAirQuality]
    const settings = upstreamSettings({ PLAT_LIVE: 'none' }, upstreams)
    expect(await weatherAt(POINT, new UpstreamClient({ upstreams, settings }))).toMatchObject({
      status: 'not_available',
      reason: 'Open-Meteo Weather Forecast is switched off in this service.',
      operator_hint: expect.stringContaining('PLAT_LIVE=default,open-meteo-forecast'),
    })
  })

  test('answers for many points and tables do not hold the weather of one moment', () => {
    const { layers } = buildDossierFromPacks(
      new Map(),
      { ...POINT, layers: ['weather'] },
      undefined,
      [weather],
    )
    expect(layers.weather).toMatchObject({
      status: 'not_available',
      data: null,
      reason: expect.stringContaining('was not called for this answer'),
      hint: expect.stringContaining('/v1/location'),
    })
  })
})
