import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LocalAnswer } from '../../tests/servers/local-upstream.ts'
import {
  airBody,
  forecastBody,
  LocalWeather,
  POINT,
  weatherAt,
} from '../../tests/servers/local-weather.ts'

/** Deadline for an upstream that is silent, so that the test need not wait for long. */
const SHORT_MS = 300

let services: LocalWeather
beforeAll(async () => {
  services = await LocalWeather.open()
})
beforeEach(() => services.reset())
afterAll(() => services.close())

/** Reason of the section while the forecast responds so. */
async function reasonOf(answer: LocalAnswer | null): Promise<string> {
  services.forecast.respond = () => answer
  const deadlines_ms = answer === null ? { forecast: SHORT_MS } : {}
  const section = await services.section({ deadlines_ms })
  expect(section).toMatchObject({ status: 'not_available', data: null })
  expect(section.hint).toMatch(/\S/)
  expect(section.reason).toMatch(/^Open-Meteo Weather Forecast /)
  return section.reason!
}

describe('without air quality', () => {
  const FAULTS: [string, LocalAnswer | null, string][] = [
    ['is failing', { status: 503 }, 'Open-Meteo Air Quality answered with status 503.'],
    [
      'reports an error under 200',
      { body: { error: true, reason: 'Out of memory' } },
      'Out of memory',
    ],
    ['is called too often', { status: 429 }, 'too many requests'],
    ['is silent', null, 'did not answer within'],
    ['is a day old', { body: airBody({ time: '2026-08-22T22:00' }) }, '24.8 h old'],
    ['uses milligrams', { body: airBody({}, { ozone: 'mg/m³' }) }, 'ozone in the unit'],
  ]
  test.each(FAULTS)(
    'because its service %s, the answer has all else, and the reason',
    async (_, answer, reason) => {
      services.air.respond = () => answer
      const deadlines_ms = answer === null ? { air: SHORT_MS } : {}
      const { status, data, source, sources } = await services.section({ deadlines_ms })
      expect(status).toBe('available')
      expect(data).toMatchObject({ temperature_c: 23.2, air_quality: null })
      expect(source!.note).toContain('No air quality: Open-Meteo Air Quality ')
      expect(source!.note).toContain(reason)
      expect(sources).toBeUndefined()
    },
  )
})

describe('a forecast that is invalid', () => {
  test.each([
    [
      'an error under 200',
      { body: { error: true, reason: 'Daily limit' } },
      'the error: Daily limit',
    ],
    [
      'an error under 400',
      { status: 400, body: { reason: 'Minutely API request limit exceeded.', error: true } },
      'the error: Minutely API request limit exceeded.',
    ],
    ['an error without a reason', { body: { error: true } }, 'the error: none given'],
    ['a 400 without a reason', { status: 400, body: {} }, 'answered with status 400'],
    ['too many requests', { status: 429, body: { error: true } }, 'reports too many requests'],
    ['a page', { body: '<html><body>Bad gateway</body></html>' }, 'a page instead of JSON'],
    ['half of it', { body: JSON.stringify(forecastBody()).slice(0, 400) }, 'cut short'],
    // Open-Meteo has sent it: https://github.com/open-meteo/open-meteo/issues/314
    ['nan', { body: JSON.stringify(forecastBody()).replace('23.2', 'nan') }, 'is broken'],
    ['a text for a number', { body: forecastBody({ temperature_2m: '23.2' }) }, 'is not a number'],
    ['no temperature', { body: forecastBody({ temperature_2m: null }) }, 'without temperature_2m'],
    [
      'no weather code',
      { body: forecastBody({ weather_code: undefined }) },
      'without weather_code',
    ],
    ['no interval', { body: forecastBody({ interval: undefined }) }, 'without interval'],
    ['no block', { body: { ...forecastBody(), current: undefined } }, 'another shape: current'],
    [
      'Mars',
      { body: forecastBody({ temperature_2m: -120 }) },
      'temperature_2m -120 °C, which cannot be',
    ],
    ['kelvin as Celsius', { body: forecastBody({ temperature_2m: 296.3 }) }, 'which cannot be'],
    ['a humidity of 850 %', { body: forecastBody({ relative_humidity_2m: 850 }) }, 'cannot be'],
    ['negative rain', { body: forecastBody({ precipitation: -0.1 }) }, 'cannot be'],
    ['pascals as hPa', { body: forecastBody({ pressure_msl: 101_560 }) }, 'cannot be'],
    ['a wind from 361 degrees', { body: forecastBody({ wind_direction_10m: 361 }) }, 'cannot be'],
    ['another place', { body: forecastBody({}, {}, { latitude: -40.8 }) }, 'for another place'],
    [
      'unix time',
      { body: forecastBody({ time: 1787525100 }, { time: 'unixtime' }) },
      'without a time',
    ],
    ['a time that is text', { body: forecastBody({ time: 'now' }) }, 'without a time'],
    ['an hour of yesterday', { body: forecastBody({ time: '2026-08-23T20:45' }) }, '2.1 h old'],
    ['an hour to come', { body: forecastBody({ time: '2026-08-24T00:45' }) }, '1.9 h ahead of us'],
  ] as [string, LocalAnswer, string][])(
    'because of %s has that reason',
    async (_, answer, reason) => {
      expect(await reasonOf(answer)).toContain(reason)
    },
  )

  test('of silence ends at the deadline', async () => {
    expect(await reasonOf(null)).toContain('did not answer within')
  })

  test('is called again the next time, and the weather is there when it is back', async () => {
    services.forecast.respond = () => ({ status: 500 })
    const client = services.client()
    expect((await weatherAt(POINT, client)).status).toBe('not_available')
    services.reset()
    expect((await weatherAt(POINT, client)).status).toBe('available')
  })

  test.each([
    ['temperature_2m', 'K'],
    ['temperature_2m', ''],
    ['wind_speed_10m', 'km'],
    ['pressure_msl', 'inHg'],
    ['precipitation', 'cm'],
    ['interval', 'minutes'],
    ['temperature_2m', 'constructor'],
    ['temperature_2m', undefined],
  ])('%s in %s is not guessed', async (name, unit) => {
    const body = forecastBody({}, { [name]: unit })
    expect(await reasonOf({ body })).toContain(`answered with ${name} in the unit`)
  })

  test('of precipitation that may be snow has that reason', async () => {
    const body = forecastBody({ precipitation: 0.4, rain: null, showers: 0 })
    expect(await reasonOf({ body })).toContain('not whether it is rain')
  })
})

const RECORDED = join(process.env.PLAT_REAL_DATA ?? '../shared/data', 'recorded/open-meteo')
describe.skipIf(!existsSync(RECORDED))('bodies that Open-Meteo sent', () => {
  const body = (name: string) => readFile(join(RECORDED, name), 'utf8')

  test('Smithtown: with hours, in local time, and neither rain nor gusts requested', async () => {
    const text = await body('forecast_current_hourly_smithtown_ny_20260823.json')
    services.forecast.respond = () => ({ body: text })
    const { data } = await services.section({ point: { lat: 40.83, lng: -73.18 } })
    expect(data).toMatchObject({
      is_raining: false,
      precipitation_mm: 0,
      precipitation_interval_seconds: 900,
      conditions: 'clear sky',
      temperature_c: 23.2,
      temperature_f: 73.8,
      humidity_pct: 85,
      cloud_cover_pct: 0,
      pressure_hpa: null,
      wind_gusts_kmh: null,
      is_day: null,
      wind_direction: 'S',
      time_zone: 'America/New_York',
      daily: null,
    })
    // The body has the hours of its day: those from now on are left, without rain, as requested.
    expect(data!.hourly!.map(({ time }) => time.slice(11))).toEqual([
      ...['18:00-04:00', '19:00-04:00', '20:00-04:00', '21:00-04:00', '22:00-04:00', '23:00-04:00'],
    ])
    expect(data!.hourly![0]).toMatchObject({ precipitation_mm: null })
    expect(data!.hourly![0].precipitation_chance_pct).toBeGreaterThanOrEqual(0)
  })

  test('off Miami: without a weather code there is no answer', async () => {
    const text = await body('forecast_current_offshore_miami_20231221.json')
    services.forecast.respond = () => ({ body: text })
    const section = await services.section({
      point: { lat: 26, lng: -80 },
      now: '2023-12-21T04:40:00Z',
    })
    expect(section).toMatchObject({
      status: 'not_available',
      reason: 'Open-Meteo Weather Forecast answered without weather_code.',
    })
  })

  test.each([
    [
      'air_quality_current_delhi_20251006.json',
      [28.6, 77.2],
      '2025-10-06T12:05:00Z',
      [160, 46.6, null, 134],
    ],
    [
      'air_quality_current_london_20260916.json',
      [51.5, 0],
      '2026-09-16T01:30:00Z',
      [26, 3.4, 6.3, null],
    ],
    [
      'air_quality_current_san_francisco_20260803.json',
      [37.77, -122.42],
      '2026-08-03T19:59:00Z',
      [56, null, null, null],
    ],
  ])(
    '%s: fields that were not requested are null',
    async (name, [lat, lng], now, [us_aqi, pm2_5, pm10, ozone]) => {
      const text = await body(name)
      services.air.respond = () => ({ body: text })
      const point = { latitude: lat, longitude: lng }
      services.forecast.respond = () => ({
        body: forecastBody({ time: now.slice(0, 16) }, {}, point),
      })
      const { data } = await services.section({ point: { lat: lat!, lng: lng! }, now })
      expect(data!.air_quality).toEqual({ us_aqi, pm2_5, pm10, ozone })
    },
  )
})
